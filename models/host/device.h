// The interface for host programs: allocate, copy, load a module, launch. Its backends: functional only
// (host/functional_backend.h), timed (gpu/timed_backend.h), timed in part (gpu/sampling_backend.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/dim3.h"
#include "base/types.h"
#include "compiler/link.h"
#include "simt/texture_table.h"

namespace unibank {

class DeviceMemory;

// The parameter block of a launch, in PTX's layout (each value at its natural alignment).
class Arguments {
 public:
  Arguments() = default;
  template <typename... Values>
  explicit Arguments(Values... values) {
    (add(values), ...);
  }
  template <typename Value>
  void add(Value value) {
    static_assert(std::is_trivially_copyable_v<Value>, "a kernel argument is a plain value");
    const std::size_t offset = (bytes_.size() + alignof(Value) - 1) / alignof(Value) * alignof(Value);
    values_.push_back({offset, sizeof(Value)});
    bytes_.resize(offset + sizeof(Value));
    std::memcpy(bytes_.data() + offset, &value, sizeof(Value));
  }
  // A block that the caller has laid out.
  static Arguments of_bytes(std::vector<std::uint8_t> bytes) {
    Arguments arguments;
    arguments.bytes_ = std::move(bytes);
    return arguments;
  }
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

  struct Place {
    std::size_t offset, bytes;
  };
  // Locations of the values; none for a block that the caller has laid out.
  const std::vector<Place>& values() const { return values_; }

 private:
  std::vector<std::uint8_t> bytes_;
  std::vector<Place> values_;
};

// A complete launch, for a backend.
struct Launch {
  const ptx::Kernel* kernel = nullptr;
  Dim3 grid, block;
  unsigned dynamic_scratchpad_bytes = 0;
  std::vector<std::uint8_t> arguments;
  std::uint64_t number = 0;  // number of earlier launches of the program
  bool cooperative = false;  // all blocks must be resident at once: they may wait for each other
  int preferred_scratchpad_percent = -1;  // Device::prefer_scratchpad(); -1: no preference
};

// A kernel with the block shape of its launches: a partition needs it before the first launch.
struct PlannedKernel {
  std::string kernel;
  Dim3 block;
  unsigned dynamic_scratchpad_bytes = 0;
};

// Runs launches one after the other.
class Backend {
 public:
  virtual ~Backend() = default;
  // Called once, before the first launch: all kernels of the program (partition.scope = "program" needs them together).
  virtual void plan(const std::vector<Launch>& kernels) = 0;
  // Returns when every block has retired. Throws RunError when the kernel cannot end, InputError when it cannot start.
  virtual void run(const Launch& launch) = 0;
};

// Compiles an entry for launches with this block and this many bytes of dynamic scratchpad.
using CompileForLaunch = std::function<ptx::Kernel(const ptx::Module& module, const std::string& entry, Dim3 block,
                                                   unsigned dynamic_scratchpad_bytes)>;

class Device {
 public:
  // The device borrows backend and memory. `compile`: compiles the kernel of a launch, once for each block
  // shape and size of dynamic scratchpad; without it a launch runs the result of kernel().
  Device(Backend& backend, DeviceMemory& memory, const compiler::CompileOptions& options = {},
         CompileForLaunch compile = nullptr);
  ~Device();

  // Parses PTX; `name` is used in messages. Each text is a separate module with its own variables and functions.
  // InputError for a text that ptx::parse() refuses, and for a kernel that an earlier module has.
  void load(std::string_view ptx_text, const std::string& name);
  // Declares the kernels that will be launched. To be called after load() and before the first launch().
  void plan(const std::vector<PlannedKernel>& kernels);

  std::uint64_t allocate(std::size_t bytes, const std::string& name = "");  // 256-byte aligned device address
  void write(std::uint64_t address, const void* from, std::size_t bytes);
  void read(std::uint64_t address, void* to, std::size_t bytes) const;
  void fill(std::uint64_t address, std::uint8_t value, std::size_t bytes);

  template <typename T>
  std::uint64_t upload(const std::vector<T>& values, const std::string& name = "") {
    const std::uint64_t address = allocate(values.size() * sizeof(T), name);
    write(address, values.data(), values.size() * sizeof(T));
    return address;
  }
  template <typename T>
  std::vector<T> download(std::uint64_t address, std::size_t count) const {
    std::vector<T> values(count);
    read(address, values.data(), count * sizeof(T));
    return values;
  }

  // Handles for kernels, passed as 64-bit arguments. InputError when no GPU has such a texture, or its
  // texels do not lie in one allocation.
  std::uint64_t create_texture(const Texture& texture);
  std::uint64_t create_surface(const Texture& surface);
  // Binds a texture or surface to a .texref or .surfref variable. Throws InputError, with the known names, for an
  // unknown name, and if two modules have the name.
  void bind_texture(const std::string& symbol, const Texture& texture);
  void bind_surface(const std::string& symbol, const Texture& surface);

  // InputError for an unknown kernel, a grid or block that no GPU has, and arguments of another size than the kernel's.
  // In a module with 32-bit addresses a parameter of 4 bytes accepts an 8-byte value, as hosts store addresses;
  // InputError when the value does not fit.
  void launch(const std::string& kernel, Dim3 grid, Dim3 block, const Arguments& arguments,
              unsigned dynamic_scratchpad_bytes = 0);
  // Launches as cudaLaunchCooperativeKernel does: grid-wide synchronisation works. Throws InputError for more blocks
  // than can be resident at once.
  void launch_cooperative(const std::string& kernel, Dim3 grid, Dim3 block, const Arguments& arguments,
                          unsigned dynamic_scratchpad_bytes = 0);

  // The hint cudaFuncAttributePreferredSharedMemoryCarveout, for partitions that carve the scratchpad out of a pool: 0
  // to 100 percent of the largest scratchpad of an SM; -1: no preference. Applies to later launches.
  void prefer_scratchpad(const std::string& kernel, int percent) { preferred_[kernel] = percent; }
  int preferred_scratchpad(const std::string& kernel) const;

  // The kernel with everything it calls, compiled on first use: a kernel that is not launched cannot fail a module.
  // With spills in the scratchpad it is compiled for the block shape of the options, and a launch uses one compiled for
  // its own block shape; with CompileForLaunch a launch uses that function's result. InputError with the known names
  // for an unknown name.
  const ptx::Kernel& kernel(const std::string& name) const;
  // The module of a kernel. InputError with the known names for an unknown name.
  const ptx::Module& module_of(const std::string& kernel) const;
  // Gives all variables the values that they had after load().
  void restore_variables();
  // The device address of a .global or .const variable; InputError with the known names, or when two modules have it.
  std::uint64_t symbol(const std::string& name) const;
  unsigned launches() const { return launches_; }

 private:
  void bind(const std::string& symbol, std::uint64_t handle, TextureUse use);
  const ptx::Variable& find_variable(const std::string& kind, const std::string& name,
                                     bool (*is_one)(const ptx::Variable& variable)) const;
  Launch prepared(const std::string& kernel, Dim3 grid, Dim3 block, const Arguments& arguments,
                  unsigned dynamic_scratchpad_bytes);
  void run(const Launch& launch);
  const ptx::Kernel& kernel(const std::string& name, Dim3 block) const;
  const ptx::Kernel& kernel_for(const std::string& name, Dim3 block, unsigned dynamic_scratchpad_bytes);

  Backend& backend_;
  DeviceMemory& memory_;
  compiler::CompileOptions options_;
  std::vector<std::unique_ptr<ptx::Module>> modules_;  // in the order they were loaded
  // Compiled kernels by name, and by block shape if spills are in the scratchpad.
  mutable std::map<std::tuple<std::string, unsigned, unsigned, unsigned>, ptx::Kernel> compiled_;
  std::map<std::string, int> preferred_;  // [kernel] percent
  CompileForLaunch compile_for_launch_;
  using Shape = std::tuple<std::string, unsigned, unsigned, unsigned, unsigned>;  // name, block, dynamic scratchpad
  std::map<Shape, ptx::Kernel> compiled_for_launch_;
  unsigned launches_ = 0;
};

}  // namespace unibank
