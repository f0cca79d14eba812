// One line of a kernel's trace: an instruction that a warp has executed.
//
// A line has three parts: dynamic data (source line, PC, lanes), the static instruction (registers, opcode,
// width), and dynamic data again (addresses, immediates). The middle part is the same in every execution.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/types.h"
#include "trace/text.h"

namespace unibank::trace {

struct RegisterName {
  enum class File : std::uint8_t { kVector, kUniform, kPredicate, kUniformPredicate };
  File file = File::kVector;
  std::uint16_t number = 0;
  bool reads_as_zero() const { return file == File::kVector && number == 255; }  // RZ
  // RZ; PT and UPT, which are true; URZ of Turing to Hopper. Nothing waits for these.
  bool is_constant(unsigned binary_version) const {
    if (file == File::kVector) return reads_as_zero();
    return file == File::kUniform ? number == 63 && binary_version < 100 : number == 7;
  }
};

struct LineHead {
  std::uint32_t pc = 0;
  LaneMask active = 0;
  std::string_view rest;  // the line from the middle part on
};

struct LineMiddle {
  std::vector<RegisterName> results, sources;
  std::string opcode;              // whole, with its dots
  unsigned memory_bytes = 0;       // 0: no memory instruction. Otherwise only a hint: the opcode has the width
  std::string_view text, rest;     // the middle part, and the part after it
};

struct LineTail {
  std::array<std::uint64_t, kWarpSize> address{};  // for active lanes, where memory_bytes is not 0
  unsigned immediates = 0;
  std::uint64_t immediate[2] = {};  // version 5: the last immediate; 6: the first and the second
  // Version 6, if the line has values: those of its first registers, results first, in the first active lane.
  unsigned values = 0;
  std::uint64_t value[4] = {};
};

// Whether all active lanes, at least one, form one run.
bool one_run(LaneMask active);

// All three throw FormatError, which names the text found and the text expected.
LineHead read_head(std::string_view line, bool line_info);
LineMiddle read_middle(std::string_view rest, unsigned version);
LineTail read_tail(std::string_view rest, unsigned version, const std::string& opcode, bool memory, LaneMask active);

}  // namespace unibank::trace
