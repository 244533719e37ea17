#include <array>

#include "bind.hpp"
#include "oshihiki/rules/rules.hpp"
#include "oshihiki/score/score.hpp"

namespace oshihiki::bindings {
namespace {

/// (bit, name, closed han, open han, Tenhou id, Mahjong Soul id, English, kanji, French) of every
/// yaku, in the order of the mask's bits; 13 han for a yakuman.
py::list yaku_table() {
  py::list list;
  const auto add = [&](score::Yaku y, const char* name, int closed, int open, int tenhou, int soul,
                       const char* english, const char* kanji, const char* french) {
    list.append(py::make_tuple(static_cast<int>(y), name, closed, open, tenhou, soul, english,
                               kanji, french));
  };
  struct Han {
    int closed;
    int open;
  };
  constexpr std::array local = {
#define LOCAL_YAKU(name, closed, open, sentence) Han{closed, open},
#include "oshihiki/rules/local_yaku.def"
#undef LOCAL_YAKU
  };
#define YAKU(name, closed, open, tenhou, soul, english, kanji, french) \
  add(score::Yaku::name, #name, closed, open, tenhou, soul, english, kanji, french);
#define YAKUMAN(name, tenhou, soul, english, kanji, french) \
  add(score::Yaku::name, #name, 13, 13, tenhou, soul, english, kanji, french);
#define BONUS(...)
#define LOCAL(name, soul, english, kanji, french)                                             \
  {                                                                                           \
    const auto at = static_cast<std::size_t>(rules::LocalYaku::name);                         \
    add(score::Yaku::name, #name, local[at].closed, local[at].open, -1, soul, english, kanji, \
        french);                                                                              \
  }
#include "oshihiki/score/yaku.def"
#undef YAKU
#undef YAKUMAN
#undef BONUS
#undef LOCAL
  return list;
}

}  // namespace

void bind_score(py::module_& m) { m.attr("YAKU") = py::tuple(yaku_table()); }

}  // namespace oshihiki::bindings
