// The compiler pass for two blocks that share a part of their scratchpad: Jatala et al., section 6.
#pragma once

#include <cstdint>

#include "compile_options/scratchpad_sharing.h"
#include "compiler/place_release.h"
#include "compiler/scratchpad_access.h"
#include "ptx/kernel.h"

namespace unibank::compiler {

// The private bytes at the beginning of a block's `scratchpad_bytes`.
std::uint64_t private_bytes(const ScratchpadSharing& sharing, std::uint64_t scratchpad_bytes);

// Lays the variables out, then places the releases. For the body of an entry, before its registers are allocated.
// Changes nothing if the options request neither.
void share_scratchpad(ptx::Kernel& body, const ScratchpadSharing& sharing, const Surroundings& around);

// An entry with spilled values in the scratchpad (compile_options/scratchpad_spills.h) is shared in two steps. The
// first is own_accesses(), before its registers are allocated: it finds the entry's accesses. The second is the
// share_scratchpad() below, when the spilled values have slots. The result's `touches` has only the instructions that
// may access the scratchpad or call, in their order: the allocator keeps all of them.
ScratchpadAccesses own_accesses(const ptx::Kernel& body, const Surroundings& around);

// `own`: the result of own_accesses(). The slots count as a variable after those that the entry declares, and may
// change places with them; if functions add variables, slots follow these, and are shared. `around` describes the
// functions with their slots. `row_bytes`: the bytes of one slot of all threads.
void share_scratchpad(ptx::Kernel& body, const ScratchpadSharing& sharing, const Surroundings& around,
                      const ScratchpadAccesses& own, std::uint64_t row_bytes);

// The surroundings for an entry that may call `function`.
Surroundings surroundings_of(const ptx::Kernel& function);

}  // namespace unibank::compiler
