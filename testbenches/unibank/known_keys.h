// Every key of designs, including those of only some variants of a policy, layout or block.
#pragma once

#include <string>
#include <vector>

#include "design/schema.h"

namespace unibank {

struct KnownKey {
  Parameter parameter;
  std::string variant;  // `policy "two-level"`, or `model "a" or "b"`; empty: every design has it
};

// In the order of the schema; the keys of a section's variants follow those of all designs. A key that variants have
// with different defaults or meanings is listed several times.
std::vector<KnownKey> known_keys();

}  // namespace unibank
