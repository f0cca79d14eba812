// Device memory that is stored in the system's memory. Before a launch the executor's arena is updated from it, and
// after a launch it is updated from the arena; in between, requests move the bytes (run.check_data).
//
// All functions use debug transport: they take no time.
#pragma once

#include <cstdint>

#include "simt/device_memory.h"
#include "tlm/pool.h"
#include "tlm/ports.h"

namespace unibank {

class SystemMemory {
 public:
  // `base`: the system's address of device memory's first byte. `socket` leads to all of device memory, from the end of
  // elaboration on.
  SystemMemory(DeviceMemory& memory, InitiatorSocket& socket, std::uint64_t base)
      : memory_(memory), socket_(socket), base_(base) {}

  // Copy all allocations to the arena (pull) or from it (push). RunError when the target does not move the bytes.
  void pull();
  void push();
  // write(): copies bytes of one allocation to the arena and to the system's memory. read(): copies them from the
  // system's memory to the caller.
  void write(std::uint64_t address, const void* from, std::uint64_t bytes);
  void read(std::uint64_t address, void* to, std::uint64_t bytes);

 private:
  void transport(tlm::tlm_command command, std::uint64_t address, unsigned char* bytes, unsigned length);

  struct Request : Payload {};
  DeviceMemory& memory_;
  InitiatorSocket& socket_;
  const std::uint64_t base_;
  PayloadPool<Request> pool_;
};

}  // namespace unibank
