#include <catch2/catch.hpp>
#include <list>
#include <string>
#include <vector>

#include "base/input_error.h"
#include "memory/tag_array_core.h"
#include "support/random.h"

using namespace unibank;

TEST_CASE("a cold line misses, is filled and hits") {
  TagArrayCore tags(4);
  tags.configure(16);
  CHECK_FALSE(tags.lookup(0x1080).hit);
  const TagResult fill = tags.fill(0x1080, 3);
  CHECK_FALSE(fill.hit);
  CHECK(fill.set == 0x1080 / 128 % 16);
  CHECK_FALSE(fill.victim_valid);
  const TagResult hit = tags.lookup(0x10FF);  // any byte of the line
  CHECK(hit.hit);
  CHECK(hit.way == fill.way);
  CHECK(hit.state == 3);
  CHECK(tags.counters().lookups == 2);
  CHECK(tags.counters().hits == 1);
  CHECK(tags.counters().fills == 1);
}

TEST_CASE("the least recently used way goes, and the victim is named with its state") {
  TagArrayCore tags(2);
  tags.configure(3);  // any number of sets: lines 0, 3, 6 share set 0
  tags.fill(0 * 128, 1);
  tags.fill(3 * 128, 2);
  CHECK(tags.lookup(0).hit);
  const TagResult fill = tags.fill(6 * 128, 0);
  CHECK(fill.victim_valid);
  CHECK(fill.victim_address == 3 * 128);
  CHECK(fill.victim_state == 2);
  CHECK(tags.lookup(0).hit);
  CHECK_FALSE(tags.lookup(3 * 128).hit);
  CHECK(tags.counters().evictions == 1);
}

TEST_CASE("lines a multiple of the sets apart stay together in a cache with a hashed index") {
  for (const char* index : {"modulo", "xor", "fermi"}) {
    TagArrayCore tags(4, nullptr, index);
    tags.configure(32);
    for (std::uint64_t line = 0; line < 32; ++line) tags.fill(line * 64 * 128, 0);  // 8 KB apart
    for (std::uint64_t line = 0; line < 32; ++line) tags.lookup(line * 64 * 128);
    const bool hashed = std::string(index) != "modulo";
    CHECK(tags.counters().evictions == (hashed ? 0 : 28));
    CHECK(tags.counters().hits == (hashed ? 32 : 4));
  }
}

TEST_CASE("a probe changes neither the order of use nor the counters") {
  TagArrayCore tags(2);
  tags.configure(1);
  tags.fill(0, 0);
  tags.fill(128, 0);
  CHECK(tags.probe(0).hit);
  CHECK(tags.fill(256, 0).victim_address == 0);
  CHECK(tags.counters().lookups == 0);
}

TEST_CASE("filling a present line marks it used and answers hit") {
  TagArrayCore tags(2);
  tags.configure(1);
  tags.fill(0, 1);
  tags.fill(128, 1);
  const TagResult again = tags.fill(0, 2);
  CHECK(again.hit);
  CHECK(again.state == 1);
  CHECK(tags.fill(256, 0).victim_address == 128);
  CHECK(tags.counters().fills == 3);
}

TEST_CASE("state changes and invalidation concern present lines only") {
  TagArrayCore tags(2);
  tags.configure(4);
  CHECK_FALSE(tags.set_state(0, 5).hit);
  tags.fill(0, 1);
  CHECK(tags.set_state(0, 5).state == 5);
  CHECK(tags.probe(0).state == 5);
  CHECK(tags.invalidate(0).hit);
  CHECK_FALSE(tags.invalidate(0).hit);
  CHECK_FALSE(tags.lookup(0).hit);
}

TEST_CASE("a store is a lookup: it counts and marks only a present line as used and dirty") {
  TagArrayCore tags(2);
  tags.configure(1);
  CHECK_FALSE(tags.store(0, kDirtyLine).hit);
  tags.fill(0, kCleanLine);
  tags.fill(128, kCleanLine);
  const TagResult store = tags.store(0, kDirtyLine);
  CHECK(store.hit);
  CHECK(store.state == kCleanLine);
  CHECK(tags.store(0, kDirtyLine).state == kDirtyLine);
  CHECK(tags.counters().lookups == 3);
  CHECK(tags.counters().hits == 2);
  const TagResult fill = tags.fill(256, kCleanLine);  // line 1 is now the least recently used
  CHECK(fill.victim_address == 128);
  CHECK(fill.victim_state == kCleanLine);
  CHECK(tags.fill(384, kCleanLine).victim_state == kDirtyLine);
}

TEST_CASE("dirty lines are cleaned one by one, in the order of sets and ways") {
  TagArrayCore tags(2);
  tags.configure(3);
  for (unsigned line : {4, 1, 2, 0}) tags.fill(line * 128, line == 2 ? kCleanLine : kDirtyLine);
  std::vector<std::uint64_t> found;
  for (TagResult next = tags.clean(0); next.hit; next = tags.clean(next.set * 2 + next.way + 1)) {
    CHECK(next.state == kDirtyLine);
    found.push_back(next.victim_address / 128);
  }
  CHECK(found == std::vector<std::uint64_t>{0, 4, 1});
  CHECK_FALSE(tags.clean(0).hit);
  CHECK(tags.probe(4 * 128).state == kCleanLine);
  CHECK(tags.counters().lookups == 0);
}

TEST_CASE("an invalid way is not dirty whatever was in it") {
  TagArrayCore tags(2);
  tags.configure(2);
  CHECK_FALSE(tags.clean(0).hit);
  tags.fill(0, kDirtyLine);
  CHECK(tags.invalidate(0).state == kDirtyLine);
  CHECK_FALSE(tags.clean(0).hit);
  CHECK_FALSE(tags.clean(1000).hit);
}

TEST_CASE("without sets every lookup misses and nothing is entered") {
  TagArrayCore tags(4);
  tags.configure(0);
  CHECK_FALSE(tags.lookup(128).hit);
  CHECK(tags.fill(128, 0).way == TagArrayCore::kNoWay);
  CHECK_FALSE(tags.lookup(128).hit);
  CHECK(tags.counters().fills == 0);
}

TEST_CASE("a new configuration drops all lines") {
  TagArrayCore tags(4);
  tags.configure(8);
  tags.fill(0, 0);
  tags.configure(9);
  CHECK_FALSE(tags.lookup(0).hit);
}

TEST_CASE("a replacement policy may refuse: the line is not entered") {
  struct KeepState1 : Replacement {
    int victim(const TagWay* ways, unsigned count, std::uint8_t) const override {
      for (unsigned way = 0; way < count; ++way) {
        if (ways[way].state != 1) return static_cast<int>(way);
      }
      return -1;
    }
  } keep;
  TagArrayCore tags(2, &keep);
  tags.configure(1);
  tags.fill(0, 1);
  tags.fill(128, 0);
  CHECK(tags.fill(256, 1).victim_address == 128);
  const TagResult refused = tags.fill(384, 0);
  CHECK(refused.way == TagArrayCore::kNoWay);
  CHECK_FALSE(refused.victim_valid);
  CHECK(tags.probe(0).hit);
  CHECK(tags.probe(256).hit);
}

TEST_CASE("way counts outside 1 to 32 are refused") {
  CHECK_THROWS_AS(TagArrayCore(0), InputError);
  CHECK_THROWS_AS(TagArrayCore(33), InputError);
  CHECK_NOTHROW(TagArrayCore(32));
}

// A reference: a list of lines for each set, most recently used first.
TEST_CASE("true LRU on a random stream of lookups and fills") {
  constexpr unsigned kSets = 5, kWays = 4;
  TagArrayCore tags(kWays);
  tags.configure(kSets);
  std::vector<std::list<std::uint64_t>> model(kSets);
  test::Random random(7);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t line = random.below(40) * 128;
    std::list<std::uint64_t>& set = model[line / 128 % kSets];
    const auto it = std::find(set.begin(), set.end(), line);
    const bool present = it != set.end();
    REQUIRE(tags.lookup(line).hit == present);
    if (present) {
      set.splice(set.begin(), set, it);
    } else if (random.below(2)) {
      const TagResult fill = tags.fill(line, 0);
      REQUIRE(fill.victim_valid == (set.size() == kWays));
      if (fill.victim_valid) {
        REQUIRE(fill.victim_address == set.back());
        set.pop_back();
      }
      set.push_front(line);
    }
  }
}

TEST_CASE("a claim enters a line or gives a present line the state and marks it used") {
  TagArrayCore tags(2);
  tags.configure(1);
  CHECK(tags.claim(0, 1).way == 0);
  tags.fill(128, 2);
  const TagResult again = tags.claim(0, 3);
  CHECK(again.hit);
  CHECK(tags.probe(0).state == 3);
  CHECK(tags.fill(256, 2).victim_address == 128);  // line 0 is the younger one
  CHECK(tags.counters().fills == 3);
}

TEST_CASE("lines are counted by state whatever changes it") {
  TagArrayCore tags(2);
  tags.configure(2);
  tags.fill(0, 2);
  tags.fill(128, 2);
  tags.claim(256, 1);
  CHECK(tags.lines(2) == 2);
  CHECK(tags.lines(1) == 1);
  tags.store(0, 3);
  tags.mark(256, 8);
  tags.mark(512, 8);  // not there
  CHECK(tags.lines(2) == 1);
  CHECK(tags.lines(3) == 1);
  CHECK(tags.lines(1) == 0);
  CHECK(tags.lines(9) == 1);
  tags.set_state(256, 5);
  CHECK(tags.lines(5) == 1);
  tags.fill(512, 2);  // set 0 is full: line 256 is evicted, as the store used line 0
  CHECK(tags.lines(3) == 1);
  tags.claim(512, 1);
  tags.invalidate(128);
  CHECK(tags.lines(5) == 0);
  CHECK(tags.lines(1) == 1);
  CHECK(tags.lines(2) == 0);
  tags.configure(2);
  CHECK(tags.lines(1) == 0);
}

TEST_CASE("ways out of use hold no line and the other ways keep their places") {
  TagArrayCore tags(4);
  tags.configure(2, 3);
  for (unsigned i = 0; i < 3; ++i) CHECK(tags.fill(256 * i, 0).way == i);
  CHECK(tags.fill(256 * 3, 0).way == 0);
  CHECK(tags.fill(128, 0).set == 1);
  tags.configure(2);
  for (unsigned i = 0; i < 4; ++i) CHECK(tags.fill(256 * i, 0).way == i);
}

TEST_CASE("a line that blocks without time have loaded is there and has displaced clean lines alone") {
  TagArrayCore tags(2);
  tags.configure(3);
  CHECK_FALSE(tags.warm(0));
  CHECK(tags.warm(0));
  CHECK(tags.lines(kCleanLine) == 1);
  CHECK(tags.counters() == TagCounters());
  tags.fill(3 * 128, kDirtyLine);
  CHECK_FALSE(tags.warm(6 * 128));  // in the place of line 0, the least recently used
  CHECK_FALSE(tags.probe(0).hit);
  CHECK(tags.probe(6 * 128).hit);
  tags.lookup(6 * 128);             // now the dirty line is the least recently used
  CHECK_FALSE(tags.warm(9 * 128));  // in the place of the only clean line
  CHECK(tags.probe(9 * 128).hit);
  CHECK(tags.probe(3 * 128).state == kDirtyLine);
  CHECK(tags.lines(kCleanLine) == 1);
  tags.claim(9 * 128, kDirtyLine);
  CHECK_FALSE(tags.warm(12 * 128));  // no line is clean
  CHECK_FALSE(tags.probe(12 * 128).hit);
  CHECK(tags.warm(9 * 128));
  CHECK(tags.lines(kDirtyLine) == 2);
}

// The lines of a set in the order in which they would be evicted, oldest first.
std::vector<std::uint64_t> evicted_in_turn(TagArrayCore tags, unsigned ways) {
  std::vector<std::uint64_t> lines;
  for (unsigned i = 0; i < ways; ++i) lines.push_back(tags.fill((100 + i) * kLineBytes, kCleanLine).victim_address);
  return lines;
}

TEST_CASE("loads by blocks without time change the order of clean lines and no register becomes older by them") {
  TagArrayCore tags(4);
  tags.configure(1);
  constexpr std::uint64_t kA = 0, kRegister = 128, kB = 256, kDirty = 384, kC = 512;
  tags.fill(kA, kCleanLine);
  tags.fill(kRegister, kRegisterLine);
  tags.fill(kB, kCleanLine);
  tags.fill(kDirty, kDirtyLine);
  REQUIRE(evicted_in_turn(tags, 4) == std::vector{kA, kRegister, kB, kDirty});
  CHECK(tags.warm(kA));  // A exchanges its place with B
  CHECK(evicted_in_turn(tags, 4) == std::vector{kB, kRegister, kA, kDirty});
  CHECK_FALSE(tags.warm(kC));  // evicts B, the older clean line, and is the newer one
  CHECK(evicted_in_turn(tags, 4) == std::vector{kA, kRegister, kC, kDirty});
  CHECK(tags.warm(kDirty));  // stays where it is
  CHECK(evicted_in_turn(tags, 4) == std::vector{kA, kRegister, kC, kDirty});
}

TEST_CASE("a replacement that chooses a way that the set does not have is refused") {
  struct Fixed : Replacement {
    explicit Fixed(int chosen) : way(chosen) {}
    int victim(const TagWay* /*ways*/, unsigned /*count*/, std::uint8_t /*state*/) const override { return way; }
    int way;
  };
  for (const int way : {-1, 0, 3, 4, 31}) {
    INFO(way);
    const Fixed fixed(way);
    TagArrayCore tags(4, &fixed);
    tags.configure(2);
    for (std::uint64_t line = 0; line < 8; ++line) tags.fill(line * kLineBytes, kCleanLine);  // both sets are full
    const std::string says = "a replacement chose way " + std::to_string(way) +
                             " of a set of 4 ways; expected 0 to 3, or a negative number for none";
    if (way < 4) {
      CHECK(tags.fill(8 * kLineBytes, kCleanLine).way == (way < 0 ? TagResult::kNoWay : way));
      CHECK_FALSE(tags.warm(10 * kLineBytes));
    } else {
      CHECK_THROWS_WITH(tags.fill(8 * kLineBytes, kCleanLine), says);
      CHECK_THROWS_WITH(tags.warm(10 * kLineBytes), says);
    }
    CHECK(tags.lookup(1 * kLineBytes).hit);  // the other set is as it was
  }
}
