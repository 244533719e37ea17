#pragma once

#include <atomic>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "oshihiki/base/error.hpp"

namespace oshihiki::study {

/// Throws StudyError for a number of threads that is not allowed.
inline void check_threads(int threads) {
  if (threads < 1 || threads > 1024) {
    throw StudyError("study: threads is " + std::to_string(threads) + "; allowed are 1 to 1024");
  }
}

/// Calls `work(part, failed)` for the parts 0 .. threads - 1, each in a thread, the first in the
/// caller's, and waits for all. When one throws, `failed` is set, so that those who go item by item
/// may stop, and the first exception is thrown when all have ended. Throws StudyError for a number
/// of threads that is not allowed.
template <class Work>
void crew(int threads, const Work& work) {
  check_threads(threads);
  std::atomic<bool> failed = false;
  std::exception_ptr failure;
  std::mutex mutex;
  const auto guarded = [&](int part) {
    try {
      work(part, failed);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      failed = true;
    }
  };
  {
    std::vector<std::jthread> others;
    others.reserve(static_cast<std::size_t>(threads - 1));
    for (int part = 1; part < threads; ++part) others.emplace_back(guarded, part);
    guarded(0);
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace oshihiki::study
