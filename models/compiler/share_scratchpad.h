// What the compiler does for two blocks that share a part of their scratchpad: Jatala et al., section 6.
#pragma once

#include <cstdint>

#include "compile_options/scratchpad_sharing.h"
#include "compiler/place_release.h"
#include "compiler/scratchpad_access.h"
#include "ptx/kernel.h"

namespace unibank::compiler {

// The bytes at the beginning of a block's `scratchpad_bytes` that are its own.
std::uint64_t private_bytes(const ScratchpadSharing& sharing, std::uint64_t scratchpad_bytes);

// Lays the variables out, then places the releases. For the body of an entry, before its registers are allocated. With
// neither asked for, the body is left as it is.
void share_scratchpad(ptx::Kernel& body, const ScratchpadSharing& sharing, const Surroundings& around);

// The same in two steps, for an entry some of whose spilled values get slots in the scratchpad
// (compile_options/scratchpad_spills.h): what it touches is known before its registers are allocated, and what slots there
// are behind that. Of `touches` are only those of instructions that may touch the scratchpad or call, in their order: the
// allocator leaves them all.
ScratchpadAccesses own_accesses(const ptx::Kernel& body, const Surroundings& around);

// The slots count as a variable behind those that the entry declares, and may change places with them; where functions
// bring variables, slots stand behind these, and are shared. `around`: of the functions with their slots. `row_bytes`:
// of a slot of all threads.
void share_scratchpad(ptx::Kernel& body, const ScratchpadSharing& sharing, const Surroundings& around,
                      const ScratchpadAccesses& own, std::uint64_t row_bytes);

// What an entry that may call `function` must expect of it.
Surroundings surroundings_of(const ptx::Kernel& function);

}  // namespace unibank::compiler
