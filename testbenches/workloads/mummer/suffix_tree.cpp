#include "workloads/mummer/suffix_tree.h"

#include <limits>

namespace unibank::mummer {
namespace {

constexpr std::int32_t kOpen = std::numeric_limits<std::int32_t>::max();  // end of a leaf's edge while the text grows

// Ukkonen's algorithm. The active point is the end of the longest suffix that has no leaf yet: `length_` letters down
// the edge of `node_` that begins with text[edge_].
class Builder {
 public:
  explicit Builder(const std::string& text) : text_(text), nodes_(1), children_(1) {}

  SuffixTree build() {
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(text_.size()); ++i) extend(i);
    // Numbers nodes breadth first: the nodes near the root, which every query passes, are then close together in
    // memory.
    std::vector<std::int32_t> order{0}, place(nodes_.size(), 0);
    for (std::size_t head = 0; head < order.size(); ++head) {
      place[order[head]] = static_cast<std::int32_t>(head);
      for (const std::int32_t child : children_[order[head]]) {
        if (child != 0) order.push_back(child);
      }
    }
    SuffixTree tree{text_, {}, {}};
    for (const std::int32_t old : order) {
      const Node& node = nodes_[old];
      const std::int32_t end = node.end == kOpen ? static_cast<std::int32_t>(text_.size()) : node.end;
      tree.nodes.push_back({node.first, end, place[node.link], place[node.parent]});
      const Row& row = children_[old];
      tree.children.push_back({place[row[0]], place[row[1]], place[row[2]], place[row[3]]});
    }
    return tree;
  }

 private:
  using Row = std::array<std::int32_t, 5>;  // a child for each of A, C, T, G, $

  std::int32_t add(std::int32_t first, std::int32_t end, std::int32_t parent) {
    nodes_.push_back({first, end, 0, parent});
    children_.push_back({});
    return static_cast<std::int32_t>(nodes_.size()) - 1;
  }

  std::int32_t& child(std::int32_t node, std::int32_t at) { return children_[node][child_index(text_[at])]; }

  // An internal node waits for its suffix link, which is the next internal node of the same step.
  void link_to(std::int32_t node) {
    if (waiting_ != 0) nodes_[waiting_].link = node;
    waiting_ = node;
  }

  // True if the active point was beyond the edge to `next`; it has then been moved to the edge's end.
  bool walked_down(std::int32_t next, std::int32_t i) {
    const std::int32_t letters = (nodes_[next].end == kOpen ? i + 1 : nodes_[next].end) - nodes_[next].first;
    if (length_ < letters) return false;
    edge_ += letters;
    length_ -= letters;
    node_ = next;
    return true;
  }

  // Adds a node in the middle of the edge to `next`, with a leaf for text[i].
  void split(std::int32_t next, std::int32_t i) {
    const std::int32_t first = nodes_[next].first;
    const std::int32_t middle = add(first, first + length_, node_);
    child(node_, edge_) = middle;
    const std::int32_t leaf = add(i, kOpen, middle);
    child(middle, i) = leaf;
    nodes_[next].first += length_;
    nodes_[next].parent = middle;
    child(middle, nodes_[next].first) = next;
    link_to(middle);
  }

  // Goes to the next shorter suffix.
  void shorten(std::int32_t i) {
    --left_;
    if (node_ == 0 && length_ > 0) {
      --length_;
      edge_ = i - left_ + 1;
    } else if (node_ != 0) {
      node_ = nodes_[node_].link;
    }
  }

  // Makes the tree of text[0 .. i] from that of text[0 .. i - 1]: adds a leaf for each suffix that the tree cannot
  // continue with text[i].
  void extend(std::int32_t i) {
    waiting_ = 0;
    ++left_;
    while (left_ > 0) {
      if (length_ == 0) edge_ = i;
      const std::int32_t next = child(node_, edge_);
      if (next == 0) {
        const std::int32_t leaf = add(i, kOpen, node_);
        child(node_, edge_) = leaf;
        link_to(node_);
      } else {
        if (walked_down(next, i)) continue;
        if (text_[nodes_[next].first + length_] == text_[i]) {
          ++length_;
          link_to(node_);
          return;
        }
        split(next, i);
      }
      shorten(i);
    }
  }

  const std::string& text_;
  std::vector<Node> nodes_;
  std::vector<Row> children_;
  std::int32_t node_ = 0, edge_ = 0, length_ = 0;
  std::int32_t left_ = 0;     // suffixes of the text so far that have no leaf
  std::int32_t waiting_ = 0;  // 0: no node waits for a link
};

}  // namespace

unsigned child_index(char letter) { return letter == '$' ? 4 : (static_cast<unsigned>(letter) >> 1) & 3; }

SuffixTree suffix_tree(const std::string& letters) {
  const std::string text = letters + '$';
  return Builder(text).build();
}

}  // namespace unibank::mummer
