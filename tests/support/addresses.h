// The lane addresses of a made-up memory instruction.
#pragma once

#include "support/script_stream.h"

namespace unibank::test {

// The address of lane l is base + stride x l.
inline Script::Address strided(std::uint64_t base, std::uint64_t stride) {
  return [base, stride](std::uint64_t, unsigned lane) { return base + stride * lane; };
}
// The address of lane l is that of word l after base.
inline Script::Address consecutive(std::uint64_t base) { return strided(base, 4); }
// Every lane has the same address.
inline Script::Address at(std::uint64_t address) { return strided(address, 0); }
// As consecutive, but each block uses its own lines.
inline Script::Address line_of_block(std::uint64_t base) {
  return [base](std::uint64_t block, unsigned lane) { return base + 128 * block + 4 * lane; };
}

}  // namespace unibank::test
