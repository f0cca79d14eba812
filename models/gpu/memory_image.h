// Device memory as the machine's own memory holds it (run.check_data): put there before a launch, and compared with what
// the executor has when the launch has ended. Both go through the memory system's sockets without time.
#pragma once

#include <cstdint>

#include "gpu/memory_system.h"
#include "simt/device_memory.h"
#include "tlm/pool.h"

namespace unibank {

class MemoryImage {
 public:
  MemoryImage(DeviceMemory& memory, MemorySystem& machine) : memory_(memory), machine_(machine) {}

  // All allocations. RunError when the machine's memory takes no debug transport.
  void put();
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
