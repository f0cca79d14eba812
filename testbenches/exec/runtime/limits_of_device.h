// What the device says of itself.
#pragma once

#include <cstdint>
#include <map>

#include "exec/protocol.h"

namespace unibank::exec {

constexpr int kCudaVersion = 13000;  // as CUDA counts: 1000 x major + 10 x minor

// By the numbers of cudaDeviceAttr, which are those of CUdevice_attribute; what is missing is 0.
std::map<int, std::int64_t> device_attributes(const DeviceFacts& facts);

}  // namespace unibank::exec
