// The layout and size of the frame of an allocated body.
#pragma once

#include <cstdint>

#include "compiler/lower_calls.h"

namespace unibank::compiler {

// A frame holds, from its address upwards: local variables, spills, and stack arguments of the functions that the body
// calls, up to the beginning of their frames. An entry's frame is at 0, a function's at the stack pointer.
//
// `body` is lowered and its registers are allocated. Every access of a function's frame becomes [stack pointer +
// offset], variables below a callee's frame get their offsets, and the stack pointer moves by the returned number of
// bytes, a multiple of `align`: the distance between the body's frame and its callees' frames. Operands and moves added
// by lowering only for the allocator are removed: operands of calls and returns, moves of a register to itself.
std::uint64_t settle_frame(Lowered& body, std::uint64_t align);

// The bytes that settle_frame() returns.
std::uint64_t frame_bytes(const Lowered& body, std::uint64_t align);

}  // namespace unibank::compiler
