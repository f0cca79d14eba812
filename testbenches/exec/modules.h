// The modules that a program has loaded. Each is a Device; all share one memory. Two modules may have kernels of the
// same name.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "exec/machine.h"
#include "exec/protocol.h"

namespace unibank::exec {

// Thrown when a call fails with a CUDA error; what() is a readable text.
class CallError : public std::runtime_error {
 public:
  CallError(CudaError error, const std::string& what, bool sticky = false)
      : std::runtime_error(what), error(error), sticky(sticky) {}
  CudaError error;
  bool sticky;  // the device is unusable from now on
};

class Modules {
 public:
  static constexpr std::uint64_t kMostDynamicBytes = std::uint64_t{1} << 30;  // of scratchpad, as in a manifest

  explicit Modules(Machine& machine) : machine_(machine), options_(machine.request().options) {}

  // Loads a module from the containers of a fat binary, or from PTX, and returns its number. Throws CallError if the
  // image contains no PTX, or the PTX cannot be parsed.
  std::uint32_t load(const std::string& image);
  const ptx::Kernel& kernel(std::uint32_t module, const std::string& name);
  Device& device(std::uint32_t module);
  struct Variable {
    std::uint64_t address = 0, bytes = 0;
  };
  Variable variable(std::uint32_t module, const std::string& name);
  void restore_variables();  // of all modules: they get their initial values
  void launch(const LaunchRequest& request, const std::string& kernel, const std::string& arguments);
  std::uint64_t texture(const TextureRequest& request, const std::string& symbol);
  // Sets the size of a thread's stack, in bytes, in kernels with recursive calls, for modules that are loaded from now
  // on. Throws InputError above 512 KB.
  void set_stack_bytes(std::uint64_t bytes);

 private:
  // The data of a module that a record of launches needs.
  struct Source {
    std::string ptx;
    std::vector<std::string> variables;  // .global and .const data
    std::uint64_t stack_bytes = 0;
  };
  static unsigned dynamic_bytes_of(const LaunchRequest& request, const std::string& kernel);
  void remember(const std::string& ptx, const std::string& name);
  void record(const LaunchRequest& request, const std::string& kernel, const std::string& arguments);

  Machine& machine_;
  std::vector<std::unique_ptr<Device>> devices_;
  std::vector<Source> sources_;          // empty without a record
  compiler::CompileOptions options_;
};

}  // namespace unibank::exec
