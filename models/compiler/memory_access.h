// The memory accessed by an instruction of a straight line, as far as its operands show.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/kernel.h"

namespace unibank::compiler {

struct MemoryAccess {
  // Bits of the writable spaces that it may access.
  enum Space : unsigned { kGlobal = 1, kScratchpad = 2, kLocal = 4, kParameter = 8, kTexels = 16, kAny = 31 };
  unsigned spaces = 0;
  unsigned writes = 0;          // the spaces among them that it writes to
  bool orders = false;          // whether it keeps its place among all accesses
  std::int32_t symbol = -1;     // the variable named in the address; -1: none
  bool inside = false;          // without the base, all bytes are in that variable; false for arrays without a size:
                                // they overlap
  std::uint32_t base = kNoBase; // the value that the address is computed from; kNoBase: only a variable's address
  bool known = false;           // the bytes are [begin, begin + bytes) from base and symbol
  std::uint64_t begin = 0, bytes = 0;
  static constexpr std::uint32_t kNoBase = ~std::uint32_t{0};
};

// `base` is the number of the register in the address: the caller knows its value.
MemoryAccess memory_access(const ptx::Instruction& instruction, const std::vector<ptx::Variable>& symbols);

// Whether the two must keep their order. Two loads conflict only if one of them `orders`.
bool conflict(const MemoryAccess& a, const MemoryAccess& b);

}  // namespace unibank::compiler
