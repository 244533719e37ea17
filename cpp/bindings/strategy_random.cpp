#include "numpy_io.hpp"
#include "oshihiki/wall/philox.hpp"

namespace oshihiki::bindings {
namespace {

template <class T>
using Column = py::array_t<T, py::array::c_style | py::array::forcecast>;

/// The random numbers of many decisions: one addressed row of numbers for each.
class Lanes {
 public:
  Lanes(const Column<std::uint64_t>& key, const Column<std::uint64_t>& match,
        const Column<std::uint32_t>& round, const Column<std::uint32_t>& redeal,
        const Column<std::uint32_t>& seat, const Column<std::uint32_t>& decision) {
    const py::ssize_t n = key.size();
    for (const py::ssize_t other :
         {match.size(), round.size(), redeal.size(), seat.size(), decision.size()}) {
      if (other != n) throw Error("random numbers: columns of different lengths");
    }
    streams_.reserve(static_cast<std::size_t>(n));
    for (py::ssize_t i = 0; i < n; ++i) {
      wall::Address a;
      a.key = key.data()[i];
      a.match = match.data()[i];
      a.round = round.data()[i];
      a.redeal = redeal.data()[i];
      a.seat = seat.data()[i];
      a.decision = decision.data()[i];
      a.use = wall::Use::kStrategy;
      streams_.emplace_back(a);
    }
  }

  std::size_t size() const { return streams_.size(); }

  py::array_t<std::uint64_t> words() {
    auto out = new_array<std::uint64_t>({static_cast<py::ssize_t>(streams_.size())});
    std::uint64_t* to = out.mutable_data();
    for (auto& stream : streams_) *to++ = stream.next();
    return out;
  }

  /// 53 bits, as numpy's Generator makes them.
  py::array_t<double> random() {
    auto out = new_array<double>({static_cast<py::ssize_t>(streams_.size())});
    double* to = out.mutable_data();
    for (auto& stream : streams_) {
      *to++ = static_cast<double>(stream.next() >> 11) * (1.0 / 9007199254740992.0);
    }
    return out;
  }

  py::array_t<std::int64_t> below(const Column<std::int64_t>& bounds) {
    const auto n = static_cast<py::ssize_t>(streams_.size());
    if (bounds.size() != n && bounds.size() != 1) {
      throw Error("below: " + std::to_string(bounds.size()) + " bounds for " + std::to_string(n) +
                  " rows");
    }
    auto out = new_array<std::int64_t>({n});
    for (py::ssize_t i = 0; i < n; ++i) {
      const std::int64_t bound = bounds.data()[bounds.size() == 1 ? 0 : i];
      if (bound < 1 || bound > 0xFFFFFFFF) {
        throw Error("below: " + std::to_string(bound) + "; 1 to 4294967295 is allowed");
      }
      out.mutable_data()[i] =
          streams_[static_cast<std::size_t>(i)].below(static_cast<std::uint32_t>(bound));
    }
    return out;
  }

 private:
  std::vector<wall::Stream> streams_;
};

}  // namespace

void bind_random(py::module_& m) {
  py::class_<Lanes>(m, "Lanes", "Addressed random numbers of many decisions.")
      .def(py::init<const Column<std::uint64_t>&, const Column<std::uint64_t>&,
                    const Column<std::uint32_t>&, const Column<std::uint32_t>&,
                    const Column<std::uint32_t>&, const Column<std::uint32_t>&>(),
           py::arg("key"), py::arg("match"), py::arg("round"), py::arg("redeal"), py::arg("seat"),
           py::arg("decision"))
      .def("__len__", &Lanes::size)
      .def("words", &Lanes::words)
      .def("random", &Lanes::random)
      .def("below", &Lanes::below, py::arg("bounds"));
}

}  // namespace oshihiki::bindings
