// The values that instructions in flight must find and those that they write, as the stream has executed them; and the
// comparison with the responses of registers, scratchpad, L1 and memory (run.check_data).
//
// A byte is correct if it has the executor's value and was written by the same instruction as in the executor. A byte
// written by a later instruction is correct, too: between issue and access other warps may have stored. An older byte
// is correct only if the newer store of this launch had not been queued in this SM when the access was: it is a store
// of another SM, or of a warp whose operands came later. Such bytes are counted (values.early).
//
// A register that a lane last wrote with 32 bits and reads as a word of 64 bits, or the other way round, has no defined
// value, such as the result of a call that a predicate has skipped: the compiler keeps no register for it, and the
// executor keeps the widths apart. Its writer is compared, its value is not. Plain C++.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/counters.h"
#include "cycle/address_map.h"
#include "sm/in_flight.h"
#include "values/memory_writers.h"
#include "warp/warp_instruction.h"
#include "warp/warp_values.h"

namespace unibank {

#define UNIBANK_VALUE_COUNTERS(counter) \
  counter(registers, "values.registers", "registers", "of warps compared in operand reads") \
  counter(scratchpad, "values.scratchpad", "bytes", "of the scratchpad, compared in loads and atomics") \
  counter(memory, "values.memory", "bytes", "of lines and sectors, compared in loads and atomics") \
  counter(early, "values.early", "bytes", "of scratchpad, lines and sectors, read before another warp's store arrived")
UNIBANK_COUNTERS(ValueCounters, "sm.values", UNIBANK_VALUE_COUNTERS);

class ExpectedValues {
 public:
  explicit ExpectedValues(unsigned sm) : sm_(sm) {}

  // A launch begins in cycle `start`; `memory`: the writers of the machine's memory; null: there is only this SM.
  void launch(unsigned warps, unsigned block_slots, Cycle start, MemoryWriters* memory);
  void block_started(unsigned slot, std::uint64_t block, unsigned first_warp, unsigned warps);

  // Notes the values that an instruction must find and write. `shown`: the instruction as the stream showed it;
  // `values`: its values when it was executed (null: the stream has none).
  void issued(InFlight& instruction, const WarpInstruction& shown, const WarpValues* values, const AddressMap& map,
              unsigned slot, unsigned turn);

  // The instruction has been queued for the scratchpad or the L1, which keeps the order from here on. The later issued
  // of two stores to a byte takes effect, independent of the order of arrival: the bytes to write are updated.
  void accepted(InFlight& instruction);

  // Adds the values of the rows of a copy whose lines have been accepted.
  void copied(InFlight& instruction);

  // The checks throw RunError for a wrong value. This one: 16 bytes of operand `operand`, of the lanes from 4 x cluster
  // on.
  void check_register(const InFlight& instruction, unsigned operand, unsigned cluster, const unsigned char* bytes,
                      const Writer* writers, Cycle now);
  // `length` bytes from `address` on, within crossbar port `port`.
  void check_scratchpad(const InFlight& instruction, unsigned port, std::uint32_t address, unsigned length,
                        const unsigned char* bytes, const Writer* writers, Cycle now);
  // `length` bytes of device memory from `address` on. `where`: the place of the read for messages, "in the L1".
  void check_line(const InFlight& instruction, std::uint64_t address, unsigned length, const unsigned char* bytes,
                  const Writer* writers, const char* where, Cycle now);

  const ValueCounters& counters() const { return counters_; }

 private:
  struct Found {
    std::uint8_t value, expected;
    Writer writer, expected_writer;
  };
  struct Stored {
    Writer writer = kNoWriter;
    std::uint8_t value = 0;
  };
  struct Block {
    std::uint64_t number = 0;
    std::vector<Writer> scratchpad;  // [byte]: its last writer, in the order of issue
    std::vector<Stored> accepted;    // [byte]: the last writer among queued stores
  };
  static std::size_t place(unsigned warp, unsigned number) { return std::size_t{warp} * kMaxRegisters + number; }
  void add_registers(InstructionValues& own, const InFlight& instruction, const WarpValues* values);
  void add_scratchpad(InstructionValues& own, const WarpInstruction& shown, const WarpValues* values,
                      const AddressMap& map);
  void add_lines(InstructionValues& own, const InFlight& instruction, const WarpInstruction& shown,
                 const WarpValues* values);
  void add_constants(InstructionValues& own, const WarpInstruction& shown, const WarpValues* values);
  void accept_words(InstructionValues& own);
  Writer& scratchpad_writer(unsigned slot, std::uint64_t offset);
  Stored& accepted_store(unsigned slot, std::uint64_t offset);
  static void bring_up_to_date(Stored& stored, Writer& writer, std::uint8_t& value);
  [[noreturn]] void fail(const InFlight& instruction, const std::string& what, const Found& found, Cycle now) const;

  const unsigned sm_;
  Cycle start_ = 0;
  MemoryWriters alone_;             // for an SM without a machine
  MemoryWriters* memory_ = &alone_;  // writers of device memory, in the order of issue
  std::unordered_map<std::uint64_t, std::array<Stored, kLineBytes>> accepted_;  // [line]: stores queued in this SM
  // [warp x kMaxRegisters + register], of its values in the main file:
  std::vector<RegisterValues::Writers> registers_;
  std::vector<LaneMask> wide_;  // lanes last written as a word of a 64-bit register
  std::vector<Block> blocks_;                       // [slot]
  ValueCounters counters_;
};

}  // namespace unibank
