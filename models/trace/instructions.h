// The instructions of one traced kernel, each kept once: what the SM knows of them.
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

// How an instruction of the trace is shown in one turn.
enum class Shown : std::uint8_t {
  kAsIs,
  kScratchpad, kLocal,  // a generic access by lanes that point there
  kPartOfBarrier,       // lanes of a warp come to a barrier, and others of it have not: a step of the ALU
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
    std::string text;             // the middle of its line
    std::string opcode;
    unsigned id = 0;
    bool has_addresses = false;   // in the trace
    bool generic = false;
    bool recorded = false;        // by this program: last uses are known, and barriers have their number and threads
    mutable std::vector<Variant> variants;  // that have been asked for: few
  };

  // The instruction that a line has between its lanes and its addresses; `rest` is what is left of the line.
  // FormatError for what no line may have there, registers that the kernel has not, and opcodes not in the table.
  const Known& find(std::uint32_t pc, std::string_view text, std::string_view& rest);

  // With the sources of this bit mask as last uses. Lives as long as this.
  const StaticInstruction* variant(const Known& known, Shown shown, std::uint32_t last_use);
  const Known& known(unsigned id) const { return *by_id_[id]; }

 private:
  static bool begins_with(const Known& known, std::string_view text, std::string_view& rest);
  const Known& add(std::uint32_t pc, std::string_view text);
  void describe(const LineMiddle& middle, std::uint32_t pc, Known& known) const;
  void check_registers(const LineMiddle& middle) const;

  const KernelHeader& header_;
  std::map<std::uint32_t, StaticInstruction> recorded_;  // by PC; empty for a trace of a GPU
  std::unordered_map<std::uint32_t, std::vector<const Known*>> by_pc_;
  std::array<const Known*, 1024> recent_{};  // [PC / 16 mod their number]: what was found there last
  std::deque<Known> all_;
  std::vector<const Known*> by_id_;
  std::deque<StaticInstruction> shown_;
};

}  // namespace unibank::trace
