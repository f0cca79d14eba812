#include "platform/system_memory.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "base/input_error.h"
#include "base/types.h"

namespace unibank {

namespace {

// Calls each(address, length) for the pieces of [begin, end) that lie in one line.
template <typename Each>
void for_lines(std::uint64_t begin, std::uint64_t end, Each each) {
  for (std::uint64_t at = begin; at < end;) {
    const std::uint64_t next = std::min(end, at / kLineBytes * kLineBytes + kLineBytes);
    each(at, static_cast<unsigned>(next - at));
    at = next;
  }
}

}  // namespace

void SystemMemory::transport(tlm::tlm_command command, std::uint64_t address, unsigned char* bytes, unsigned length) {
  if (sc_core::sc_get_status() < sc_core::SC_START_OF_SIMULATION)
    throw RunError("device memory lies in the system's memory, which does not exist before the simulation begins");
  Request& request = *pool_.get();
  unsigned char* const own = request.get_data_ptr();
  request.set_command(command);
  request.set_address(base_ + address);
  request.set_data_ptr(bytes);
  request.set_data_length(length);
  request.set_streaming_width(length);
  const unsigned moved = socket_->transport_dbg(request);
  request.set_data_ptr(own);
  request.release();
  if (moved == length) return;
  throw RunError("device memory lies in the system's memory, whose debug transport moved " + std::to_string(moved) +
                 " of the " + std::to_string(length) + " bytes at address " + std::to_string(base_ + address));
}

// Unchanged bytes are not written, so caches that keep lines between launches stay valid.
void SystemMemory::pull() {
  std::array<unsigned char, kLineBytes> line;
  for (const DeviceMemory::Range& range : memory_.allocations()) {
    for_lines(range.begin, range.end, [&](std::uint64_t address, unsigned length) {
      transport(tlm::TLM_READ_COMMAND, address, line.data(), length);
      if (std::memcmp(line.data(), memory_.arena() + address, length) != 0) memory_.write(address, line.data(), length);
    });
  }
}

// Includes the dirty lines of an L2 cache.
void SystemMemory::push() {
  std::array<unsigned char, kLineBytes> line;
  for (const DeviceMemory::Range& range : memory_.allocations()) {
    for_lines(range.begin, range.end, [&](std::uint64_t address, unsigned length) {
      transport(tlm::TLM_READ_COMMAND, address, line.data(), length);
      unsigned char* const bytes = memory_.arena() + address;
      if (std::memcmp(line.data(), bytes, length) != 0) transport(tlm::TLM_WRITE_COMMAND, address, bytes, length);
    });
  }
}

void SystemMemory::write(std::uint64_t address, const void* from, std::uint64_t bytes) {
  memory_.write(address, from, bytes);
  for_lines(address, address + bytes, [&](std::uint64_t at, unsigned length) {
    transport(tlm::TLM_WRITE_COMMAND, at, memory_.arena() + at, length);
  });
}

void SystemMemory::read(std::uint64_t address, void* to, std::uint64_t bytes) {
  memory_.read(address, to, bytes);  // InputError when the bytes are not in one allocation
  auto* const into = static_cast<unsigned char*>(to);
  for_lines(address, address + bytes, [&](std::uint64_t at, unsigned length) {
    transport(tlm::TLM_READ_COMMAND, at, into + (at - address), length);
  });
}

}  // namespace unibank
