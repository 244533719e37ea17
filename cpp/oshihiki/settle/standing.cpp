#include "oshihiki/settle/standing.hpp"

namespace oshihiki::settle {

Standing start_of_match(const rules::Rules& rules) noexcept {
  Standing standing;
  for (std::size_t s = 0; s < static_cast<std::size_t>(rules.players); ++s) {
    standing.scores[s] = rules.start;
  }
  return standing;
}

}  // namespace oshihiki::settle
