// The calls of a program to its model, with their values. A call is a message (message.h) that begins with a Call. The
// answer consists of an Answer, the text of an error, the text that kernels have printed, and the call's own values.
#pragma once

#include <cstdint>
#include <vector>

#include "exec/cuda_errors.h"

namespace unibank::exec {

enum class Call : std::uint32_t {
  kHello,      // text: name of the program. Answer: DeviceFacts, and the file with device memory
  kModule,     // text: containers of a fat binary, or PTX. Answer: u32, the module's number
  kKernel,     // u32 module, text name. Answer: KernelFacts, text of FactsOfParameter
  kVariable,   // u32 module, text name. Answer: u64 address, u64 bytes
  kLaunch,     // LaunchRequest, text of arguments
  kAllocate,   // u64 bytes, text name. Answer: u64 address
  kRelease,    // u64 address
  kCheck,      // u64 address, u64 bytes, u8 whether the program writes them now: whether they lie in one allocation
  kTexture,    // TextureRequest, text symbol. Answer: u64 handle
  kLimit,      // u32 Limit, u64 value
  kOccupancy,  // u32 module, text name, u32 threads, u64 dynamic bytes. Answer: u32 blocks
  kTime,       // the answer has no values of its own
  kFreeBytes,  // answer: u64 bytes of device memory that are not allocated
  kIsAllocated,  // u64 address. Answer: u8 whether it lies in an allocation
  kReset,      // gives the variables of all modules their initial values
  kPrefer,     // u32 module, text name, i32 percent of the scratchpad, -1 for none
};

struct Answer {
  CudaError error = CudaError::kSuccess;
  std::uint32_t sticky = 0;      // 1: every later call has this error too
  double microseconds = 0;       // time of the model since the beginning of the program
};

struct DeviceFacts {
  char name[256] = {};
  std::uint64_t memory_begin = 0, memory_bytes = 0;
  std::uint32_t sms = 1, max_threads_per_sm = 0, max_blocks_per_sm = 0, registers_per_sm = 0;
  // Bytes that a block can declare at most, those that the system reserves in addition for each block, and both of all
  // blocks of an SM together.
  std::uint64_t scratchpad_per_block = 0, scratchpad_reserved = 0, scratchpad_per_sm = 0;
  std::uint64_t l2_bytes = 0;
  std::uint32_t clock_kilohertz = 0, memory_clock_kilohertz = 0, memory_bus_bits = 0;
  std::uint32_t major = 8, minor = 0;
};

struct KernelFacts {
  std::uint32_t parameters = 0, registers = 0;
  std::uint32_t most_threads = 1024;        // .maxntid, or those of .reqntid
  std::uint32_t required[3] = {};           // .reqntid, the shape of a block; zeros: any shape
  std::uint32_t architecture = 80;          // .target of its PTX
  std::uint64_t parameter_bytes = 0, scratchpad_bytes = 0, local_bytes = 0, constant_bytes = 0;
};
struct FactsOfParameter {
  std::uint64_t offset = 0, bytes = 0;
};

struct LaunchRequest {
  std::uint32_t module = 0;
  std::uint32_t grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
  std::uint64_t dynamic_bytes = 0;
  std::uint8_t cooperative = 0, host_wrote = 0;  // host_wrote: device memory may have changed since the last call
};

// A texture (simt/texture.h) and its destination. module < 0: the call creates a handle. Otherwise the texture is bound
// to a texture reference of that module.
struct TextureRequest {
  std::int32_t module = -1;
  std::uint8_t surface = 0, dimensions = 2, channels = 1, channel_bits = 32, channel = 0, filter = 0;
  std::uint8_t outside[3] = {1, 1, 1}, normalized_coordinates = 0, normalized_values = 0, cube = 0;
  std::uint64_t address = 0, width = 1, height = 1, depth = 1, pitch = 0;
  float border[4] = {};
};

enum class Limit : std::uint32_t { kStack, kHeap };

}  // namespace unibank::exec
