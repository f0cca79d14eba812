// Where in memory an instruction of a straight line reads or writes, as far as its operands say.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/kernel.h"

namespace unibank::compiler {

struct MemoryAccess {
  // Bits of the spaces it may touch that somebody may write.
  enum Space : unsigned { kGlobal = 1, kScratchpad = 2, kLocal = 4, kParameter = 8, kTexels = 16, kAny = 31 };
  unsigned spaces = 0;
  bool writes = false;
  bool orders = false;          // keeps its place among all accesses
  std::int32_t symbol = -1;     // of a variable named in the address
  bool inside = false;          // all bytes lie in that variable, were there no base; arrays without a size share bytes
  std::uint32_t base = kNoBase; // which value the address is computed from; kNoBase: a variable's address alone
  bool known = false;           // the bytes are [begin, begin + bytes) behind base and symbol
  std::uint64_t begin = 0, bytes = 0;
  static constexpr std::uint32_t kNoBase = ~std::uint32_t{0};
};

// `base` is the number of the register in the address: the caller knows its value.
MemoryAccess memory_access(const ptx::Instruction& instruction, const std::vector<ptx::Variable>& symbols);

// May the two not change places? Loads never conflict.
bool conflict(const MemoryAccess& a, const MemoryAccess& b);

}  // namespace unibank::compiler
