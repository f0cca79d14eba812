// How a program's kernels use the scratchpad, and how many of their blocks an SM holds.
#pragma once

#include <algorithm>
#include <map>
#include <ostream>
#include <string>

#include "run_workload.h"

namespace unibank {

struct ScratchpadShape {
  std::uint64_t bytes = 0, variables = 0, threads = 0;  // of a block

  bool operator==(const ScratchpadShape& other) const {
    return bytes == other.bytes && variables == other.variables && threads == other.threads;
  }
  // Of the SM of Jatala et al., table II: 16 KB, 16 blocks, 3,072 threads.
  std::uint64_t resident_blocks(std::uint64_t scratchpad = 16384) const {
    return std::min({scratchpad / bytes, std::uint64_t{16}, 3072 / threads});
  }
};

inline std::ostream& operator<<(std::ostream& out, const ScratchpadShape& shape) {
  return out << shape.bytes << " bytes in " << shape.variables << " variables, " << shape.threads << " threads";
}

// Of every kernel that the program launches at tiny size.
inline std::map<std::string, ScratchpadShape> scratchpad_shapes(const std::string& name, const Given& given = {}) {
  class Noting : public FunctionalBackend {
   public:
    explicit Noting(DeviceMemory& memory) : FunctionalBackend(memory) {}
    void run(const Launch& launch) override {
      ScratchpadShape& shape = shapes[launch.kernel->name];
      shape = {launch.kernel->scratchpad_bytes, 0, launch.block.count()};
      for (const ptx::Variable& variable : launch.kernel->symbols) {
        shape.variables += variable.space == ptx::StateSpace::kShared;
      }
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

}  // namespace unibank
