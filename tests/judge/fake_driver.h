// A CUDA driver without a GPU: it executes the driver's calls on the model's functional executor. The judge,
// `unibank characterize --gpu` and `unibank correlate` open it as a library (fake_libcuda.cpp), which calls the
// FakeDriver linked into the program.
//
// The environment variable FAKE_CUDA lists the faults that it shall have, separated by blanks:
//   no-device         there is no GPU
//   fail:NAME         the call of this name fails
//   kill:NAME         the call of this name ends the process by a signal
//   hangs             no launch ends
//   tell-contexts     prints a line for each new context and each compilation
//   wrong-bit         the lowest bit of copied-back data is inverted
//   wrong-sign        the highest bit of its fourth byte is inverted
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "host/device.h"
#include "host/functional_backend.h"
#include "judge/cuda_api.h"
#include "simt/device_memory.h"

namespace unibank::cuda {

constexpr Result kInvalidValue = 1, kNoDevice = 100, kInvalidPtx = 218, kNotFound = 500, kLaunchFailed = 719;

class FakeDriver {
 public:
  // Runs the body of a call and turns exceptions into result codes.
  Result call(const char* name, const std::function<Result()>& body);

  Result device_count(int* count) const;
  Result device_name(char* name, int bytes) const;
  Result attribute(int* value, int which) const;
  Result retain(Context* context);
  Result reset();
  Result set_limit(int which, std::size_t bytes);
  Result query() const;
  Result unload();
  Result load(Module* module, const void* image, unsigned options, const int* names, void** values);
  Result function(Function* function, const char* name);
  Result global(Pointer* address, std::size_t* bytes, const char* name);
  Result allocate(Pointer* address, std::size_t bytes);
  Result free(Pointer address);
  Result set(Pointer to, unsigned char value, std::size_t bytes);
  Result to_device(Pointer to, const void* from, std::size_t bytes);
  Result to_host(void* to, Pointer from, std::size_t bytes);
  Result copy(const Copy& copy);
  Result create_array(Array* array, const ArrayShape& shape);
  Result create_texture(Object* object, const Resource& resource, const Sampling& sampling);
  Result create_surface(Object* object, const Resource& resource);
  Result launch(Function function, Dim3 grid, Dim3 block, unsigned scratchpad_bytes, void** extra);
  Result record(Event event);
  Result elapsed(float* milliseconds, Event from, Event to) const;
  Result launch_cooperative(Function function, Dim3 grid, Dim3 block, unsigned scratchpad_bytes, void** arguments);

  // Textures by name: settings for a texture are bound when the module's next kernel starts.
  struct Reference {
    std::string name;
    bool surface = false;
    Array array = nullptr;
    Sampling sampling{};
  };
  Result reference(Reference** reference, const char* name, bool surface);

 private:
  struct Memory;  // what a context holds
  struct ArrayMemory {
    ArrayShape shape;
    Pointer address;
  };
  bool misbehaves(const std::string& word) const;
  Texture texture_of(const ArrayMemory& array, const Sampling& sampling) const;
  Memory& memory();

  std::shared_ptr<Memory> memory_;
};

// Called by the library; the object lives in the program.
FakeDriver& fake_driver();

}  // namespace unibank::cuda
