// The CPU reference of attention.
#pragma once

#include <cstddef>
#include <vector>

namespace unibank::attention {

struct Shape {
  std::size_t heads = 0, key_heads = 0, queries = 0, keys = 0, size = 0;  // size: elements of a head's row
  bool causal = false;  // query i sees keys 0 to i + keys - queries
};

// softmax(Q K' / sqrt(size)) V of each head, in double precision. Q is heads x queries x size, K and V are key_heads x
// keys x size; head h of the queries has head h key_heads / heads of the keys.
std::vector<double> forward(const std::vector<float>& q, const std::vector<float>& k, const std::vector<float>& v,
                            const Shape& shape);

// The scratchpad bytes of a block: 64 queries, and two stages of `tile` keys and values, all in halves.
constexpr unsigned scratchpad_bytes(unsigned size, unsigned tile) { return (64 + 4 * tile) * size * 2; }

}  // namespace unibank::attention
