// Idealisations of a design: resources of a real SM that are free in this model, or cheaper than they would be.
#pragma once

#include <string>
#include <vector>

#include "design/design.h"

namespace unibank {

struct Idealised {
  std::string resource, how;  // "constant memory", "every access of constants and parameters hits"
  std::string key;            // the key that bounds the resource; empty: none
};

// The idealised resources: first those of issue, then those of units, register banks, caches and memory.
std::vector<Idealised> idealised(const Design& design);

// The resources as text, one per line.
std::string idealised_text(const Design& design);

}  // namespace unibank
