#pragma once

#include <memory>

#include "bind.hpp"
#include "oshihiki/play/round.hpp"

namespace oshihiki::bindings {

/// A round as Python holds it: the state, the rules it points to, and its events.
struct RoundHandle {
  std::shared_ptr<const rules::Rules> rules;
  play::State state;
  play::EventList events;
};

}  // namespace oshihiki::bindings
