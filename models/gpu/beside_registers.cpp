#include "gpu/beside_registers.h"

#include <algorithm>
#include <string>

#include "base/hexadecimal.h"
#include "base/input_error.h"
#include "design/register_addresses.h"

namespace unibank {

namespace {

// Refuses an allocation with an address of [begin, end): refuse("0xffff0000 is 256 bytes into 'b' (...)").
template <typename Refuse>
void check_outside(std::uint64_t begin, std::uint64_t end, const DeviceMemory& memory, Refuse refuse) {
  for (const DeviceMemory::Range& range : memory.allocations()) {
    const std::uint64_t address = std::max(begin, range.begin);
    if (address < std::min(end, range.end)) refuse(hexadecimal(address) + " is " + memory.describe(address));
  }
}

// The registers may reach over the end of the memory, and then continue at its begin, where parameters are.
void check_spilled(const RegisterAddresses& registers, std::uint64_t memory_bytes, const DeviceMemory& memory,
                   const Design& design) {
  const std::uint64_t begin = registers.begin % memory_bytes, end = begin + registers.bytes;
  const auto refuse = [&](const std::string& found) {
    throw InputError(found + "; expected no data from " + hexadecimal(begin) + " to " + hexadecimal(end - 1) +
                     ": design '" + design.name + "' spills registers to there, to their addresses modulo the " +
                     std::to_string(memory_bytes) + " bytes of the memory");
  };
  if (begin < kReservedBytes || end > memory_bytes) refuse("parameters of kernels are at 0x0");
  check_outside(begin, end, memory, refuse);
}

}  // namespace

void check_beside_registers(const DeviceMemory& memory, const Design& design, std::uint64_t memory_bytes) {
  const RegisterAddresses registers = register_addresses(design);
  if (registers.bytes == 0) return;
  check_outside(registers.begin, registers.begin + registers.bytes, memory,
                [&](const std::string& found) { refuse_register_address(design, found); });
  if (memory_bytes != 0) check_spilled(registers, memory_bytes, memory, design);
}

}  // namespace unibank
