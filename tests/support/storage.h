// The storage of an SM as partitions receive it.
#pragma once

#include "policy/partition.h"

namespace unibank::test {

inline SmCapacity separate_storage(std::uint64_t registers, std::uint64_t scratchpad, std::uint64_t cache) {
  SmCapacity capacity;
  capacity.memories = {{registers, true, false, false}, {scratchpad, false, true, false}, {cache, false, false, true}};
  return capacity;
}

// One memory; with a separate scratchpad it holds registers and cache only.
inline SmCapacity one_memory(std::uint64_t bytes, std::uint64_t scratchpad_apart = 0) {
  SmCapacity capacity;
  capacity.memories = {{bytes, true, scratchpad_apart == 0, true}};
  if (scratchpad_apart != 0) capacity.memories.push_back({scratchpad_apart, false, true, false});
  return capacity;
}

// One memory as from one_memory(), with lines that also hold registers.
inline SmCapacity memory_of_lines(std::uint64_t bytes, std::uint64_t scratchpad_apart = 0) {
  SmCapacity capacity = one_memory(bytes, scratchpad_apart);
  capacity.integrated = true;
  return capacity;
}

// Registers in their own memory, scratchpad and cache in another.
inline SmCapacity registers_apart(std::uint64_t registers, std::uint64_t pool) {
  SmCapacity capacity;
  capacity.memories = {{registers, true, false, false}, {pool, false, true, true}};
  return capacity;
}

}  // namespace unibank::test
