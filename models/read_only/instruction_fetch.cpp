#include "read_only/instruction_fetch.h"

#include <algorithm>
#include <utility>

namespace unibank {

InstructionFetch::InstructionFetch(ReadOnlyCache& cache, unsigned warps, unsigned instruction_bytes,
                                   std::function<void(unsigned)> there)
    : cache_(cache), instruction_bytes_(instruction_bytes), there_(std::move(there)), lines_(warps, kNoLine) {}

void InstructionFetch::reset(std::uint64_t code, std::uint64_t warm_bytes) {
  code_ = code;
  std::fill(lines_.begin(), lines_.end(), kNoLine);
  waiting_.clear();
  // Entered backwards: the lines entered last are replaced last.
  for (std::uint64_t at = warm_bytes; at != 0;) {
    at -= std::min<std::uint64_t>(at, cache_.line_bytes());
    cache_.hold(cache_.line_of(code + at));
  }
}

// Returns whether the line is present.
bool InstructionFetch::look_up(Wait& wait) {
  const ReadOnlyCache::Look found = cache_.look_up(wait.line);
  wait.asked = found == ReadOnlyCache::Look::kMiss;
  return found == ReadOnlyCache::Look::kHit;
}

bool InstructionFetch::show(unsigned warp, std::uint32_t number) {
  const std::uint64_t line = cache_.line_of(code_ + std::uint64_t{number} * instruction_bytes_);
  if (lines_[warp] == line) return true;
  lines_[warp] = line;
  Wait wait{warp, line, false};
  if (look_up(wait)) return true;
  waiting_.push_back(wait);
  return false;
}

// One more line may be outstanding now, so a waiting warp requests its line.
void InstructionFetch::line_came(std::uint64_t line) {
  std::vector<Wait> left;
  for (Wait& wait : waiting_) {
    if (wait.asked ? wait.line == line : look_up(wait)) {
      there_(wait.warp);
    } else {
      left.push_back(wait);
    }
  }
  waiting_ = std::move(left);
}

}  // namespace unibank
