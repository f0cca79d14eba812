// Whether registers that are lines of the array keep their values: on their way into lines, to memory when a line has
// to go, back again, and into the instructions that read them (run.check_data).
//
// A value is known by who wrote it, lane by lane: the number of the instruction in the order of issue. What the
// executor reads is what the last writer before it in that order left; that, and nothing else, must come out of the
// array. Two values that happen to be equal are told apart. Plain C++; costs nothing while off.
#pragma once

#include <array>
#include <unordered_map>
#include <vector>

#include "policy/register_store.h"
#include "sm/in_flight.h"

namespace unibank {

class RegisterCheck {
 public:
  // Every call that finds another value than the executor's throws RunError.

  // A launch begins: no register has a value. Lines of the array stay.
  void reset(unsigned warps, unsigned ways);
  void warp_started(unsigned warp);

  // The operand access `order` of the instruction that issues reads this register; to be told before issued().
  void will_read(std::uint64_t order, unsigned warp, unsigned number);
  void issued(const InFlight& instruction);

  // A read has found its line; it has none, and takes what is in the operand buffer; its line has come from memory.
  void read_line(std::uint64_t order, const InFlight& instruction, const RegisterAccess& access, const TagAnswer& where,
                 std::uint64_t address);
  void read_nothing(std::uint64_t order, const InFlight& instruction, const RegisterAccess& access);
  void read_fetched(std::uint64_t order, const InFlight& instruction, const RegisterAccess& access);
  // A write has found or entered its line; what was fetched for it is merged.
  void write_line(std::uint64_t order, const InFlight& instruction, const TagAnswer& where, std::uint64_t address);
  // A fetched line has been entered for a read.
  void fill_line(std::uint64_t order, const TagAnswer& where, std::uint64_t address);
  // A line of memory has been entered.
  void fill_cache_line(const TagAnswer& where) { enter(where, 0); }

  // A register's line is with the MSHR on its way to memory; is asked for there.
  void spilled(std::uint64_t address);
  void fetch(std::uint64_t order, std::uint64_t address) { fetched_[order] = stored_[address]; }
  // The access has ended.
  void ended(std::uint64_t order);

  std::uint64_t reads_checked() const { return reads_checked_; }

 private:
  using Writers = std::array<std::uint64_t, kWarpSize>;  // of each lane's value, in the order of issue from 1; 0: none
  struct Line {
    std::uint64_t address = 0;
    Writers writers{};
  };
  Writers& newest(unsigned warp, unsigned number) { return newest_[std::size_t{warp} * kMaxRegisters + number]; }
  Line& at(const TagAnswer& where);
  Line& enter(const TagAnswer& where, std::uint64_t address);
  void compare(std::uint64_t order, const InFlight& instruction, const RegisterAccess& access, const Writers& found,
               const char* where);

  unsigned ways_ = 1;
  std::vector<Writers> newest_;                            // [warp x kMaxRegisters + register]: as the executor has it
  std::vector<Line> lines_;                                // [set x ways + way]
  std::unordered_map<std::uint64_t, Writers> stored_;      // by address: registers that have been spilled
  std::unordered_map<std::uint64_t, Writers> leaving_;     // those on their way to the MSHR
  std::unordered_map<std::uint64_t, Writers> expected_, fetched_;  // by operand access
  std::uint64_t reads_checked_ = 0;
};

}  // namespace unibank
