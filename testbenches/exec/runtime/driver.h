// What both interfaces know of the driver's.
#pragma once

#include <cstdint>
#include <string>

namespace unibank::exec {

// What a program registers: nvcc's structure. Version 2 has a list of containers too, ended by a null pointer.
struct FatBinaryWrapper {
  std::uint32_t magic = 0, version = 0;
  const char* container = nullptr;
  const char* const* parts = nullptr;
};
constexpr std::uint32_t kWrapperOfParts = 2;

// The address of a function of the driver's interface, of its newest version; null: it is not here.
void* driver_function(const std::string& name);

// The containers of a fat binary at `start`, behind a wrapper or not, or PTX; empty: it is something else.
std::string image_at(const void* start);

}  // namespace unibank::exec
