// Registers as lines of the array: the register stores' steps on a tag array, without time.
#include <catch2/catch.hpp>

#include <array>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "memory/tag_array_core.h"
#include "policy/line_state.h"
#include "policy/register_lines.h"
#include "policy/register_store.h"

using namespace unibank;

namespace {

constexpr std::uint64_t kSet = 256 * kLineBytes;  // from a line to the next one of the same set

PolicyValues unswizzled(PolicyValues values) {
  values.insert({"swizzle", 0});
  return values;
}

// 256 sets of 4 ways, 16 warps of 64 registers: without swizzling, warp register r and memory line r are in set r mod
// 256.
class Array {
 public:
  explicit Array(const std::string& policy, const PolicyValues& values = {})
      : store(RegisterStoreRegistry::instance().make(policy, unswizzled(values))), tags(4, store->replacement()) {
    tags.configure(256);
    RegisterLayout layout;
    layout.warps = 16;
    layout.registers_per_thread = 64;
    layout.sets = 256;
    layout.ways = 4;
    store->reset(layout);
  }

  // All steps of an access to warp register `number`, in words; the answers come as the operand stage would give them.
  std::string access(unsigned number, bool write, bool full_mask = true, bool merged = false) {
    RegisterAccess reg;
    reg.warp = number / 64;
    reg.number = number % 64;
    reg.write = write;
    reg.full_mask = full_mask;
    std::string text;
    const TagAnswer* answer = nullptr;
    TagAnswer last;
    for (;;) {
      const RegisterStep step = store->next(reg, answer);
      text += (text.empty() ? "" : ", ") + name(step);
      using Kind = RegisterStep::Kind;
      if (step.kind == Kind::kBank || step.kind == Kind::kBuffer || step.kind == Kind::kRestore) return text;
      answer = &last;
      switch (step.kind) {
        case Kind::kLookup: last = tags.lookup(step.address); break;
        case Kind::kUpdate: last = tags.store(step.address, step.state); break;
        case Kind::kClaim: last = tags.claim(step.address, step.state); break;
        case Kind::kFill: last = tags.fill(step.address, step.state); break;
        default:
          answer = nullptr;
          reg.merged = merged;
      }
    }
  }
  std::string write(unsigned number, bool full_mask = true) { return access(number, true, full_mask); }
  std::string read(unsigned number) { return access(number, false); }
  void tell_deaths() {
    for (const RegisterDeath& death : store->deaths())
      death.inactive ? tags.invalidate(death.address) : tags.mark(death.address, kDeadBit);
    store->deaths().clear();
  }
  // -1: the line is not present.
  int state(std::uint64_t address) const {
    const TagResult found = tags.probe(address);
    return found.hit ? found.state : -1;
  }
  static std::uint64_t line(unsigned number) { return register_line(0, number, 10); }

  std::unique_ptr<RegisterStore> store;
  TagArrayCore tags;

 private:
  static std::string name(const RegisterStep& step) {
    const auto place = [&] { return " " + std::to_string(step.bank) + ":" + std::to_string(step.row); };
    const bool of_memory = step.address < register_line(0, 0, 10);
    const std::string what = (of_memory ? " line " : " register ") +
                             std::to_string((of_memory ? step.address : step.address - line(0)) / kLineBytes);
    switch (step.kind) {
      case RegisterStep::Kind::kBank: return "bank" + place();
      case RegisterStep::Kind::kBuffer: return "buffer";
      case RegisterStep::Kind::kLookup: return "look up";
      case RegisterStep::Kind::kUpdate: return "update";
      case RegisterStep::Kind::kClaim: return "claim";
      case RegisterStep::Kind::kFetch: return "fetch" + what;
      case RegisterStep::Kind::kFill: return "fill";
      case RegisterStep::Kind::kRestore: return "restore" + place();
      case RegisterStep::Kind::kSpill: return "spill" + place() + " as" + what;
    }
    return "?";
  }
};

// Fills set 5 with memory lines 5 + 256 i; the first is the least recently used.
void fill_set(Array& array, std::uint8_t state) {
  for (unsigned i = 0; i < 4; ++i) array.tags.fill(5 * kLineBytes + i * kSet, state);
}

}  // namespace

TEST_CASE("a reg-mem address is the SM's prefix and the warp register and 7 zeros") {
  const std::uint64_t address = register_line(3, 0x2a5, register_bits(1024));
  CHECK(address >> 32 == 0);
  CHECK(address >> 17 == 0x7fff - 3);            // 15 bits of prefix
  CHECK((address >> 7 & 0x3ff) == 0x2a5);        // 10 bits of warp register
  CHECK((address & 0x7f) == 0);
  // Decoded like any address: tag bank, set in the bank, tag.
  CHECK((address >> 7 & 3) == 0x2a5 % 4);
  CHECK((address >> 9 & 63) == 0x2a5 / 4 % 64);
  CHECK(address >> 15 == ((0x7fffu - 3) << 2 | 0x2a5 >> 8));
}

TEST_CASE("1024 registers are exactly 4 in each set and the SMs' ranges do not overlap") {
  std::vector<unsigned> in_set(256);
  for (unsigned number = 0; number < 1024; ++number) ++in_set[register_line(7, number, 10) / kLineBytes % 256];
  CHECK(in_set == std::vector<unsigned>(256, 4));
  for (unsigned sm = 0; sm + 1 < 64; ++sm) CHECK(register_line(sm, 0, 10) == register_line(sm + 1, 1023, 10) + 128);
  CHECK(register_line(0, 1023, 10) == 0xffffff80);
  CHECK(register_line(63, 0, 10) > std::uint64_t{1} << 30);  // what a device has
}

TEST_CASE("the registers of all SMs have the addresses up to 4 GB and no other") {
  for (const unsigned sms : {1u, 15u}) {
    const RegisterAddresses all = register_addresses(sms, 1024);
    CHECK(all.begin == register_line(sms - 1, 0, 10));
    CHECK(all.begin + all.bytes == std::uint64_t{1} << 32);
    CHECK_FALSE(all.holds(all.begin - 1));
    CHECK(all.holds(all.begin));
    CHECK(all.holds(0xffffffff));
    CHECK_FALSE(all.holds(std::uint64_t{1} << 32));
  }
  CHECK_FALSE(RegisterAddresses().holds(0));
}

TEST_CASE("an array of 256 KB needs one more register bit and an array of 64 KB no fewer") {
  CHECK(register_bits(512) == 10);
  CHECK(register_bits(1025) == 11);
  CHECK(register_bits(2048) == 11);
  CHECK(register_line(0, 2047, 11) == 0xffffff80);
  CHECK(register_line(1, 2047, 11) == register_line(0, 0, 11) - 128);
}

TEST_CASE("a line is one row of the bank of its set: 64 sets of 4 ways fill the 256 rows of each of four banks") {
  std::vector<unsigned> used(4 * 256);
  for (unsigned set = 0; set < 256; ++set) {
    for (unsigned way = 0; way < 4; ++way) {
      const LinePlace place = line_place(set, way, 4, 4);
      CHECK(place.bank == set % 4);
      ++used.at(place.bank * 256 + place.row);
    }
  }
  CHECK(used == std::vector<unsigned>(4 * 256, 1));
}

TEST_CASE("lru-prioritized: a written register goes from inactive to reg and is found where it was put") {
  Array array("lru-prioritized");
  CHECK(array.state(Array::line(5)) == -1);
  CHECK(array.write(5) == "claim, bank 1:4");
  CHECK(array.state(Array::line(5)) == kRegisterLine);
  CHECK(array.read(5) == "look up, bank 1:4");
  CHECK(array.write(5) == "claim, bank 1:4");  // reg to reg: a rewrite
  CHECK(array.tags.counters().evictions == 0);
  CHECK(array.store->bank(0, 5) == 1);
}

TEST_CASE("lru-prioritized: a dead register's line is inactive and is replaced next") {
  Array array("lru-prioritized");
  for (unsigned i = 0; i < 4; ++i) array.write(5 + 256 * i);
  array.store->register_dead(4, 5);  // warp register 261
  array.tell_deaths();
  CHECK(array.state(Array::line(261)) == -1);
  const TagResult entered = array.tags.fill(5 * kLineBytes, kCleanLine);  // inactive to cache
  CHECK(entered.way == 1);
  CHECK_FALSE(entered.victim_valid);
  CHECK(array.state(5 * kLineBytes) == kCleanLine);
  CHECK(array.read(261) == "look up, buffer");
}

TEST_CASE("lru-prioritized: a store makes a cache line dirty") {
  Array array("lru-prioritized");
  array.tags.fill(0, kCleanLine);
  CHECK(array.tags.store(0, kDirtyLine).state == kCleanLine);
  CHECK(array.state(0) == kDirtyLine);
}

TEST_CASE("lru-prioritized: a register takes the least recently used clean line without a memory access") {
  Array array("lru-prioritized");
  fill_set(array, kCleanLine);
  array.tags.lookup(5 * kLineBytes);  // the second line is now the oldest
  CHECK(array.write(5) == "claim, bank 1:5");
  CHECK(array.state(5 * kLineBytes + kSet) == -1);
  CHECK(array.state(Array::line(5)) == kRegisterLine);
}

TEST_CASE("lru-prioritized: a dirty line is written to memory before a register takes its row") {
  Array array("lru-prioritized");
  fill_set(array, kDirtyLine);
  CHECK(array.write(5) == "claim, spill 1:4 as line 5, bank 1:4");
}

TEST_CASE("lru-prioritized: an inactive way is taken before any line of the cache") {
  Array array("lru-prioritized");
  fill_set(array, kCleanLine);
  array.tags.invalidate(5 * kLineBytes + 2 * kSet);
  CHECK(array.write(5) == "claim, bank 1:6");
  CHECK(array.tags.counters().evictions == 0);
}

TEST_CASE("lru-prioritized: a cache line replaces clean and dirty lines but never a register") {
  Array array("lru-prioritized");
  array.write(5);    // way 0, the least recently used
  array.write(261);  // way 1
  array.tags.fill(5 * kLineBytes, kCleanLine);
  array.tags.fill(5 * kLineBytes + kSet, kDirtyLine);
  const TagResult first = array.tags.fill(5 * kLineBytes + 2 * kSet, kCleanLine);  // cache to cache
  CHECK(first.way == 2);
  CHECK(first.victim_state == kCleanLine);
  const TagResult second = array.tags.fill(5 * kLineBytes + 3 * kSet, kCleanLine);  // dirty to cache: to memory first
  CHECK(second.way == 3);
  CHECK(second.victim_state == kDirtyLine);
  CHECK(second.victim_address == 5 * kLineBytes + kSet);
  CHECK(is_unwritten(second.victim_state));
}

TEST_CASE("lru-prioritized: with a register in every way a cache line is not entered") {
  Array array("lru-prioritized");
  for (unsigned i = 0; i < 4; ++i) array.write(5 + 256 * i);
  CHECK(array.tags.fill(5 * kLineBytes, kCleanLine).way == TagAnswer::kNoWay);
  for (unsigned i = 0; i < 4; ++i) CHECK(array.state(Array::line(5 + 256 * i)) == kRegisterLine);
}

TEST_CASE("lru-prioritized: all 1024 registers have a place at once and the end of a warp frees its own") {
  Array array("lru-prioritized");
  fill_set(array, kCleanLine);
  for (unsigned number = 0; number < 1024; ++number) array.write(number);
  CHECK(array.tags.lines(kRegisterLine) == 1024);
  CHECK(array.tags.lines(kCleanLine) == 0);
  array.store->warp_finished(3);
  array.tell_deaths();
  CHECK(array.tags.lines(kRegisterLine) == 1024 - 64);
  for (unsigned number = 192; number < 256; ++number) CHECK(array.state(Array::line(number)) == -1);
}

TEST_CASE("lru-fair: a register and a cache line replace each other by age only") {
  Array array("lru-fair");
  array.write(5);
  for (unsigned i = 0; i < 3; ++i) array.tags.fill(5 * kLineBytes + i * kSet, kCleanLine);
  const TagResult fill = array.tags.fill(5 * kLineBytes + 3 * kSet, kCleanLine);  // reg to cache
  CHECK(fill.way == 0);
  CHECK(fill.victim_address == Array::line(5));
  CHECK(is_unwritten(fill.victim_state));
  CHECK(array.write(5) == "claim, bank 1:5");  // clean cache to reg
  CHECK(array.write(261) == "claim, bank 1:6");
}

TEST_CASE("lru-fair: a dirty line is written to memory before a register takes its row") {
  Array array("lru-fair");
  fill_set(array, kDirtyLine);
  CHECK(array.write(5) == "claim, spill 1:4 as line 5, bank 1:4");
}

namespace {

// Registers 5, 261, 517 and a memory line fill the set; then 773 replaces 5.
Array with_spilled_register(const PolicyValues& values = {}) {
  Array array("lru-fair", values);
  for (unsigned i = 0; i < 3; ++i) array.write(5 + 256 * i);
  array.tags.fill(5 * kLineBytes, kCleanLine);
  CHECK(array.write(773) == "claim, spill 1:4 as register 5, bank 1:4");
  return array;
}

}  // namespace

TEST_CASE("lru-fair: a register that is read after its spill comes back clean to the array and to the operand buffer") {
  Array array = with_spilled_register();
  CHECK(array.read(5) == "look up, fetch register 5, fill, spill 1:5 as register 261, restore 1:5");
  CHECK(array.state(Array::line(5)) == kCleanRegister);
  CHECK(array.read(5) == "look up, bank 1:5");
  // 5 is clean and therefore dropped: the reads of the others have made it the oldest.
  array.read(517);
  array.tags.lookup(5 * kLineBytes);
  array.read(773);
  CHECK(array.read(261) == "look up, fetch register 261, fill, restore 1:5");
  CHECK(array.write(261) == "claim, bank 1:5");  // written again: memory has the old value
  CHECK(array.state(Array::line(261)) == kRegisterLine);
}

TEST_CASE("lru-fair: of two reads that fetch one register only one enters the line") {
  Array array = with_spilled_register();
  CHECK(array.access(5, false, true, true) == "look up, fetch register 5, buffer");
}

TEST_CASE("lru-fair: a fetched register that another access has entered meanwhile is in the operand buffer only") {
  Array array = with_spilled_register();
  RegisterAccess reg;
  reg.number = 5;
  CHECK(array.store->next(reg, nullptr).kind == RegisterStep::Kind::kLookup);
  TagAnswer miss;
  miss.way = TagAnswer::kNoWay;
  CHECK(array.store->next(reg, &miss).kind == RegisterStep::Kind::kFetch);
  CHECK(array.store->next(reg, nullptr).kind == RegisterStep::Kind::kFill);
  TagAnswer there;
  there.hit = true;
  CHECK(array.store->next(reg, &there).kind == RegisterStep::Kind::kBuffer);
}

TEST_CASE("lru-fair: a register that was never written is not fetched unless asked for") {
  CHECK(Array("lru-fair").read(5) == "look up, buffer");
  CHECK(Array("lru-fair", {{"fetch_unwritten", 1}}).read(5) == "look up, fetch register 5, fill, restore 1:4");
}

TEST_CASE("lru-fair: a write by all lanes allocates without a fetch and one by some lanes fetches and merges") {
  Array array = with_spilled_register();
  CHECK(array.write(5) == "claim, spill 1:5 as register 261, bank 1:5");
  CHECK(array.write(261, false) == "update, fetch register 261, claim, spill 1:6 as register 517, restore 1:6");
  CHECK(array.state(Array::line(261)) == kRegisterLine);
  CHECK(array.write(261, false) == "update, bank 1:6");
  CHECK(array.write(6, false) == "claim, bank 2:4");  // never written: no old value to merge with
}

TEST_CASE("lru-fair: a write by some lanes to a clean register makes it one that has to be spilled") {
  Array array = with_spilled_register();
  array.read(5);
  CHECK(array.write(5, false) == "update, bank 1:5");
  CHECK(array.state(Array::line(5)) == kRegisterLine);
}

TEST_CASE("lru-fair: the choices that the paper leaves open can be reversed") {
  CHECK(with_spilled_register({{"full_write_fetches", 1}}).write(5) ==
        "update, fetch register 5, claim, spill 1:5 as register 261, restore 1:5");
  CHECK(with_spilled_register({{"partial_write_fetches", 0}}).write(5, false) ==
        "claim, spill 1:5 as register 261, bank 1:5");
  CHECK(with_spilled_register({{"refill", 0}}).read(5) == "look up, fetch register 5, buffer");
}

TEST_CASE("lru-fair: dead registers are marked but still spilled and live again when written") {
  Array array("lru-fair");
  array.write(5);
  array.store->register_dead(0, 5);
  array.tell_deaths();
  CHECK(array.state(Array::line(5)) == (kRegisterLine | kDeadBit));
  CHECK(array.tags.lines(kRegisterLine) == 0);
  for (unsigned i = 0; i < 4; ++i) {
    const TagResult fill = array.tags.fill(5 * kLineBytes + i * kSet, kCleanLine);
    CHECK(fill.victim_valid == (i == 3));
    if (i == 3) CHECK(is_unwritten(fill.victim_state));
  }
  array.write(6);
  array.store->register_dead(0, 6);
  array.tell_deaths();
  array.write(6);
  CHECK(array.state(Array::line(6)) == kRegisterLine);
}

TEST_CASE("lru-fair: the registers of an ended warp age or are dropped at once") {
  for (const bool invalidate : {false, true}) {
    Array array("lru-fair", {{"invalidate_retired", invalidate}});
    array.write(5);
    array.store->warp_finished(0);
    array.tell_deaths();
    CHECK(array.state(Array::line(5)) == (invalidate ? -1 : kRegisterLine | kDeadBit));
    CHECK(array.read(5) == (invalidate ? "look up, buffer" : "look up, bank 1:4"));
  }
}

TEST_CASE("a register number above those of a thread wraps around") {
  Array array("lru-prioritized");
  RegisterAccess reg;
  reg.number = 64 + 5;
  CHECK(array.store->next(reg, nullptr).address == Array::line(5));
  CHECK(array.store->bank(0, 64 + 6) == 2);
}
