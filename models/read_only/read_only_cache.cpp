#include "read_only/read_only_cache.h"

#include <algorithm>
#include <utility>

namespace unibank {

ReadOnlyCache::ReadOnlyCache(const Design::ReadOnlyCache& size)
    : size_(size), sets_(size.bytes / (std::uint64_t{size.line_bytes} * size.ways)), ways_(sets_ * size.ways) {}

ReadOnlyCache::Way* ReadOnlyCache::find(std::uint64_t line) {
  Way* const set = set_of(line);
  Way* const end = set + size_.ways;
  Way* const way = std::find_if(set, end, [line](const Way& one) { return one.line == line; });
  return way != end ? way : nullptr;
}

ReadOnlyCache::Look ReadOnlyCache::look_up(std::uint64_t address) {
  const std::uint64_t line = line_of(address);
  if (Way* const way = find(line)) {
    way->used = ++uses_;
    ++counts_.hits;
    return Look::kHit;
  }
  const bool comes = std::find(under_way_.begin(), under_way_.end(), line) != under_way_.end();
  if (!comes && under_way_.size() == size_.mshr_entries) return Look::kFull;
  ++counts_.misses;
  counts_.merges += comes;
  if (comes) return Look::kMiss;
  under_way_.push_back(line);
  to_read_.push_back(line);
  return Look::kMiss;
}

std::optional<std::uint64_t> ReadOnlyCache::next_read() {
  if (to_read_.empty()) return {};
  const std::uint64_t line = to_read_.front();
  to_read_.pop_front();
  return line;
}

std::optional<std::uint64_t> ReadOnlyCache::enter(std::uint64_t line) {
  under_way_.erase(std::find(under_way_.begin(), under_way_.end(), line));
  const std::uint64_t driven_out = replace_oldest(line);
  if (driven_out == kNoLine) return {};
  ++counts_.evictions;
  return driven_out;
}

std::uint64_t ReadOnlyCache::replace_oldest(std::uint64_t line) {
  Way* const set = set_of(line);
  Way* const oldest =
      std::min_element(set, set + size_.ways, [](const Way& a, const Way& b) { return a.used < b.used; });
  return std::exchange(*oldest, {line, ++uses_}).line;
}

void ReadOnlyCache::hold(std::uint64_t line) {
  if (Way* const way = find(line)) way->used = ++uses_;
  else replace_oldest(line);
}

void ReadOnlyCache::clear() {
  std::fill(ways_.begin(), ways_.end(), Way());
  under_way_.clear();
  to_read_.clear();
}

}  // namespace unibank
