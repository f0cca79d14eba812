// The functions that a program's start-up code, made by nvcc, calls before main().
#include <cstring>

#include "exec/fat_binary.h"
#include "exec/runtime/driver.h"
#include "exec/runtime/registry.h"

using namespace unibank::exec;

UNIBANK_EXPORTED void** __cudaRegisterFatBinary(void* registered) {
  std::uint32_t magic = 0;
  std::memcpy(&magic, registered, sizeof magic);
  std::vector<std::string> images;
  if (magic == kWrapperMagic) images.push_back(image_at(registered));
  return reinterpret_cast<void**>(Registry::get().add_module(std::move(images)));
}

UNIBANK_EXPORTED void __cudaRegisterFatBinaryEnd(void**) {}
UNIBANK_EXPORTED void __cudaUnregisterFatBinary(void**) {}
UNIBANK_EXPORTED char __cudaInitModule(void**) {
  return Registry::get().place_managed() == CudaError::kSuccess ? 1 : 0;
}

UNIBANK_EXPORTED void __cudaRegisterFunction(void** module, const char* stub, char*, const char* name, int, void*,
                                             void*, void*, void*, int*) {
  Registry::get().add_function(reinterpret_cast<Module*>(module), stub, name);
}

UNIBANK_EXPORTED void __cudaRegisterVar(void** module, char* variable, char*, const char* name, int, std::size_t, int,
                                        int) {
  Registry::get().add_variable(reinterpret_cast<Module*>(module), variable, name);
}

// The program's variable is a pointer to the memory, and the key.
UNIBANK_EXPORTED void __cudaRegisterManagedVar(void** module, void** variable, char*, const char* name, int,
                                               std::size_t, int, int) {
  Registry::get().add_variable(reinterpret_cast<Module*>(module), variable, name, variable);
}

UNIBANK_EXPORTED CudaError __cudaGetKernel(Function** kernel, const void* stub) {
  *kernel = Registry::get().function(stub);
  return remember(*kernel ? CudaError::kSuccess : CudaError::kInvalidDeviceFunction);
}
