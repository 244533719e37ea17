#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace oshihiki::wall {

/// SHA-512 (FIPS 180-4). Only Tenhou's walls need it.
std::array<std::uint8_t, 64> sha512(const std::uint8_t* data, std::size_t size) noexcept;

}  // namespace oshihiki::wall
