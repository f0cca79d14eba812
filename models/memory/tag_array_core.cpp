#include "memory/tag_array_core.h"

#include <string>

#include "base/input_error.h"

namespace unibank {

namespace {

const LeastRecentlyUsed kLeastRecentlyUsed;

std::uint64_t line_of(std::uint64_t address) { return address & ~std::uint64_t{kLineBytes - 1}; }

}  // namespace

int LeastRecentlyUsed::victim(const TagWay* ways, unsigned count, std::uint8_t /*state*/) const {
  unsigned oldest = 0;
  for (unsigned way = 1; way < count; ++way) {
    if (ways[way].used < ways[oldest].used) oldest = way;
  }
  return static_cast<int>(oldest);
}

TagArrayCore::TagArrayCore(unsigned ways, const Replacement* replacement)
    : ways_(ways), replacement_(replacement ? replacement : &kLeastRecentlyUsed) {
  if (ways < 1 || ways > 32) {
    throw InputError("tag array: " + std::to_string(ways) + " ways, expected 1 to 32");
  }
}

void TagArrayCore::configure(unsigned sets) {
  sets_ = sets;
  lines_.assign(static_cast<std::size_t>(sets) * ways_, TagWay());
}

TagResult TagArrayCore::find(std::uint64_t address) const {
  TagResult result;
  result.way = kNoWay;
  if (sets_ == 0) return result;
  const std::uint64_t line = line_of(address);
  result.set = set_of(line);
  const TagWay* ways = &lines_[static_cast<std::size_t>(result.set) * ways_];
  for (unsigned way = 0; way < ways_; ++way) {
    if (!ways[way].valid || ways[way].address != line) continue;
    result.hit = true;
    result.way = static_cast<std::uint8_t>(way);
    result.state = ways[way].state;
    break;
  }
  return result;
}

TagResult TagArrayCore::lookup(std::uint64_t address) {
  const TagResult result = find(address);
  ++counters_.lookups;
  if (result.hit) {
    ++counters_.hits;
    at(result).used = ++clock_;
  }
  return result;
}

TagResult TagArrayCore::fill(std::uint64_t address, std::uint8_t state) {
  TagResult result = find(address);
  if (result.hit) {
    at(result).used = ++clock_;
    return result;
  }
  if (sets_ == 0) return result;
  const TagWay* ways = &lines_[static_cast<std::size_t>(result.set) * ways_];
  int way = 0;
  while (way < static_cast<int>(ways_) && ways[way].valid) ++way;
  if (way == static_cast<int>(ways_)) way = replacement_->victim(ways, ways_, state);
  if (way < 0) return result;
  result.way = static_cast<std::uint8_t>(way);
  TagWay& line = at(result);
  result.victim_valid = line.valid;
  result.victim_state = line.state;
  result.victim_address = line.address;
  result.state = state;
  ++counters_.fills;
  counters_.evictions += line.valid;
  line = TagWay{line_of(address), ++clock_, state, true};
  return result;
}

TagResult TagArrayCore::invalidate(std::uint64_t address) {
  const TagResult result = find(address);
  if (result.hit) at(result) = TagWay();
  return result;
}

TagResult TagArrayCore::set_state(std::uint64_t address, std::uint8_t state) {
  TagResult result = find(address);
  if (result.hit) at(result).state = result.state = state;
  return result;
}

TagResult TagArrayCore::store(std::uint64_t address, std::uint8_t state) {
  const TagResult result = lookup(address);
  if (result.hit) at(result).state = state;
  return result;
}

TagResult TagArrayCore::clean(std::uint64_t from) {
  TagResult result;
  result.way = kNoWay;
  for (std::uint64_t line = from; line < lines_.size(); ++line) {
    if (!lines_[line].valid || lines_[line].state != kDirtyLine) continue;
    lines_[line].state = kCleanLine;
    result.hit = true;
    result.set = static_cast<std::uint32_t>(line / ways_);
    result.way = static_cast<std::uint8_t>(line % ways_);
    result.state = kDirtyLine;
    result.victim_address = lines_[line].address;
    break;
  }
  return result;
}

TagResult TagArrayCore::probe(std::uint64_t address) const { return find(address); }

}  // namespace unibank
