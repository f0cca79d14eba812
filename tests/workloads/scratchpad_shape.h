// The resources of an SM that a kernel's blocks need, and how many of them the SMs of Jatala et al. hold, with shared
// scratchpad and without.
#pragma once

#include <algorithm>
#include <map>
#include <ostream>
#include <string>

#include "policy/occupancy.h"
#include "run_workload.h"
#include "support/storage.h"

namespace unibank {

struct ScratchpadShape {
  std::uint64_t bytes = 0, variables = 0, threads = 0;  // scratchpad and threads of a block
  unsigned registers = 0;                               // of a thread; depends on our compiler, so not compared

  bool operator==(const ScratchpadShape& other) const {
    return bytes == other.bytes && variables == other.variables && threads == other.threads;
  }
};

inline std::ostream& operator<<(std::ostream& out, const ScratchpadShape& shape) {
  return out << shape.bytes << " bytes in " << shape.variables << " variables, " << shape.threads << " threads";
}

inline ScratchpadShape scratchpad_shape(const ptx::Kernel& kernel, std::uint64_t threads) {
  ScratchpadShape shape{kernel.scratchpad_bytes, 0, threads, kernel.registers_per_thread};
  for (const ptx::Variable& variable : kernel.symbols) shape.variables += variable.space == ptx::StateSpace::kShared;
  return shape;
}

// A kernel of the workload for blocks of `threads` threads, compiled for at most `registers` (0: as many as it needs).
inline ScratchpadShape scratchpad_shape(const std::string& workload, const std::string& kernel, std::uint64_t threads,
                              unsigned registers = 0) {
  DeviceMemory memory;
  FunctionalBackend backend(memory);
  Device device(backend, memory, {registers});
  device.load(workload_ptx(workload), workload + ".ptx");
  return scratchpad_shape(device.kernel(kernel), threads);
}

// The shapes of all kernels that the program launches at tiny size.
inline std::map<std::string, ScratchpadShape> scratchpad_shapes(const std::string& name, const Given& given = {}) {
  class Noting : public FunctionalBackend {
   public:
    explicit Noting(DeviceMemory& memory) : FunctionalBackend(memory) {}
    void run(const Launch& launch) override {
      shapes[launch.kernel->name] = scratchpad_shape(*launch.kernel, launch.block.count());
      FunctionalBackend::run(launch);
    }
    std::map<std::string, ScratchpadShape> shapes;
  };
  const Workload& workload = find_workload(name);
  DeviceMemory memory;
  Noting backend(memory);
  Device device(backend, memory);
  workload.run(device, complete_arguments(workload, Size::kTiny, given));
  return backend.shapes;
}

// Table II; all of the paper's machines have 64K registers.
struct JatalaSm {
  unsigned scratchpad_kb = 16, blocks = 16, threads = 3072;
  unsigned private_per_mille = 1000;  // 100: t = 0.1; 1000: no sharing
};

inline PartitionResult resident(const ScratchpadShape& shape, const JatalaSm& sm = {}) {
  SmCapacity capacity = test::separate_storage(4 * 65536, sm.scratchpad_kb << 10, 0);
  capacity.max_threads = sm.threads;
  capacity.max_warps = sm.threads / kWarpSize;
  capacity.max_blocks = sm.blocks;
  capacity.sharing.private_per_mille = sm.private_per_mille;
  return divide_fixed(capacity, {"kernel", shape.registers, static_cast<unsigned>(shape.threads),
                                 static_cast<double>(shape.bytes)});
}

// With an unlimited amount of scratchpad.
inline PartitionResult resident_without_scratchpad(ScratchpadShape shape, const JatalaSm& sm = {}) {
  shape.bytes = 0;
  return resident(shape, sm);
}

}  // namespace unibank
