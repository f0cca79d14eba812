// What a program has registered before main() or loaded later: modules, kernels and variables. A module goes to the
// model when it is first needed.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "exec/runtime/connection.h"
#include "exec/runtime/cuda_types.h"

namespace unibank::exec {

struct Module {
  std::vector<std::string> images;       // of which the first with PTX is it
  bool loaded = false;
  CudaError failed = CudaError::kSuccess;
  std::uint32_t number = 0;              // of the model
};

// cudaKernel_t, cudaFunction_t and CUfunction are pointers to one.
struct Function {
  Module* module = nullptr;
  std::string name;
  bool known = false;
  KernelFacts facts;
  std::vector<FactsOfParameter> parameters;
  std::uint64_t most_dynamic_bytes = 48 * 1024;  // as the program has set it
  int preferred_percent = -1;                    // of the scratchpad, as the program has set it
};

struct DeviceVariable {
  Module* module = nullptr;
  std::string name;
  std::uint64_t address = 0, bytes = 0;          // once it is known
  void** managed = nullptr;                      // the program's pointer to it
};

class Registry {
 public:
  static Registry& get();

  Module* add_module(std::vector<std::string> images);
  void add_function(Module* module, const void* key, const std::string& name);
  void add_variable(Module* module, const void* key, const std::string& name, void** managed = nullptr);

  // By the address of its stub in the program, or by itself; null: it is none.
  Function* function(const void* key);
  // What the model knows of it is in it then.
  CudaError complete(Function& function);
  CudaError variable(const void* key, DeviceVariable*& found);
  // Names that the program has not registered; kSymbolNotFound.
  CudaError function_of(Module& module, const std::string& name, Function*& found);
  CudaError variable_of(Module& module, const std::string& name, DeviceVariable& found);
  CudaError load(Module& module);
  // The managed variables get their memory.
  CudaError place_managed();

 private:
  std::recursive_mutex mutex_;
  std::vector<std::unique_ptr<Module>> modules_;
  std::vector<std::unique_ptr<Function>> functions_;
  std::map<const void*, Function*> function_keys_;
  std::map<const void*, DeviceVariable> variables_;
};

}  // namespace unibank::exec
