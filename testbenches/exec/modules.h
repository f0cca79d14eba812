// The modules that a program has loaded. Each is a Device; all share one memory. Two modules may have kernels of the
// same name.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "exec/machine.h"
#include "exec/protocol.h"

namespace unibank::exec {

// A call fails with this CUDA error; what() is a readable text.
class CallError : public std::runtime_error {
 public:
  CallError(CudaError error, const std::string& what, bool sticky = false)
      : std::runtime_error(what), error(error), sticky(sticky) {}
  CudaError error;
  bool sticky;  // the device is of no more use
};

class Modules {
 public:
  explicit Modules(Machine& machine) : machine_(machine), options_(machine.request().options) {}

  // Containers of a fat binary, or PTX. CallError where there is no PTX, or it cannot be parsed.
  std::uint32_t load(const std::string& image);
  const ptx::Kernel& kernel(std::uint32_t module, const std::string& name);
  Device& device(std::uint32_t module);
  struct Variable {
    std::uint64_t address = 0, bytes = 0;
  };
  Variable variable(std::uint32_t module, const std::string& name);
  void launch(const LaunchRequest& request, const std::string& kernel, const std::string& arguments);
  std::uint64_t texture(const TextureRequest& request, const std::string& symbol);
  // A thread's stack in kernels that call themselves, of modules that are loaded from now on. InputError above 512 KB.
  void set_stack_bytes(std::uint64_t bytes);

 private:
  // What a record of launches needs.
  struct Source {
    std::string ptx;
    std::vector<std::string> variables;  // .global and .const data
    std::uint64_t stack_bytes = 0;
  };
  void remember(const std::string& ptx, const std::string& name);
  void record(const LaunchRequest& request, const std::string& kernel, const std::string& arguments);

  Machine& machine_;
  std::vector<std::unique_ptr<Device>> devices_;
  std::vector<Source> sources_;          // empty without a record
  compiler::CompileOptions options_;
};

}  // namespace unibank::exec
