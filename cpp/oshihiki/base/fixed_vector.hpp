#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace oshihiki {

/// A vector with room for N, stored in place; trivially copyable when T is.
template <class T, std::size_t N>
class FixedVector {
 public:
  constexpr void push_back(const T& value) noexcept {
    assert(size_ < N);
    items_[size_++] = value;
  }
  /// Says how many items were written behind end() by hand.
  constexpr void grow_to(const T* end) noexcept {
    assert(end >= begin() && end <= items_.data() + N);
    size_ = static_cast<std::uint8_t>(end - begin());
  }
  constexpr void pop_back() noexcept {
    assert(size_ > 0);
    --size_;
  }
  constexpr void clear() noexcept { size_ = 0; }
  constexpr std::size_t size() const noexcept { return size_; }
  constexpr bool empty() const noexcept { return size_ == 0; }
  static constexpr std::size_t capacity() noexcept { return N; }
  constexpr T& operator[](std::size_t i) noexcept {
    assert(i < size_);
    return items_[i];
  }
  constexpr const T& operator[](std::size_t i) const noexcept {
    assert(i < size_);
    return items_[i];
  }
  constexpr T& back() noexcept { return (*this)[size_ - 1u]; }
  constexpr const T& back() const noexcept { return (*this)[size_ - 1u]; }
  constexpr T* begin() noexcept { return items_.data(); }
  constexpr T* end() noexcept { return items_.data() + size_; }
  constexpr const T* begin() const noexcept { return items_.data(); }
  constexpr const T* end() const noexcept { return items_.data() + size_; }

  friend constexpr bool operator==(const FixedVector& a, const FixedVector& b) noexcept {
    if (a.size_ != b.size_) return false;
    for (std::size_t i = 0; i < a.size_; ++i) {
      if (!(a.items_[i] == b.items_[i])) return false;
    }
    return true;
  }

 private:
  std::array<T, N> items_{};
  std::uint8_t size_ = 0;
  static_assert(N < 256);
};

}  // namespace oshihiki
