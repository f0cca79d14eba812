// The instructions of one traced kernel, each stored once in the SM's form.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "trace/header.h"
#include "trace/instruction_line.h"
#include "warp/warp_instruction.h"

namespace unibank::trace {

// The variant of a traced instruction in one execution.
enum class Shown : std::uint8_t {
  kAsIs,
  kScratchpad, kLocal,  // a generic access by lanes whose addresses lie in this space
  kPartOfBarrier,       // lanes of a warp reach a barrier before the others of the warp: executed as an ALU instruction
};

class Instructions {
 public:
  // `header` outlives this.
  explicit Instructions(const KernelHeader& header);

  struct Variant {
    Shown shown;
    std::uint32_t last_use;
    const StaticInstruction* decoded;
  };
  struct Known {
    StaticInstruction decoded;       // kAsIs
    std::uint32_t pc = 0;
    std::string text;             // the middle part of its line
    std::string opcode;
    unsigned id = 0;
    bool has_addresses = false;   // in the trace
    bool generic = false;
    unsigned address_lanes = kWarpSize;  // the first lanes, whose addresses the instruction uses
    // Of a barrier: which of the line's registers, results first, has its number and its count of threads; -1: none.
    int number_at = -1, threads_at = -1;
    bool recorded = false;        // by this program, so last uses, and barriers' numbers and threads, are known
    mutable std::vector<Variant> variants;  // requested so far: few
  };

  // Returns the instruction in the middle part of a line, and sets `rest` to the remaining text. Throws FormatError for
  // an invalid middle part, for registers that the kernel does not have, and for opcodes not in the table.
  const Known& find(std::uint32_t pc, std::string_view text, std::string_view& rest);

  // Returns the instruction with the sources in the bit mask `last_use` as last uses. The result lives as long as this
  // object.
  const StaticInstruction* variant(const Known& known, Shown shown, std::uint32_t last_use);
  const Known& known(unsigned id) const { return *by_id_[id]; }

 private:
  static bool begins_with(const Known& known, std::string_view text, std::string_view& rest);
  const Known& add(std::uint32_t pc, std::string_view text);
  void describe(const LineMiddle& middle, std::uint32_t pc, Known& known) const;
  void describe_groups(const LineMiddle& middle, StaticInstruction& what) const;
  void check_registers(const LineMiddle& middle) const;

  const KernelHeader& header_;
  std::map<std::uint32_t, StaticInstruction> recorded_;  // by PC; empty for a trace of a GPU
  std::unordered_map<std::uint32_t, std::vector<const Known*>> by_pc_;
  std::array<const Known*, 1024> recent_{};  // [PC / 16 mod size]: the last instruction found there
  std::deque<Known> all_;
  std::vector<const Known*> by_id_;
  std::deque<StaticInstruction> shown_;
};

}  // namespace unibank::trace
