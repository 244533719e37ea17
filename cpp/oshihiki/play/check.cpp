#include "oshihiki/base/error.hpp"
#include "oshihiki/play/round.hpp"

namespace oshihiki::play {

void check_playable(const rules::Rules& rules) {
  rules::check_consistent(rules);
  score::check_scorable(rules);
  if (!rules.atozuke) {
    throw RulesError("atozuke = false cannot be played: a yaku may always be fixed after a call");
  }
}

}  // namespace oshihiki::play
