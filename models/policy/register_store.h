// Register store: how an operand is found.
#pragma once

#include <string>
#include <vector>

#include "base/counters.h"
#include "base/registry.h"
#include "base/types.h"
#include "policy/partition.h"
#include "policy/replacement.h"
#include "policy/signals.h"

namespace unibank {

// The tag array's response to a lookup or a fill.
struct TagAnswer {
  static constexpr std::uint8_t kNoWay = 255;  // `way` of a fill that was not entered and of every miss
  bool hit = false;
  std::uint8_t way = 0;
  bool victim_valid = false;        // fill: a line was evicted
  std::uint8_t victim_state = 0;    // its state bits
  std::uint32_t set = 0;
  std::uint64_t victim_address = 0;
};

// One step of the operand stage for one register. Each step takes its cycles; then the store is asked for the next one.
struct RegisterStep {
  enum class Kind : std::uint8_t {
    kBank,    // access bank `bank`, row `row` of each cluster that has active lanes: the last step of an operand
    kBuffer,  // the value is already in the operand buffer: the last step, no bank access
    kLookup,   // look up `address` in the tag array
    kUpdate,   // look up `address`; a line that hits takes `state`
    kClaim,    // enter `address` in the tag array with `state`; a line that hits takes `state` too
    kFetch,    // read the line `address` from memory
    kFill,     // enter `address`, which has been fetched, with `state`; a line that hits keeps its own state
    kRestore,  // write the whole line into bank `bank`, row `row`; its value is in the operand buffer: the last step
    kSpill,    // read bank `bank`, row `row`, and write it to memory as line `address`; `state` is that of the evicted
               // line
  };
  Kind kind = Kind::kBank;
  std::uint8_t state = 0;
  std::uint16_t bank = 0;
  std::uint32_t row = 0;
  std::uint64_t address = 0;
};

struct RegisterAccess {
  unsigned warp = 0, number = 0;
  bool write = false;
  bool full_mask = true;    // every live lane is written
  unsigned stage = 0;       // private to the store: the progress of this access
  bool last_use = false;    // a read by all live lanes, after which none reads the value again
  bool merged = false;      // after kFetch: another access fetches the same line and enters it
  // Also private to the store: where the register's line is, and whether it has been fetched.
  TagAnswer line{};
  bool fetched = false;
};

// The placement of registers for one launch.
struct RegisterLayout {
  unsigned warps = 0, registers_per_thread = 0;
  unsigned banks_per_cluster = 4;
  unsigned sm = 0;
  unsigned sets = 0, ways = 0;  // of the array, if registers are its lines
  unsigned scratchpad_ways = 0;  // of `ways`: those that hold the scratchpad instead of lines
  unsigned schedulers = 1;      // warp w belongs to scheduler w mod schedulers
  // base_registers: how many of registers_per_thread a warp always holds; 0: all. The others are in one of `sections`
  // sections, each for one warp at a time.
  unsigned base_registers = 0, sections = 0;
};

// A register is dead: its line has lost its tag (inactive), or is only marked for statistics.
struct RegisterDeath {
  std::uint64_t address = 0;
  bool inactive = true;
};

class RegisterStore {
 public:
  static constexpr const char* kKind = "register store";
  virtual ~RegisterStore() = default;
  // Why the store does not support an SM with this storage, register banks per cluster and schedulers; empty: it
  // supports them.
  virtual std::string refusal(const SmCapacity& /*capacity*/, unsigned /*banks_per_cluster*/,
                              unsigned /*schedulers*/) const {
    return "";
  }
  virtual void reset(const RegisterLayout& layout) = 0;
  // The first step of an access (`stage` is 0), or the step after a completed one other than a last step. `answer` is
  // the tag array's response after kLookup, kUpdate, kClaim and kFill, and null otherwise.
  virtual RegisterStep next(RegisterAccess& access, const TagAnswer* answer) = 0;
  // All operands of an instruction have been read, and the value of this register has no further reads: it is dead
  // until the next write. Called in the cycle in which the operands have been read, before any access of that cycle;
  // not called if a later instruction that writes the register has already issued.
  virtual void register_dead(unsigned /*warp*/, unsigned /*number*/) {}
  // A warp has ended and has no outstanding accesses; its registers are dead.
  virtual void warp_finished(unsigned /*warp*/) {}
  // The bank expected for an operand, for conflict counting before the access is made.
  virtual unsigned bank(unsigned warp, unsigned number) const = 0;
  // Rows of each bank that registers take; 0 if registers are cache lines.
  virtual unsigned rows_per_bank() const = 0;

  // Whether registers are lines of the array, found by tag. The following two functions matter only then.
  virtual bool integrated() const { return false; }
  // Chooses the victim of a full set; null: the least recently used line.
  virtual const Replacement* replacement() const { return nullptr; }
  // Registers that have died since the last call, in order; the caller notifies the tag array and clears the list.
  virtual std::vector<RegisterDeath>& deaths() { return no_deaths_; }
  // Adds its counters, if it has any (UNIBANK_COUNTERS).
  virtual void add_counters_to(CounterValues& /*all*/) const {}
  // Variables that a waveform shows.
  virtual PolicySignals signals() const { return {}; }

  // Whether warps may hold some of their registers only for a time. If so the SM calls the next three functions.
  virtual bool time_shares() const { return false; }
  // `lanes` of a warp begin to use its extended registers. False: no section is free. The warp does not issue, and the
  // SM calls again when a section has been released.
  virtual bool acquire(unsigned /*warp*/, LaneMask /*lanes*/, Cycle /*cycle*/) { return true; }
  // `lanes` of a warp no longer use its extended registers, and no access to these is outstanding. Returns true if a
  // section has been released.
  virtual bool release(unsigned /*warp*/, LaneMask /*lanes*/, Cycle /*cycle*/) { return false; }
  // Lanes of a warp have ended, and only `live` are left; no access to the extended registers is outstanding. Returns
  // true if a section has been released.
  virtual bool lanes_ended(unsigned /*warp*/, LaneMask /*live*/, Cycle /*cycle*/) { return false; }
  // The number of warp registers in sections that are held.
  virtual unsigned extended_held() const { return 0; }
  // Bits of state that the store adds to an SM with this many warps.
  virtual std::uint64_t added_state_bits(unsigned /*warps*/) const { return 0; }

 private:
  std::vector<RegisterDeath> no_deaths_;
};

using RegisterStoreRegistry = Registry<RegisterStore>;

}  // namespace unibank
