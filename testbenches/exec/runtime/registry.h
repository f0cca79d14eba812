// The modules, kernels and variables that a program has registered before main() or loaded later. A module is sent to
// the model when it is first needed.
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
  std::vector<std::string> images;       // the model gets them as one
  bool loaded = false;
  CudaError failed = CudaError::kSuccess;
  std::uint32_t number = 0;              // the model's number of the module
};

// A kernel. cudaKernel_t, cudaFunction_t and CUfunction are pointers to a Function.
struct Function {
  Module* module = nullptr;
  std::string name;
  bool known = false;
  KernelFacts facts;
  std::vector<FactsOfParameter> parameters;
  std::uint64_t most_dynamic_bytes = 0;  // of a launch; the device's default, until the program sets another
  int preferred_percent = -1;            // share of the scratchpad, set by the program
};

struct DeviceVariable {
  Module* module = nullptr;
  std::string name;
  std::uint64_t address = 0, bytes = 0;          // valid once the model has returned them
  void** managed = nullptr;                      // the program's pointer to it
};

class Registry {
 public:
  static Registry& get();

  Module* add_module(std::vector<std::string> images);
  void add_function(Module* module, const void* key, const std::string& name);
  void add_variable(Module* module, const void* key, const std::string& name, void** managed = nullptr);

  // Finds a function by the address of its stub in the program, or by a pointer to the Function itself; null: `key` is
  // neither.
  Function* function(const void* key);
  // Fills in `facts` and `parameters` of the function from the model.
  CudaError complete(Function& function);
  CudaError variable(const void* key, DeviceVariable*& found);
  // Find functions and variables by name, also those that the program has not registered. Return kSymbolNotFound if the
  // module does not have the name.
  CudaError function_of(Module& module, const std::string& name, Function*& found);
  CudaError variable_of(Module& module, const std::string& name, DeviceVariable& found);
  CudaError load(Module& module);
  // Gives all kernels the attributes that they had before the program set others.
  CudaError reset();
  // Allocates the memory of the managed variables.
  CudaError place_managed();

 private:
  std::recursive_mutex mutex_;
  std::vector<std::unique_ptr<Module>> modules_;
  std::vector<std::unique_ptr<Function>> functions_;
  std::map<const void*, Function*> function_keys_;
  std::map<const void*, DeviceVariable> variables_;
};

}  // namespace unibank::exec
