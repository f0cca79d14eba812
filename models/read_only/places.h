// Addresses of parameters and instructions in device memory: below every allocation (simt/device_memory.h,
// kReservedBytes), so their lines hold nothing else in L2 and DRAM.
#pragma once

#include <cstdint>

namespace unibank {

// Parameters of the current launch begin at address 0. After them each kernel has 64 KB for its code, assigned in
// rotation; longer code continues into the next kernel's.
constexpr std::uint64_t kParameterBytes = 64 * 1024, kCodeBytes = 64 * 1024;
constexpr unsigned kCodePlaces = 15;

// The address of the code of kernel `number`; kernels are numbered in the order of their first launches.
constexpr std::uint64_t code_place(unsigned number) {
  return kParameterBytes + std::uint64_t{number % kCodePlaces} * kCodeBytes;
}

}  // namespace unibank
