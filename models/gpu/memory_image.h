// Device memory as stored in the machine's own memory (run.check_data): initialised before a launch, and compared with
// the executor's after it. Both use the memory system's sockets without time.
#pragma once

#include <cstdint>
#include <vector>

#include "gpu/memory_system.h"
#include "simt/device_memory.h"
#include "tlm/pool.h"

namespace unibank {

class MemoryImage {
 public:
  MemoryImage(DeviceMemory& memory, MemorySystem& machine) : memory_(memory), machine_(machine) {}

  // Writes all allocations, and the parameters of a launch from address 0 on: no allocation lies below kReservedBytes.
  // RunError if the machine's memory does not support debug transport.
  void put(const std::vector<std::uint8_t>& parameters);
  // RunError names the first byte that differs, its value and its writer.
  void compare();

 private:
  void compare_line(std::uint64_t address, unsigned length);
  Payload& transport(tlm::tlm_command command, std::uint64_t address, unsigned length);

  struct Request : Payload {};
  DeviceMemory& memory_;
  MemorySystem& machine_;
  PayloadPool<Request> pool_;
  Request* request_ = nullptr;
};

}  // namespace unibank
