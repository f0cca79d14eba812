#include "policy/partition.h"

namespace unibank {

namespace {

const SmMemory* home(const SmCapacity& capacity, Part part) {
  for (const SmMemory& memory : capacity.memories) {
    if (memory.holds(part)) return &memory;
  }
  return nullptr;
}

}  // namespace

std::uint64_t SmCapacity::bytes(Part part) const {
  const SmMemory* memory = home(*this, part);
  return memory ? memory->bytes : 0;
}

bool SmCapacity::together(Part one, Part other) const {
  const SmMemory* memory = home(*this, one);
  return memory && memory->holds(other);
}

bool SmCapacity::alone(Part part) const {
  const SmMemory* memory = home(*this, part);
  return memory && memory->registers + memory->scratchpad + memory->cache == 1;
}

CounterValues counted_since(const CounterValues& before, const CounterValues& now) {
  CounterValues counted;
  for (unsigned number = 0; number < DeclaredCounters::instance().size(); ++number)
    counted.at(number) = now[number] - before[number];
  return counted;
}

}  // namespace unibank
