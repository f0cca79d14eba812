// Maps a PTX type to a C++ type: calls pick(T{}) and returns its handler, null for other types.
#pragma once

#include <cstdint>

#include "ptx/kernel.h"
#include "simt/lanes.h"

namespace unibank::simt {

inline bool is_integer(ptx::Type type) { return type >= ptx::Type::kU8 && type <= ptx::Type::kB64; }
inline bool is_signed(ptx::Type type) { return type >= ptx::Type::kS8 && type <= ptx::Type::kS64; }
inline bool is_float(ptx::Type type) { return type == ptx::Type::kF32 || type == ptx::Type::kF64; }
inline bool is_pair(ptx::Type type) { return type == ptx::Type::kF16x2 || type == ptx::Type::kBf16x2; }
inline bool is_narrow_float(ptx::Type type) {
  return type == ptx::Type::kF16 || type == ptx::Type::kBf16 || is_pair(type);
}

template <typename Pick>
Handler for_signed(ptx::Type type, Pick pick) {
  switch (type) {
    case ptx::Type::kS16: return pick(std::int16_t{});
    case ptx::Type::kS32: return pick(std::int32_t{});
    case ptx::Type::kS64: return pick(std::int64_t{});
    default: return nullptr;
  }
}

// 16 to 64 bits; bit types count as unsigned.
template <typename Pick>
Handler for_integer(ptx::Type type, Pick pick) {
  switch (type) {
    case ptx::Type::kU16: case ptx::Type::kB16: return pick(std::uint16_t{});
    case ptx::Type::kU32: case ptx::Type::kB32: return pick(std::uint32_t{});
    case ptx::Type::kU64: case ptx::Type::kB64: return pick(std::uint64_t{});
    default: return for_signed(type, pick);
  }
}

// Selects the handler of an instruction that only moves bits: types of 16 bits and fewer are in 32-bit cells.
template <typename Pick>
Handler for_cell(ptx::Type type, Pick pick) {
  return ptx::bytes_of(type) == 8 ? pick(std::uint64_t{}) : pick(std::uint32_t{});
}

}  // namespace unibank::simt
