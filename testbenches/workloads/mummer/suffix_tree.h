// The suffix tree of a text over A, C, G, T, as MUMmerGPU lays it out: nodes in one array, their children in another.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace unibank::mummer {

// Node 0 is the root; the other nodes are numbered breadth first. A node's edge, from its parent to itself, is
// text[first .. end - 1].
struct Node {  // mummer.cu reads it as an int4
  std::int32_t first = 0, end = 0;
  std::int32_t link = 0;    // suffix link: the node whose path is this one's without its first letter; leaves have none
  std::int32_t parent = 0;
};

// A node's children for A, C, T, G, in the order of the letters' codes. 0, the root, means no child.
using Children = std::array<std::int32_t, 4>;

struct SuffixTree {
  std::string text;  // ends in '$', which occurs nowhere else: every suffix has a leaf of its own
  std::vector<Node> nodes;
  std::vector<Children> children;  // the leaves at '$' are left out: no query has that letter
};

// The index of the child that a letter leads to: 0 .. 3 for A, C, T, G (bits 1 and 2 of their codes), and 4 for '$'.
unsigned child_index(char letter);

// Ukkonen's construction, in time proportional to the text. `letters` contains only A, C, G and T.
SuffixTree suffix_tree(const std::string& letters);

}  // namespace unibank::mummer
