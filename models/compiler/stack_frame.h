// The frame of an allocated body: how large it is, and where everything in it lies.
#pragma once

#include <cstdint>

#include "compiler/lower_calls.h"

namespace unibank::compiler {

// A frame holds, from its address upwards: local variables, spills, and what is passed to the functions the body calls,
// which ends where their frames begin. An entry's frame is at 0, a function's where the stack pointer says.
//
// The body is lowered and its registers are allocated. Every access of a function's frame becomes [stack pointer +
// offset], variables below a callee's frame get their offsets, the stack pointer moves by the bytes returned: what lies
// between the body's frame and those of the functions it calls, a multiple of `align`. What lowering added for the
// allocator alone goes: operands of calls and returns, moves of a register to itself.
std::uint64_t settle_frame(Lowered& body, std::uint64_t align);

// The bytes that settle_frame() returns.
std::uint64_t frame_bytes(const Lowered& body, std::uint64_t align);

}  // namespace unibank::compiler
