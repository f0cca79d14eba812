// Device memory as the machine's own memory holds it (run.check_data): put there before a launch, and compared with what
// the executor has when the launch has ended. Both go through the memory system's sockets without time.
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

  // All allocations, and the parameters of a launch, whose bank begins at address 0: no allocation lies below
  // kReservedBytes. RunError when the machine's memory takes no debug transport.
  void put(const std::vector<std::uint8_t>& parameters);
  // RunError names the first byte that differs, what is there, and by whom it was written.
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
