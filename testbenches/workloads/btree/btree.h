// The input and the CPU reference of btree.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::btree {

constexpr std::size_t kOrder = 256;  // btree.cu's

struct Node {  // btree.cu's
  std::int32_t location = 0;
  std::array<std::int32_t, kOrder + 1> indices{};
  std::array<std::int32_t, kOrder + 1> keys{};
  std::int32_t leaf = 0, count = 0;
};

struct Tree {
  std::int32_t height = 0;  // levels above the leaves
  std::vector<Node> nodes;  // the root first, level by level
};

// A tree over keys in ascending order; record i has key i. Nodes are half full, as they are after inserting the keys
// one by one in ascending order.
Tree grow(const std::vector<std::int32_t>& keys);

// `count` keys in ascending order, with gaps of 0 to 3 numbers between them.
std::vector<std::int32_t> random_keys(std::size_t count, std::uint32_t seed);

struct Ranges {
  std::vector<std::int32_t> start, end;  // keys
};

// Each range goes from a key in the tree to the key `length` - 1 records later, or to the last key.
Ranges random_ranges(std::size_t count, const std::vector<std::int32_t>& keys, std::size_t length, std::uint32_t seed);

struct Found {
  std::vector<std::int32_t> first, length;  // records
};

// Finds the first record and the length of each range by binary search in the keys.
Found find(const std::vector<std::int32_t>& keys, const Ranges& ranges);

}  // namespace unibank::btree
