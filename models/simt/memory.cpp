// ld and st, once the addresses are known and checked.
#include "ptx/instruction_table.h"
#include "simt/lanes.h"
#include "simt/types.h"

namespace unibank::simt {
namespace {

using ptx::Type;

template <typename T>
T read(const std::uint8_t* from, bool interleaved) {
  T value;
  if (sizeof(T) == 8 && interleaved) {
    std::memcpy(&value, from, 4);
    std::memcpy(reinterpret_cast<std::uint8_t*>(&value) + 4, from + 4 * kWarpSize, 4);
  } else {
    std::memcpy(&value, from, sizeof value);
  }
  return value;
}
template <typename T>
void write(std::uint8_t* to, T value, bool interleaved) {
  if (sizeof(T) == 8 && interleaved) {
    std::memcpy(to, &value, 4);
    std::memcpy(to + 4 * kWarpSize, reinterpret_cast<const std::uint8_t*>(&value) + 4, 4);
  } else {
    std::memcpy(to, &value, sizeof value);
  }
}

// Offset of element `e` of a lane from the first, in bytes. In local memory a lane's words are a row apart.
std::size_t element_offset(const Frame& frame, const Decoded& decoded, unsigned e) {
  const std::size_t bytes = std::size_t{decoded.element_bytes} * e;
  return frame.interleaved ? bytes / 4 * 4 * kWarpSize + bytes % 4 : bytes;
}

// T: the type in memory; C: the register's cell, into which T is extended, with its sign if it has one.
template <typename T, typename C>
void load(const Frame& frame, const Decoded& decoded) {
  for (unsigned e = 0; e < decoded.elements; ++e) {
    C* result = row<C>(frame, decoded.element[e]);
    const std::uint8_t* memory = frame.memory + element_offset(frame, decoded, e);
    if (frame.mask == kAllLanes && !frame.interleaved) {
      for (unsigned l = 0; l < kWarpSize; ++l) result[l] = static_cast<C>(+read<T>(memory + frame.address[l], false));
      continue;
    }
    for (LaneMask left = frame.mask; left != 0; left &= left - 1) {
      const unsigned l = static_cast<unsigned>(__builtin_ctz(left));
      result[l] = static_cast<C>(+read<T>(memory + frame.address[l], frame.interleaved));
    }
  }
}

// Lanes that write the same address: the highest lane wins.
template <typename T, typename C>
void store(const Frame& frame, const Decoded& decoded) {
  for (unsigned e = 0; e < decoded.elements; ++e) {
    const C* value = row<C>(frame, decoded.element[e]);
    std::uint8_t* memory = frame.memory + element_offset(frame, decoded, e);
    if (frame.mask == kAllLanes && !frame.interleaved) {
      for (unsigned l = 0; l < kWarpSize; ++l) write(memory + frame.address[l], static_cast<T>(value[l]), false);
      continue;
    }
    for (LaneMask left = frame.mask; left != 0; left &= left - 1) {
      const unsigned l = static_cast<unsigned>(__builtin_ctz(left));
      write(memory + frame.address[l], static_cast<T>(value[l]), frame.interleaved);
    }
  }
}

// Spill code: a word of a register of 64 bits.
void load_part(const Frame& frame, const Decoded& decoded) {
  std::uint32_t* result = row<std::uint32_t>(frame, decoded.element[0]);
  for (LaneMask left = frame.mask; left != 0; left &= left - 1) {
    const unsigned l = static_cast<unsigned>(__builtin_ctz(left));
    result[2 * l] = read<std::uint32_t>(frame.memory + frame.address[l], false);
  }
}
void store_part(const Frame& frame, const Decoded& decoded) {
  const std::uint32_t* value = row<std::uint32_t>(frame, decoded.element[0]);
  for (LaneMask left = frame.mask; left != 0; left &= left - 1) {
    const unsigned l = static_cast<unsigned>(__builtin_ctz(left));
    write(frame.memory + frame.address[l], value[2 * l], false);
  }
}

template <typename C>
Handler load_into(Type type) {
  switch (type) {
    case Type::kU8: case Type::kB8: return &load<std::uint8_t, C>;
    case Type::kS8: return &load<std::int8_t, C>;
    case Type::kU16: case Type::kB16: case Type::kF16: case Type::kBf16: return &load<std::uint16_t, C>;
    case Type::kS16: return &load<std::int16_t, C>;
    case Type::kS32: return &load<std::int32_t, C>;
    default: return ptx::bytes_of(type) == 8 ? &load<std::uint64_t, C> : &load<std::uint32_t, C>;
  }
}
template <typename C>
Handler store_from(Type type) {
  switch (ptx::bytes_of(type)) {
    case 1: return &store<std::uint8_t, C>;
    case 2: return &store<std::uint16_t, C>;
    case 4: return &store<std::uint32_t, C>;
    default: return &store<std::uint64_t, C>;
  }
}

}  // namespace

Handler part_handler(const ptx::Instruction& i) { return ptx::is_load(i) ? &load_part : &store_part; }

Handler memory_handler(const ptx::Instruction& i, Decoded& decoded) {
  const bool wide = decoded.element[0].wide;
  if (ptx::is_load(i)) return wide ? load_into<std::uint64_t>(i.type) : load_into<std::uint32_t>(i.type);
  if (ptx::is_store(i)) return wide ? store_from<std::uint64_t>(i.type) : store_from<std::uint32_t>(i.type);
  return nullptr;
}

}  // namespace unibank::simt
