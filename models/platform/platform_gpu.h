// A Gpu as a component of a user's platform: built in the user's hierarchy and simulation, beside processors,
// clocks, buses and memories.
//
//   interrupt  active when a launch has ended (HostPort's INTERRUPT), until the host acknowledges it
//   reset      at `reset_level`: clears registers and drops waiting launches. Running launches continue, because their
//              requests cannot be cancelled, but their end is not reported; the next launch of a stream begins after
//              them. Allocations and modules stay.
//   host       registers and device memory for a processor (host_port.h)
//   memory     with `system_memory`: the Gpu's access to memory, one socket per port of a DRAM channel
// All but the sockets of memory may be left unbound.
//
// C++ programs of a simulation need no registers: they allocate, write and load from the simulation's start on (earlier
// if device memory is the Gpu's own), call launch() from a thread and launch_async() from any process.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "design/design.h"
#include "gpu/gpu.h"
#include "memory/foreign_memory.h"
#include "platform/host_port.h"
#include "platform/launch_queue.h"
#include "platform/system_memory.h"

namespace unibank {

struct PlatformGpuParameters {
  // The time of a cycle, the same for all Gpus of a simulation (tlm/time.h).
  sc_core::sc_time period{1, sc_core::SC_NS};
  bool reset_level = true;
  unsigned host_access_cycles = 4;                     // cycles of an access through the host's socket
  std::uint64_t memory_bytes = std::uint64_t{1} << 28; // device memory
  // True: device memory is in the system's memory, from `memory_base` on. Every socket of `memory` must lead to all of
  // that memory, which must have transport_dbg. run.check_data is then on, and while a launch runs no other initiator
  // may write to allocations.
  bool system_memory = false;
  std::uint64_t memory_base = 0;
  ResponseEnd response_end = ResponseEnd::kWhenPassedOn;
};

class PlatformGpu : public sc_core::sc_module {
 public:
  // Throws InputError for a design or a period that is incompatible with these parameters.
  PlatformGpu(const sc_core::sc_module_name& name, const Design& design, const PlatformGpuParameters& parameters = {},
              const BlockFactories& factories = {});
  ~PlatformGpu() override;

  sc_core::sc_out<bool> interrupt;
  sc_core::sc_in<bool> reset;
  auto& host() { return host_.socket; }
  InitiatorSocket& memory(unsigned index = 0) { return *memory_sockets_.at(index); }
  unsigned memory_sockets() const { return static_cast<unsigned>(memory_sockets_.size()); }

  // These functions are those of Device (host/device.h), for both locations of device memory.
  std::uint64_t allocate(std::uint64_t bytes, const std::string& name = "");
  void load(const std::string& ptx, const std::string& name);
  void write(std::uint64_t address, const void* from, std::uint64_t bytes);
  void read(std::uint64_t address, void* to, std::uint64_t bytes);

  // Queues a launch, which runs after all earlier ones of its stream. An error becomes its message and an
  // SC_REPORT_ERROR.
  LaunchHandle launch_async(LaunchRequest request) { return queue_.add(std::move(request)); }
  // To be called in a thread: returns when the launch has ended; RunError when it has failed or was dropped.
  void launch(LaunchRequest request);
  void synchronize(unsigned stream) { queue_.wait_for_stream(stream); }
  const LaunchQueue& queue() const { return queue_; }
  Gpu& gpu() { return gpu_; }
  const Device& device() const { return device_; }

 private:
  class Backend;
  using MemorySockets = std::vector<std::unique_ptr<InitiatorSocket>>;
  MemorySockets make_memory_sockets() const;
  BlockFactories with_system_memory(BlockFactories factories);
  void before_end_of_elaboration() override;
  HostPort::Gpu host_calls();
  void launch_over();
  void reset_changed();
  void drive_interrupt();

  const PlatformGpuParameters parameters_;
  const Design design_;
  DeviceMemory memory_;
  const MemorySockets memory_sockets_;
  Gpu gpu_;
  std::unique_ptr<SystemMemory> system_memory_;  // null: device memory is the Gpu's own
  std::unique_ptr<Backend> backend_;
  Device device_;
  LaunchQueue queue_;
  HostPort host_;
  unsigned loaded_ = 0;  // modules loaded by the host
  sc_core::sc_signal<bool> no_interrupt_, no_reset_;  // for unbound ports
};

}  // namespace unibank
