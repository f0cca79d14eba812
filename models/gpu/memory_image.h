// Device memory as stored in the machine's own memory (run.check_data): initialised before a launch, and compared with
// the executor's after it. Both use the memory system's sockets without time.
#pragma once

#include <cstdint>
#include <vector>

#include "gpu/memory_system.h"
#include "simt/device_memory.h"
#include "tlm/pool.h"
#include "values/memory_writers.h"

namespace unibank {

class MemoryImage {
 public:
  MemoryImage(DeviceMemory& memory, MemorySystem& machine) : memory_(memory), machine_(machine) {}

  // Writes all allocations, and the parameters of a launch from address 0 on: no allocation lies below kReservedBytes.
  // RunError if the machine's memory does not support debug transport.
  void put(const std::vector<std::uint8_t>& parameters);
  // RunError names the first byte that differs, its value and its writer. `writers`: of the launch. Its own local
  // memory is undefined where it has not written: an L1 may write back what earlier launches left in such bytes.
  void compare(const MemoryWriters& writers);
  // The allocations made from now on, until compare(), are the launch's own.
  void launch_begins() { others_ = memory_.allocations(); }

 private:
  void compare_line(std::uint64_t address, unsigned length, const MemoryWriters* defined);
  Payload& transport(tlm::tlm_command command, std::uint64_t address, unsigned length);

  struct Request : Payload {};
  DeviceMemory& memory_;
  MemorySystem& machine_;
  std::vector<DeviceMemory::Range> others_;
  PayloadPool<Request> pool_;
  Request* request_ = nullptr;
};

}  // namespace unibank
