// GPU-mummer: its suffix tree and matches compared with searches of the plain text, and runs of unusual sizes.
#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

#include "run_workload.h"
#include "workloads/mummer/mummer.h"

using namespace unibank;
using mummer::Node;
using mummer::SuffixTree;

namespace {

// The letters from the root to a node, found through its parents.
std::string path_to(const SuffixTree& tree, std::int32_t node) {
  std::string path;
  for (; node != 0; node = tree.nodes[node].parent) {
    const Node& edge = tree.nodes[node];
    path.insert(0, tree.text, edge.first, edge.end - edge.first);
  }
  return path;
}

// The length of the longest prefix of `query`, taken from `start` on, that occurs in the text, tried letter by letter.
std::size_t longest_occurrence(const std::string& text, const std::string& query, std::size_t start) {
  std::size_t letters = 0;
  while (start + letters < query.size() && text.find(query.substr(start, letters + 1)) != std::string::npos) ++letters;
  return letters;
}

const std::vector<std::string> kTexts{"A", "AA", "ACGT", "AAAAAAAA", "ACACACAC", "GATTACAGATTACA", "TGTGTGACCTGTGA"};

}  // namespace

TEST_CASE("mummer: every suffix has one leaf and every inner node at least two children") {
  for (const std::string& letters : kTexts) {
    const SuffixTree tree = mummer::suffix_tree(letters);
    CHECK(tree.text == letters + "$");
    std::vector<unsigned> ways(tree.nodes.size(), 0);
    for (std::size_t node = 1; node < tree.nodes.size(); ++node) ++ways[tree.nodes[node].parent];
    std::multiset<std::string> leaves, suffixes;
    for (std::size_t node = 0; node < tree.nodes.size(); ++node) {
      if (ways[node] == 0) {
        leaves.insert(path_to(tree, static_cast<std::int32_t>(node)));
      } else {
        CHECK((ways[node] >= 2));
      }
    }
    for (std::size_t start = 0; start < tree.text.size(); ++start) suffixes.insert(tree.text.substr(start));
    CHECK(leaves == suffixes);
  }
}

TEST_CASE("mummer: a child's edge begins with the letter that chooses it, and leads from its parent") {
  const SuffixTree tree = mummer::suffix_tree("GATTACAGATTACA");
  CHECK(tree.children.size() == tree.nodes.size());
  std::size_t found = 0;
  for (std::size_t node = 0; node < tree.nodes.size(); ++node) {
    for (const char letter : {'A', 'C', 'G', 'T'}) {
      const std::int32_t child = tree.children[node][mummer::child_index(letter)];
      if (child == 0) continue;
      ++found;
      CHECK(tree.text[tree.nodes[child].first] == letter);
      CHECK(tree.nodes[child].parent == static_cast<std::int32_t>(node));
    }
  }
  const auto behind_end = std::count_if(tree.nodes.begin() + 1, tree.nodes.end(),
                                        [&tree](const Node& node) { return tree.text[node.first] == '$'; });
  CHECK(found + static_cast<std::size_t>(behind_end) == tree.nodes.size() - 1);
}

TEST_CASE("mummer: a suffix link leads to the same path without its first letter") {
  for (const std::string& letters : kTexts) {
    const SuffixTree tree = mummer::suffix_tree(letters);
    std::set<std::int32_t> inner;
    for (std::size_t node = 1; node < tree.nodes.size(); ++node) inner.insert(tree.nodes[node].parent);
    for (const std::int32_t node : inner) {
      if (node == 0) continue;
      CHECK(path_to(tree, tree.nodes[node].link) == path_to(tree, node).substr(1));
    }
  }
}

TEST_CASE("mummer: matches are as long as a search of the plain text finds") {
  const mummer::Input input = mummer::random_input(400, 600, 40, 25, 7);
  const SuffixTree tree = mummer::suffix_tree(input.reference);
  for (const std::string& query : input.queries) {
    for (std::size_t start = 0; start < query.size(); ++start) {
      const mummer::Match match = mummer::longest_match(tree, query, start);
      const std::size_t letters = longest_occurrence(input.reference, query, start);
      CHECK(match.letters == static_cast<std::int32_t>(letters));
      // The match ends at the node or on the edge to it.
      const std::string path = path_to(tree, match.node);
      CHECK(path.substr(0, letters) == query.substr(start, letters));
      const Node& edge = tree.nodes[match.node];
      CHECK(path.size() - static_cast<std::size_t>(edge.end - edge.first) <= letters);
    }
  }
}

TEST_CASE("mummer: the reference has repeats, and reads come from the whole genome") {
  constexpr std::size_t reference = 5000, reads = 400;
  const mummer::Input input = mummer::random_input(reference, 2 * reference, reads, 25, 1);
  CHECK(input.reference.size() == reference);
  CHECK(input.reference == mummer::random_input(reference, 2 * reference, reads, 25, 1).reference);
  CHECK(input.reference != mummer::random_input(reference, 2 * reference, reads, 25, 2).reference);
  const auto share = [](const std::string& letters, char a, char b) {
    const auto count = std::count(letters.begin(), letters.end(), a) + std::count(letters.begin(), letters.end(), b);
    return static_cast<double>(count) / static_cast<double>(letters.size());
  };
  CHECK(share(input.reference, 'C', 'G') == Approx(0.35).margin(0.03));
  CHECK(share(input.reference, 'A', 'T') == Approx(0.65).margin(0.03));
  std::size_t repeats = 0, inside = 0;
  for (std::size_t at = 0; at + 20 <= reference; ++at) {
    repeats += input.reference.find(input.reference.substr(at, 20)) < at;
  }
  CHECK(static_cast<double>(repeats) / reference == Approx(0.06).margin(0.03));  // 5000^2 / 4^20: none by chance
  for (const std::string& read : input.queries) {
    CHECK(read.size() == 25);
    inside += input.reference.find(read) != std::string::npos;
  }
  CHECK(static_cast<double>(inside) / reads == Approx(0.5).margin(0.1));
}

TEST_CASE("mummer is right for reads of other lengths and a last block that is not full") {
  for (const char* letters : {"20", "21", "64"}) {
    const Outcome outcome = run_functionally(
        "mummer", Size::kTiny, {{"queries", "513"}, {"reference", "300"}, {"genome", "300"}, {"letters", letters}});
    CHECK(outcome.verdict.right);
    CHECK(outcome.counts.blocks == 3);
  }
  CHECK(run_functionally("mummer", Size::kTiny, {{"queries", "1"}}).verdict.text == "12 match values equal");
}

TEST_CASE("mummer uses no scratchpad") { CHECK(scratchpad_bytes("mummer", "mummer") == 0); }

TEST_CASE("mummer refuses a genome shorter than its prefix") {
  CHECK_THROWS_MATCHES(
      run_functionally("mummer", Size::kTiny, {{"reference", "1000"}, {"genome", "999"}}), InputError,
      Catch::Matchers::Message("argument 'genome' of workload 'mummer' is 999; expected at least reference = 1000"));
}
