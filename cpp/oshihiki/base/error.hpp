#pragma once

#include <stdexcept>
#include <string>

namespace oshihiki {

/// Root of all errors of the library. Public functions throw one of the kinds below with a text
/// that says what was given, what is allowed, and where; hot functions are noexcept.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct TileError : Error {
  using Error::Error;
};
struct HandError : Error {
  using Error::Error;
};
struct RulesError : Error {
  using Error::Error;
};
struct IllegalActionError : Error {
  using Error::Error;
};
struct LogError : Error {
  using Error::Error;
};
struct StudyError : Error {
  using Error::Error;
};
struct StrategyError : Error {
  using Error::Error;
};

}  // namespace oshihiki
