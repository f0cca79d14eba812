#include "memory/tag_array_core.h"

#include <string>
#include <utility>

#include "base/input_error.h"

namespace unibank {

namespace {

const LeastRecentlyUsed kLeastRecentlyUsed;

std::uint64_t line_of(std::uint64_t address) { return address & ~std::uint64_t{kLineBytes - 1}; }

// The way that the line may take; negative: none. A way beyond the last one would be a way of another set.
int victim_of(const Replacement& replacement, const TagWay* ways, unsigned count, std::uint8_t state) {
  const int way = replacement.victim(ways, count, state);
  if (way >= static_cast<int>(count))
    throw RunError("a replacement chose way " + std::to_string(way) + " of a set of " + std::to_string(count) +
                   " ways; expected 0 to " + std::to_string(count - 1) + ", or a negative number for none");
  return way;
}

}  // namespace

TagArrayCore::TagArrayCore(unsigned ways, const Replacement* replacement, const std::string& index, unsigned banks)
    : most_ways_(ways),
      ways_(ways),
      hash_(index),
      banks_(banks),
      replacement_(replacement ? replacement : &kLeastRecentlyUsed) {
  if (ways < 1 || ways > 32) {
    throw InputError("tag array: " + std::to_string(ways) + " ways, expected 1 to 32");
  }
}

void TagArrayCore::configure(unsigned sets, unsigned ways) {
  sets_ = sets;
  if (sets != 0) index_ = HashedIndex(sets, hash_, banks_);
  ways_ = ways == 0 ? most_ways_ : ways;
  lines_.assign(static_cast<std::size_t>(sets) * most_ways_, TagWay());
  lines_in_.fill(0);
}

TagResult TagArrayCore::find(std::uint64_t address) const {
  TagResult result;
  result.way = kNoWay;
  if (sets_ == 0) return result;
  const std::uint64_t line = line_of(address);
  result.set = index_.place(line / kLineBytes);
  const TagWay* ways = &lines_[static_cast<std::size_t>(result.set) * most_ways_];
  for (unsigned way = 0; way < ways_; ++way) {
    if (ways[way].address != line || !ways[way].valid) continue;
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

// The way that an entering line takes: the first empty one, or the victim's; negative: none.
int TagArrayCore::place_of(const TagWay* ways, std::uint8_t state) const {
  int way = 0;
  while (way < static_cast<int>(ways_) && ways[way].valid) ++way;
  return way == static_cast<int>(ways_) ? victim_of(*replacement_, ways, ways_, state) : way;
}

TagResult TagArrayCore::fill(std::uint64_t address, std::uint8_t state) {
  TagResult result = find(address);
  if (result.hit) {
    at(result).used = ++clock_;
    return result;
  }
  if (sets_ == 0) return result;
  const TagWay* ways = &lines_[static_cast<std::size_t>(result.set) * most_ways_];
  const int way = place_of(ways, state);
  if (way < 0) return result;
  result.way = static_cast<std::uint8_t>(way);
  TagWay& line = at(result);
  result.victim_valid = line.valid;
  result.victim_state = line.state;
  result.victim_address = line.address;
  result.state = state;
  ++counters_.fills;
  counters_.evictions += line.valid;
  lines_in_[line.state] -= line.valid;
  ++lines_in_[state];
  line = TagWay{line_of(address), replacement_->enters_oldest(line_of(address)) ? 0 : ++clock_, state, true};
  return result;
}

bool TagArrayCore::warm(std::uint64_t address) {
  TagResult result = find(address);
  if (sets_ == 0 || (result.hit && result.state != kCleanLine)) return result.hit;
  TagWay* ways = &lines_[static_cast<std::size_t>(result.set) * most_ways_];
  const int way = result.hit ? result.way : place_of_warm(ways);
  if (way < 0) return false;
  TagWay& line = ways[way];
  lines_in_[kCleanLine] += !line.valid;
  line = TagWay{line_of(address), line.valid ? line.used : ++clock_, kCleanLine, true};
  if (replacement_->enters_oldest(line.address)) line.used = 0;
  else make_newest_clean(ways, line);
  return result.hit;
}

// The way that a clean line may take without evicting one that is not clean; negative: none.
int TagArrayCore::place_of_warm(const TagWay* ways) const {
  const int usual = place_of(ways, kCleanLine);
  if (usual < 0 || !ways[usual].valid || ways[usual].state == kCleanLine) return usual;
  int oldest = -1;
  for (int way = 0; way < static_cast<int>(ways_); ++way)
    if (ways[way].state == kCleanLine && (oldest < 0 || ways[way].used < ways[oldest].used)) oldest = way;
  return oldest;
}

// The clean lines of the set exchange their places in the order of use: the others stay where they are in it.
void TagArrayCore::make_newest_clean(TagWay* ways, TagWay& line) {
  for (;;) {
    TagWay* newer = nullptr;
    for (TagWay* one = ways; one != ways + ways_; ++one)
      if (one->valid && one->state == kCleanLine && one->used > line.used && (!newer || one->used < newer->used))
        newer = one;
    if (!newer) return;
    std::swap(newer->used, line.used);
  }
}

TagResult TagArrayCore::invalidate(std::uint64_t address) {
  const TagResult result = find(address);
  if (!result.hit) return result;
  --lines_in_[result.state];
  at(result) = TagWay();
  return result;
}

void TagArrayCore::give_state(TagWay& line, std::uint8_t state) {
  --lines_in_[line.state];
  ++lines_in_[state];
  line.state = state;
}

TagResult TagArrayCore::claim(std::uint64_t address, std::uint8_t state) {
  const TagResult result = fill(address, state);
  if (result.hit) give_state(at(result), state);
  return result;
}

TagResult TagArrayCore::set_state(std::uint64_t address, std::uint8_t state) {
  TagResult result = find(address);
  if (result.hit) give_state(at(result), result.state = state);
  return result;
}

TagResult TagArrayCore::mark(std::uint64_t address, std::uint8_t bits) {
  const TagResult result = find(address);
  if (result.hit) give_state(at(result), result.state | bits);
  return result;
}

TagResult TagArrayCore::store(std::uint64_t address, std::uint8_t state) {
  const TagResult result = lookup(address);
  if (result.hit) give_state(at(result), state);
  return result;
}

TagResult TagArrayCore::clean(std::uint64_t from) {
  TagResult result;
  result.way = kNoWay;
  for (std::uint64_t line = from; line < lines_.size(); ++line) {
    if (!lines_[line].valid || lines_[line].state != kDirtyLine) continue;
    give_state(lines_[line], kCleanLine);
    result.hit = true;
    result.set = static_cast<std::uint32_t>(line / most_ways_);
    result.way = static_cast<std::uint8_t>(line % most_ways_);
    result.state = kDirtyLine;
    result.victim_address = lines_[line].address;
    break;
  }
  return result;
}

TagResult TagArrayCore::probe(std::uint64_t address) const { return find(address); }

}  // namespace unibank
