#include "workloads/mummer/mummer.h"

#include <algorithm>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace mummer {
namespace {

char random_letter(RandomInput& random) {
  const std::uint32_t percent = random.below(200);
  return percent < 65 ? 'A' : percent < 130 ? 'T' : percent < 165 ? 'C' : 'G';
}

std::string random_letters(RandomInput& random, std::size_t count) {
  std::string letters(count, 'A');
  for (char& letter : letters) letter = random_letter(random);
  return letters;
}

// Every tenth piece repeats an earlier one.
std::string random_reference(RandomInput& random, std::size_t count) {
  constexpr std::size_t kPiece = 100, kEvery = 10;
  std::string reference;
  for (std::size_t piece = 1; reference.size() < count; ++piece) {
    const std::size_t letters = std::min(kPiece, count - reference.size());
    if (piece % kEvery != 0) {
      reference += random_letters(random, letters);
      continue;
    }
    std::string copy = reference.substr(random.below(static_cast<std::uint32_t>(reference.size() - letters)), letters);
    for (char& letter : copy) {
      if (random.below(50) == 0) letter = random_letter(random);
    }
    reference += copy;
  }
  return reference;
}

}  // namespace

Input random_input(std::size_t reference, std::size_t genome, std::size_t queries, std::size_t letters,
                   std::uint32_t seed) {
  RandomInput random(seed);
  Input input{random_reference(random, reference), {}};
  input.queries.reserve(queries);
  for (std::size_t i = 0; i < queries; ++i) {
    const std::size_t from = random.below(static_cast<std::uint32_t>(genome - letters + 1));
    // What lies behind the reference occurs nowhere else, so it is drawn only now.
    std::string query = from < reference ? input.reference.substr(from, letters) : std::string();
    query += random_letters(random, letters - query.size());
    input.queries.push_back(query);
  }
  return input;
}

Match longest_match(const SuffixTree& tree, const std::string& query, std::size_t start) {
  Match match;
  std::size_t at = start;
  while (at < query.size()) {
    const std::int32_t next = tree.children[match.node][child_index(query[at])];
    if (next == 0) break;
    match.node = next;
    const Node& edge = tree.nodes[next];
    std::int32_t letter = edge.first;
    while (letter < edge.end && at < query.size() && tree.text[letter] == query[at]) ++letter, ++at;
    if (letter < edge.end) break;
  }
  match.letters = static_cast<std::int32_t>(at - start);
  return match;
}

}  // namespace mummer

namespace {

constexpr unsigned kThreads = 256;  // a block, as in MUMmerGPU

// Queries one behind the other, and where each one's letters and matches begin.
struct FlatQueries {
  std::vector<char> letters;
  std::vector<std::int32_t> first_letter, length, first_match;
  std::size_t matches = 0;
};

FlatQueries flatten(const std::vector<std::string>& queries) {
  FlatQueries flat;
  for (const std::string& query : queries) {
    flat.first_letter.push_back(static_cast<std::int32_t>(flat.letters.size()));
    flat.length.push_back(static_cast<std::int32_t>(query.size()));
    flat.first_match.push_back(static_cast<std::int32_t>(flat.matches));
    flat.letters.insert(flat.letters.end(), query.begin(), query.end());
    flat.matches += query.size() - mummer::kMinimum + 1;
  }
  return flat;
}

// Node and letters of every match, in the order of the kernel's results.
std::vector<std::int32_t> expected_matches(const mummer::SuffixTree& tree, const std::vector<std::string>& queries) {
  std::vector<std::int32_t> values;
  for (const std::string& query : queries) {
    for (std::size_t start = 0; start + mummer::kMinimum <= query.size(); ++start) {
      const mummer::Match match = mummer::longest_match(tree, query, start);
      values.insert(values.end(), {match.node, match.letters});
    }
  }
  return values;
}

class Mummer : public Workload {
 public:
  std::string name() const override { return "mummer"; }
  std::string description() const override {
    return "DNA reads matched against a reference's suffix tree, one thread a read: pointer chasing (MUMmerGPU)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"queries", "reads to match", 1, 1 << 20, 64, 2000, 50000, {}},
            {"reference", "letters of the reference", 200, 1 << 20, 1000, 2000, 2000, {}},
            {"genome", "letters of the genome whose front is the reference; reads come from all of it", 200, 1 << 30,
             2000, 8000, 5227293, {}},
            {"letters", "letters of a read", mummer::kMinimum, 200, 25, 25, 25, {}}};
  }

  Verdict run(Device& device, const WorkloadArguments& arguments) const override {
    const auto value = [&arguments](const char* name) { return static_cast<std::size_t>(arguments.at(name)); };
    if (value("genome") < value("reference")) {
      refuse(arguments, "genome", "at least reference = " + std::to_string(value("reference")));
    }
    const mummer::Input input =
        mummer::random_input(value("reference"), value("genome"), value("queries"), value("letters"), 1);
    const mummer::SuffixTree tree = mummer::suffix_tree(input.reference);
    const FlatQueries flat = flatten(input.queries);
    const auto count = static_cast<unsigned>(input.queries.size());

    device.load(workload_ptx(name()), "mummer.ptx");
    const Dim3 block{kThreads, 1, 1}, grid{(count + kThreads - 1) / kThreads, 1, 1};
    device.plan({{"mummer", block}});
    const std::uint64_t nodes = device.upload(tree.nodes, "nodes"), children = device.upload(tree.children, "children");
    const std::uint64_t reference =
        device.upload(std::vector<char>(tree.text.begin(), tree.text.end()), "reference");
    const std::uint64_t letters = device.upload(flat.letters, "letters of the queries");
    const std::uint64_t first_letter = device.upload(flat.first_letter, "first letters");
    const std::uint64_t length = device.upload(flat.length, "lengths");
    const std::uint64_t first_match = device.upload(flat.first_match, "first matches");
    const std::uint64_t matches = device.allocate(flat.matches * sizeof(mummer::Match), "matches");
    device.launch("mummer", grid, block,
                  Arguments(nodes, children, reference, letters, first_letter, length, first_match, matches,
                            static_cast<std::int32_t>(count)));
    const auto found = device.download<std::int32_t>(matches, 2 * flat.matches);
    return compare(found, expected_matches(tree, input.queries), "match value");
  }
};

}  // namespace

std::unique_ptr<Workload> make_mummer() { return std::make_unique<Mummer>(); }

}  // namespace unibank
