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
    // The part of the genome after the reference is used nowhere else, so its letters are drawn only here.
    std::string query = from < reference ? input.reference.substr(from, letters) : std::string();
    query += random_letters(random, letters - query.size());
    input.queries.push_back(query);
  }
  return input;
}

std::vector<WorkloadArgument> input_arguments(std::int64_t published_reference) {
  return {{"queries", "reads to match", 1, 1 << 20, 64, 2000, 50000, {}},
          {"reference", "letters of the reference", 200, 1 << 20, 1000, 2000, published_reference, {}},
          {"genome", "letters of the genome that begins with the reference; reads come from all of it", 200, 1 << 30,
           2000, 8000, 5227293, {}},
          {"letters", "letters of a read", kMinimum, 200, 25, 25, 25, {}}};
}

Input random_input(const WorkloadArguments& arguments) {
  const auto value = [&arguments](const char* name) { return static_cast<std::size_t>(arguments.at(name)); };
  return random_input(value("reference"), value("genome"), value("queries"), value("letters"), 1);
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

FlatQueries flatten(const std::vector<std::string>& queries) {
  FlatQueries flat;
  for (const std::string& query : queries) {
    flat.first_letter.push_back(static_cast<std::int32_t>(flat.letters.size()));
    flat.length.push_back(static_cast<std::int32_t>(query.size()));
    flat.first_match.push_back(static_cast<std::int32_t>(flat.matches));
    flat.letters.insert(flat.letters.end(), query.begin(), query.end());
    flat.matches += query.size() - kMinimum + 1;
  }
  return flat;
}

DeviceQueries upload(Device& device, const FlatQueries& queries) {
  DeviceQueries on{};
  on.letters = device.upload(queries.letters, "letters of the queries");
  on.first_letter = device.upload(queries.first_letter, "first letters");
  on.length = device.upload(queries.length, "lengths");
  on.first_match = device.upload(queries.first_match, "first matches");
  on.matches = device.allocate(queries.matches * sizeof(Match), "matches");
  return on;
}

std::vector<std::int32_t> expected_matches(const SuffixTree& tree, const std::vector<std::string>& queries) {
  std::vector<std::int32_t> values;
  for (const std::string& query : queries) {
    for (std::size_t start = 0; start + kMinimum <= query.size(); ++start) {
      const Match match = longest_match(tree, query, start);
      values.insert(values.end(), {match.node, match.letters});
    }
  }
  return values;
}

}  // namespace mummer

namespace {

constexpr unsigned kThreads = 256;  // the block size of MUMmerGPU

class Mummer : public Workload {
 public:
  std::string name() const override { return "mummer"; }
  std::string description() const override {
    return "DNA reads matched against a reference's suffix tree, one thread per read: pointer chasing (MUMmerGPU)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return mummer::input_arguments(2000);
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    if (arguments.at("genome") < arguments.at("reference")) {
      refuse(arguments, "genome", "at least reference = " + std::to_string(arguments.at("reference")));
    }
    const mummer::Input input = mummer::random_input(arguments);
    const mummer::SuffixTree tree = mummer::suffix_tree(input.reference);
    const mummer::FlatQueries flat = mummer::flatten(input.queries);
    const auto count = static_cast<unsigned>(input.queries.size());

    const Dim3 block{kThreads, 1, 1}, grid{(count + kThreads - 1) / kThreads, 1, 1};
    device.plan({{"mummer", block}});
    const std::uint64_t nodes = device.upload(tree.nodes, "nodes"), children = device.upload(tree.children, "children");
    const std::uint64_t reference =
        device.upload(std::vector<char>(tree.text.begin(), tree.text.end()), "reference");
    const mummer::DeviceQueries on = mummer::upload(device, flat);
    device.launch("mummer", grid, block,
                  Arguments(nodes, children, reference, on.letters, on.first_letter, on.length, on.first_match,
                            on.matches, static_cast<std::int32_t>(count)));
    const auto found = device.download<std::int32_t>(on.matches, 2 * flat.matches);
    return compare(found, mummer::expected_matches(tree, input.queries), "match value");
  }
};

}  // namespace

std::unique_ptr<Workload> make_mummer() { return std::make_unique<Mummer>(); }

}  // namespace unibank
