// The kinds of block of a machine. A design chooses a variant of each by the key `model` of the section with the
// kind's name.
#pragma once

#include <string>
#include <vector>

namespace unibank {

struct BlockKind {
  const char* name;
  const char* description;
  const char* default_model;  // the variant of a design without the key
  const char* source;         // the source of this default
};

// All kinds, in the order in which their factories are installed.
const std::vector<BlockKind>& block_kinds();
// Throws InputError with the known kinds.
const BlockKind& find_block_kind(const std::string& name);

}  // namespace unibank
