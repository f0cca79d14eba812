#include "read_only/read_unit.h"

#include <algorithm>
#include <utility>

namespace unibank {

// False: the largest number of lines is outstanding, and the address waits.
bool ReadUnit::look_up(Access& access) {
  if (!cache_ || access.next == access.addresses->size()) return true;
  const std::uint64_t address = (*access.addresses)[access.next], line = cache_->line_of(address);
  switch (cache_->look_up(address)) {
    case ReadOnlyCache::Look::kFull: return false;
    case ReadOnlyCache::Look::kHit: user_.line_read(access.instruction, line); break;
    case ReadOnlyCache::Look::kMiss:
      if (std::find(access.missing.begin(), access.missing.end(), line) == access.missing.end())
        access.missing.push_back(line);
  }
  return true;
}

void ReadUnit::look_up_first(Cycle now) {
  Access& first = waiting_.front();
  if (!look_up(first)) return;
  first.at = now;
  if (++first.next < first.addresses->size()) return;
  --taken_;
  Access ended = std::move(first);
  waiting_.pop_front();
  if (ended.missing.empty()) {
    user_.read_done(ended.instruction, now);
  } else {
    late_.push_back(std::move(ended));
  }
}

void ReadUnit::take(Access& access, std::uint64_t line, Cycle now) {
  const auto at = std::find(access.missing.begin(), access.missing.end(), line);
  if (at == access.missing.end()) return;
  access.missing.erase(at);
  access.at = now;
  user_.line_read(access.instruction, line);
}

void ReadUnit::line_came(std::uint64_t line, Cycle now) {
  for (Access& access : waiting_) take(access, line, now);
  for (Access& access : late_) take(access, line, now);
  const auto ended = [this](const Access& access) {
    if (!access.missing.empty()) return false;
    user_.read_done(access.instruction, access.at);
    return true;
  };
  late_.erase(std::remove_if(late_.begin(), late_.end(), ended), late_.end());
}

}  // namespace unibank
