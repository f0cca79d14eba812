// Which occupants take a block's seat, as `--rtl NAME[=check]` or a design's section rtl says it. Plain C++.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "design/design.h"

namespace unibank {

struct RtlChoice {
  std::map<std::string, bool> blocks;  // names of occupants; true: side by side with the model until they differ

  bool any() const { return !blocks.empty(); }
};

// Throws InputError, which begins with `whose`, for a name that nobody has registered, a name that is given twice, two
// for one seat, and whatever else stands behind '='.
RtlChoice rtl_choice(const std::vector<std::string>& given, const std::string& whose = "--rtl");

// What is given, and of the design's section rtl the blocks whose seats that leaves. InputError for a block of the
// design's that nobody has registered.
RtlChoice rtl_choice(const Design& design, const RtlChoice& given);

// "tag_array=check": what was chosen, as it is given.
std::string text_of(const RtlChoice& choice);

}  // namespace unibank
