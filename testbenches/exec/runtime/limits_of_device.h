// The properties that the device reports.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>

#include "exec/protocol.h"

namespace unibank::exec {

// Bytes of scratchpad, static and dynamic, that a block can have unless the program asks for more
// (cudaFuncSetAttribute). 48 KB on every card.
inline std::uint64_t scratchpad_without_request(const DeviceFacts& facts) {
  return std::min<std::uint64_t>(facts.scratchpad_per_block, 48 * 1024);
}

// The binary version of every kernel: kernels are compiled for this device.
inline unsigned binary_version(const DeviceFacts& facts) { return 10 * facts.major + facts.minor; }

// Success for device 0, kInvalidDevice for others, the device's error if it has one.
CudaError known_device(int device);

// cudaGetDeviceProperties() as it was in CUDA 9, 10 or 11.
CudaError properties_before_12(void* properties, int device, int version);

constexpr int kCudaVersion = 13000;  // in CUDA's form: 1000 x major + 10 x minor

// The device's attributes, indexed by the numbers of cudaDeviceAttr, which are those of CUdevice_attribute. Attributes
// that are missing in the result are 0.
std::map<int, std::int64_t> device_attributes(const DeviceFacts& facts);

}  // namespace unibank::exec
