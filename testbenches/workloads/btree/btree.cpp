#include "workloads/btree/btree.h"

#include <algorithm>
#include <limits>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace btree {
namespace {

constexpr std::size_t kFill = kOrder / 2;
constexpr std::int32_t kBeyond = std::numeric_limits<std::int32_t>::max();

// One level of the tree: its nodes, and the smallest key and the index of each.
struct Level {
  std::vector<std::int32_t> keys, indices;
  std::vector<Node> nodes;
};

// Groups each `kFill` entries of the level below into a node; the nodes' indices count from the level's first node.
Level level_over(const Level& below, bool leaf) {
  Level level;
  for (std::size_t first = 0; first < below.keys.size(); first += kFill) {
    Node node;
    node.leaf = leaf ? 1 : 0;
    node.count = static_cast<std::int32_t>(std::min(kFill, below.keys.size() - first));
    node.keys.fill(kBeyond);
    std::copy_n(below.keys.begin() + static_cast<std::ptrdiff_t>(first), node.count, node.keys.begin());
    std::copy_n(below.indices.begin() + static_cast<std::ptrdiff_t>(first), node.count, node.indices.begin());
    level.keys.push_back(node.keys[0]);
    level.indices.push_back(static_cast<std::int32_t>(level.nodes.size()));
    level.nodes.push_back(node);
  }
  return level;
}

}  // namespace

Tree grow(const std::vector<std::int32_t>& keys) {
  Level records;
  records.keys = keys;
  for (std::size_t i = 0; i < keys.size(); ++i) records.indices.push_back(static_cast<std::int32_t>(i));
  std::vector<Level> levels{level_over(records, true)};
  while (levels.back().nodes.size() > 1) levels.push_back(level_over(levels.back(), false));

  Tree tree;
  tree.height = static_cast<std::int32_t>(levels.size()) - 1;
  for (std::size_t i = levels.size(); i-- > 0;) {
    const auto below = static_cast<std::int32_t>(tree.nodes.size() + levels[i].nodes.size());
    for (Node& node : levels[i].nodes) {
      node.location = static_cast<std::int32_t>(tree.nodes.size());
      for (std::int32_t child = 0; i > 0 && child < node.count; ++child) node.indices[child] += below;
      tree.nodes.push_back(node);
    }
  }
  return tree;
}

std::vector<std::int32_t> random_keys(std::size_t count, std::uint32_t seed) {
  RandomInput random(seed);
  std::vector<std::int32_t> keys(count);
  std::int32_t next = 0;
  for (std::int32_t& key : keys) {
    key = next + static_cast<std::int32_t>(random.below(4));
    next = key + 1;
  }
  return keys;
}

Ranges random_ranges(std::size_t count, const std::vector<std::int32_t>& keys, std::size_t length,
                     std::uint32_t seed) {
  RandomInput random(seed);
  Ranges ranges;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t first = random.below(static_cast<std::uint32_t>(keys.size()));
    ranges.start.push_back(keys[first]);
    ranges.end.push_back(keys[std::min(first + length, keys.size()) - 1]);
  }
  return ranges;
}

Found find(const std::vector<std::int32_t>& keys, const Ranges& ranges) {
  const auto record = [&keys](std::int32_t key) {
    return static_cast<std::int32_t>(std::lower_bound(keys.begin(), keys.end(), key) - keys.begin());
  };
  Found found;
  for (std::size_t i = 0; i < ranges.start.size(); ++i) {
    found.first.push_back(record(ranges.start[i]));
    found.length.push_back(record(ranges.end[i]) - found.first.back() + 1);
  }
  return found;
}

}  // namespace btree

namespace {

class Btree : public Workload {
 public:
  std::string name() const override { return "btree"; }
  std::string description() const override {
    return "ranges of keys sought in a B+ tree, one block per range, one thread per key (Rodinia's b+tree, findRangeK)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"records", "records in the tree", 1, 1 << 22, 2000, 100000, 1000000, {}},
            {"ranges", "ranges sought", 1, 1 << 16, 12, 500, 6000, {}},
            {"length", "records of a range", 1, 1 << 22, 300, 3000, 3000, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto value = [&arguments](const char* name) { return static_cast<std::size_t>(arguments.at(name)); };
    const std::vector<std::int32_t> keys = btree::random_keys(value("records"), 1);
    const btree::Tree tree = btree::grow(keys);
    const std::size_t count = value("ranges");
    const btree::Ranges ranges = btree::random_ranges(count, keys, value("length"), 2);
    const Dim3 block{btree::kOrder, 1, 1}, grid{static_cast<unsigned>(count), 1, 1};
    device.plan({{"btree", block}});

    const std::uint64_t nodes = device.upload(tree.nodes, "nodes");
    const auto zeros = [&device, count](const char* name) {
      return device.upload(std::vector<std::int32_t>(count), name);
    };
    const std::uint64_t at = zeros("nodes of the starts"), next = zeros("next nodes of the starts");
    const std::uint64_t last = zeros("nodes of the ends"), last_next = zeros("next nodes of the ends");
    const std::uint64_t start = device.upload(ranges.start, "starts"), end = device.upload(ranges.end, "ends");
    const std::uint64_t first = zeros("first records"), length = zeros("lengths");
    device.launch("btree", grid, block,
                  Arguments(tree.height, nodes, static_cast<std::int32_t>(tree.nodes.size()), at, next, last,
                            last_next, start, end, first, length));

    const btree::Found cpu = btree::find(keys, ranges);
    const Verdict of_first = compare(device.download<std::int32_t>(first, count), cpu.first, "first record");
    if (!of_first.right) return of_first;
    Verdict verdict = compare(device.download<std::int32_t>(length, count), cpu.length, "length");
    if (verdict.right) verdict.text = of_first.text + ", " + verdict.text;
    return verdict;
  }
};

}  // namespace

std::unique_ptr<Workload> make_btree() { return std::make_unique<Btree>(); }

}  // namespace unibank
