// Maps opcodes of Maxwell to Blackwell to units and memory operations of the SM.
//
// Names: NVIDIA, CUDA Binary Utilities, "Instruction Set Reference", the lists of Maxwell and Pascal (version 12.9),
// Volta, Turing, Ampere and Ada, Hopper, and Blackwell (13.1; REDS: 13.4). Units are those of this model: every
// instruction that is not memory, texture, surface, MUFU, a product of matrices, a barrier or an end is kAlu, including
// the uniform datapath (which takes the float lanes and sm.alu_latency). Opcodes whose work is not in a trace (bulk
// copies, warpgroup and fifth-generation tensor instructions, mbarriers, clusters) are refused, because without this
// work the cycles would be wrong.
#pragma once

#include <string_view>

#include "warp/warp_instruction.h"

namespace unibank::trace {

struct Opcode {
  enum Trait : unsigned {
    kNone = 0,
    kGeneric = 1,       // the address may lie in any window
    kDouble = 2,        // sources and results are pairs of registers
    kWideResult = 4,    // the result and the last source are pairs: IMAD.WIDE
    kConverts = 8,      // pairs where the opcode says F64, S64 or U64
    kMatrix = 16,       // LDSM, STSM: 8 lanes give the addresses of each 8 x 8 matrix, 16 bytes a row
    kEnds = 32,         // the active lanes end
    kPairs = 64,        // two 32-bit operations in one: sources and results are pairs of registers
    k64 = 128,          // pairs where the opcode says 64, S64 or U64 (Blackwell; MATCH from Volta on)
    kReadsFirst = 256,  // the first operand is a source, although the tracer lists it as the result
    kAddress = 512,     // the result or the first source is an address of code or memory: from Volta on a pair
    kSurface = 1024,    // an access of a surface; its data take the registers of the width in the opcode
  };
  std::string_view name;
  Unit unit = Unit::kAlu;
  Space space = Space::kNone;
  MemoryOp memory = MemoryOp::kNone;
  unsigned traits = kNone;
  Arithmetic arithmetic = Arithmetic::kFloat;  // for Unit::kAlu
  bool has(Trait trait) const { return (traits & trait) != 0; }
};

// Finds an opcode by the part before the first dot; null for an unknown or refused name.
const Opcode* find_opcode(std::string_view opcode);

// Why an opcode is refused ("a bulk copy, ..."); null when it is not refused or not known.
const char* refused_because(std::string_view opcode);

// The 8 x 8 matrices that an LDSM or STSM moves: 1, 2 or 4.
unsigned matrices_of(std::string_view opcode);

// Bytes per lane of an access, from the first of the opcode's parts that is a number of bits (N, U<N>, S<N>, F<N>,
// BF<N>, F<N>x<count> or BF<N>x<count>); 4 without such a part. A FormatError: a width that no access of this model
// has.
unsigned width_of(std::string_view opcode);

// Whether the opcode's operands may be a predicate that it writes, a vector register that it writes, and its sources,
// in this order (SHFL.BFLY PT, R2, R3, ...). The tracer lists a vector register as the result only if it is the first
// operand, so it lists this one as the first source.
bool result_after_predicate(std::string_view opcode);

// Whether `part` is one of the parts between dots.
bool has_part(std::string_view opcode, std::string_view part);

}  // namespace unibank::trace
