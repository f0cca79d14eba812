// The CPU reference of radix_sort.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace unibank::radix_sort {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // key and value

// Sorted by the lowest `bits` bits of their keys; pairs with the same bits keep their order.
Pairs sorted(Pairs pairs, unsigned bits);

}  // namespace unibank::radix_sort
