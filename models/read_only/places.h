// Where parameters and instructions are in device memory: below every allocation (simt/device_memory.h,
// kReservedBytes), so that their lines hold nothing else in L2 and DRAM.
#pragma once

#include <cstdint>

namespace unibank {

// Parameters of the launch under way begin at address 0. Behind them each kernel has 64 KB for its code, taken in turn;
// one with more code reads on into the next one's.
constexpr std::uint64_t kParameterBytes = 64 * 1024, kCodeBytes = 64 * 1024;
constexpr unsigned kCodePlaces = 15;

// Of kernel `number`, counted in the order of their first launches.
constexpr std::uint64_t code_place(unsigned number) {
  return kParameterBytes + std::uint64_t{number % kCodePlaces} * kCodeBytes;
}

}  // namespace unibank
