// Additional header lines of a trace recorded by this program: lines "-unibank ...", which other
// readers skip.
//
//   -unibank record = 2                     the version of these lines
//   -unibank local bytes = 64               local memory per thread; -local mem base_addr is its address on the device
//   -unibank base registers = 24            registers that a thread always holds, where it acquires the others
//   -unibank memory changed = 1             the host or stores to surfaces changed memory since the previous launch
//   -unibank compiled for = ...             the compile options of the kernel (compiled_for())
//   -unibank instruction 0010 = fields      one for each instruction, by its PC: everything that the SM needs
//
// Fields, in this order, default values omitted: unit=alu kind=integer; unit=memory space=global op=load bytes=4 cache=
// operator; the memory order (strong, fence, acquires, releases, sequential, scope=); reads= and writes= of the main
// register file, dead= last uses, waits= and busy= of the scoreboard, strand= registers of the rest of the strand
// (lists as R0,R1,P0); lrf=r,w and orf=r,w; values= registers written at any level; inside (not a strand's first),
// conditional (branch), extended= acquire or release of extended registers, spill, double (precision), products= of a
// tensor instruction, lines= of matrices, relssp; and at the end text= with everything that follows.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "trace/header.h"
#include "warp/warp_instruction.h"

namespace unibank::trace {

struct RecordHeader {
  bool recorded = false;          // false: a trace of a GPU
  std::uint64_t local_bytes = 0;
  unsigned base_registers = 0;    // registers that a thread always holds; 0: all
  bool memory_changed = false;    // by the host, or by stores to surfaces, since the previous launch
  std::string compiled_for;
};

// Throws InputError with file and line for lines that do not have this form.
RecordHeader record_header(const KernelHeader& header);
// The instructions by PC; empty for a trace of a GPU.
std::map<std::uint32_t, StaticInstruction> recorded_instructions(const KernelHeader& header);

// The line that describes an instruction, without its end. Throws InputError for an instruction that a trace cannot
// contain (an asynchronous copy, an arrival or wait on an mbarrier, nanosleep).
std::string instruction_line(std::uint32_t pc, const StaticInstruction& what);
std::string hexadecimal_pc(std::uint32_t pc);  // in the format of trace lines: %04x

}  // namespace unibank::trace
