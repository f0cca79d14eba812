// The parts of the driver interface that the runtime interface also uses.
#pragma once

#include <cstdint>
#include <string>

namespace unibank::exec {

// nvcc's structure, which a program registers. Version 2 also has a list of containers, ended by a null pointer.
struct FatBinaryWrapper {
  std::uint32_t magic = 0, version = 0;
  const char* container = nullptr;
  const char* const* parts = nullptr;
};
constexpr std::uint32_t kWrapperOfParts = 2;

// The address of a function of the driver interface as programs of a version of CUDA call it (1000 x major + 10 x
// minor); null: this library does not have the function.
void* driver_function(const std::string& name, int version);

// Forgets reserved addresses and the memory that is mapped there.
void forget_reserved_addresses();

// The image at `start`: the containers of a fat binary, with or without a wrapper, or PTX. Empty: `start` points to
// neither.
std::string image_at(const void* start);

}  // namespace unibank::exec
