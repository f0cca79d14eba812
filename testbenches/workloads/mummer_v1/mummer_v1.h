// The other strand of mummer_v1's queries.
#pragma once

#include <string>

namespace unibank::mummer_v1 {

// A query read backwards, with each letter replaced by its complement (A and T, C and G).
std::string other_strand(const std::string& query);

}  // namespace unibank::mummer_v1
