// What a design leaves unbounded: resources of a real SM that cost nothing in this model, or less than they would.
#pragma once

#include <string>
#include <vector>

#include "design/design.h"

namespace unibank {

struct Idealised {
  std::string resource, how;  // "constant memory", "any number of addresses a cycle, and never a miss"
  std::string key;            // what bounds it; empty: no key does
};

// In the order of an instruction's way: issue, operands, scratchpad, caches, memory.
std::vector<Idealised> idealised(const Design& design);

// For people, a resource a line.
std::string idealised_text(const Design& design);

}  // namespace unibank
