// What a program calls: allocate, copy, load a module, launch. Two backends stand behind it: functional only
// (host/functional_backend.h) and timed (gpu/timed_backend.h).
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

// The parameter block of a launch, laid out as PTX wants it (each value at its natural alignment).
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
  // The block as it is, laid out by the caller.
  static Arguments of_bytes(std::vector<std::uint8_t> bytes) {
    Arguments arguments;
    arguments.bytes_ = std::move(bytes);
    return arguments;
  }
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

  struct Place {
    std::size_t offset, bytes;
  };
  // Where each value lies; none of a block that the caller has laid out.
  const std::vector<Place>& values() const { return values_; }

 private:
  std::vector<std::uint8_t> bytes_;
  std::vector<Place> values_;
};

// One launch, complete: what a backend gets.
struct Launch {
  const ptx::Kernel* kernel = nullptr;
  Dim3 grid, block;
  unsigned dynamic_scratchpad_bytes = 0;
  std::vector<std::uint8_t> arguments;
  std::uint64_t number = 0;  // launches of the program before it
  bool cooperative = false;  // all blocks must be resident at once: they may wait for each other
};

// A kernel with the block shape it will be launched with: what a partition needs to know before the first launch.
struct PlannedKernel {
  std::string kernel;
  Dim3 block;
  unsigned dynamic_scratchpad_bytes = 0;
};

// Runs launches one after the other.
class Backend {
 public:
  virtual ~Backend() = default;
  // Told once, before the first launch: all kernels of the program (partition.scope = "program" needs them together).
  virtual void plan(const std::vector<Launch>& kernels) = 0;
  // Returns when every block has retired. Throws RunError when the kernel cannot end, InputError when it cannot start.
  virtual void run(const Launch& launch) = 0;
};

// Compiles an entry for launches with this block and so many bytes of dynamic scratchpad.
using CompileForLaunch = std::function<ptx::Kernel(const ptx::Module& module, const std::string& entry, Dim3 block,
                                                   unsigned dynamic_scratchpad_bytes)>;

class Device {
 public:
  // The device borrows backend and memory. `compile`: what launches run, one kernel for each shape of a block; without
  // it they run the kernel that kernel() gives.
  Device(Backend& backend, DeviceMemory& memory, const compiler::CompileOptions& options = {},
         CompileForLaunch compile = nullptr);
  ~Device();

  // Parses PTX; `name` is used in messages. Each text is a module of its own: its variables and functions are not those
  // of another. InputError for a kernel that a module before it has.
  void load(std::string_view ptx_text, const std::string& name);
  // Declares the kernels that will be launched. Call it after load(), before the first launch().
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

  // Handles for kernels that are given them as 64-bit arguments. InputError when no GPU has such a texture, or its
  // texels do not lie in one allocation.
  std::uint64_t create_texture(const Texture& texture);
  std::uint64_t create_surface(const Texture& surface);
  // The same for a .texref or .surfref variable; InputError with the known names, or when two modules have it.
  void bind_texture(const std::string& symbol, const Texture& texture);
  void bind_surface(const std::string& symbol, const Texture& surface);

  // In a module with addresses of 32 bits a parameter of 4 bytes takes a value given with 8, as hosts keep addresses;
  // InputError when the value needs more.
  void launch(const std::string& kernel, Dim3 grid, Dim3 block, const Arguments& arguments,
              unsigned dynamic_scratchpad_bytes = 0);
  // The same as cudaLaunchCooperativeKernel: grid-wide sync works. InputError when the blocks are more than are
  // resident at once.
  void launch_cooperative(const std::string& kernel, Dim3 grid, Dim3 block, const Arguments& arguments,
                          unsigned dynamic_scratchpad_bytes = 0);

  // The kernel with all that it calls, compiled when first asked for: what nobody launches cannot fail a module. With
  // spills in the scratchpad a launch has the one for its blocks, and this is the one for those of the options; with
  // CompileForLaunch a launch has what that gives. InputError with the known names for another name.
  const ptx::Kernel& kernel(const std::string& name) const;
  // The device address of a .global or .const variable; InputError with the known names, or when two modules have it.
  std::uint64_t symbol(const std::string& name) const;
  unsigned launches() const { return launches_; }

 private:
  void bind(const std::string& symbol, std::uint64_t handle, TextureUse use);
  const ptx::Module& module_of(const std::string& kernel) const;
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
  // By name, and with spills in the scratchpad by the shape of the blocks.
  mutable std::map<std::tuple<std::string, unsigned, unsigned, unsigned>, ptx::Kernel> compiled_;
  CompileForLaunch compile_for_launch_;
  using Shape = std::tuple<std::string, unsigned, unsigned, unsigned, unsigned>;  // name, block, dynamic scratchpad
  std::map<Shape, ptx::Kernel> compiled_for_launch_;
  unsigned launches_ = 0;
};

}  // namespace unibank
