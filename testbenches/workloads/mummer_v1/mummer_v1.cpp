#include "workloads/mummer_v1/mummer_v1.h"

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/mummer/mummer.h"

namespace unibank {
namespace mummer_v1 {

std::string other_strand(const std::string& query) {
  std::string strand(query.rbegin(), query.rend());
  for (char& letter : strand) letter = letter == 'A' ? 'T' : letter == 'T' ? 'A' : letter == 'C' ? 'G' : 'C';
  return strand;
}

}  // namespace mummer_v1

namespace {

constexpr unsigned kThreads = 256;           // the block size of MUMmerGPU
constexpr std::size_t kTextureWidth = 4096;  // mummer_v1.cu's

// Puts texels into the rows of a texture and fills up the last row. `channels` is the number of integers in a texel.
template <typename T>
std::uint64_t texture_of(Device& device, std::vector<T> texels, unsigned channels, const std::string& name) {
  Texture texture;
  texture.width = kTextureWidth;
  texture.height = (texels.size() + kTextureWidth - 1) / kTextureWidth;
  texels.resize(texture.width * texture.height);
  texture.address = device.upload(texels, name);
  texture.channels = channels;
  texture.channel_bits = 8 * sizeof(T) / channels;
  texture.channel = Texture::Channel::kSigned;
  return device.create_texture(texture);
}

struct Tree {  // mummer_v1.cu's
  std::uint64_t nodes, children, reference;
};

Tree upload(Device& device, const mummer::SuffixTree& tree) {
  Tree on{};
  on.nodes = texture_of(device, tree.nodes, 4, "nodes");
  on.children = texture_of(device, tree.children, 4, "children");
  on.reference = texture_of(device, std::vector<char>(tree.text.begin(), tree.text.end()), 1, "reference");
  return on;
}

class MummerV1 : public Workload {
 public:
  std::string name() const override { return "mummer_v1"; }
  std::string description() const override {
    return "both strands of DNA reads matched against a suffix tree in textures (MUMmerGPU 1 at ISPASS 2009)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return mummer::input_arguments(20000);  // as ISPASS 2009
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    if (arguments.at("genome") < arguments.at("reference")) {
      refuse(arguments, "genome", "at least reference = " + std::to_string(arguments.at("reference")));
    }
    const mummer::Input input = mummer::random_input(arguments);
    const mummer::SuffixTree tree = mummer::suffix_tree(input.reference);
    const mummer::FlatQueries flat = mummer::flatten(input.queries);
    std::vector<std::string> other_strands;
    for (const std::string& query : input.queries) other_strands.push_back(mummer_v1::other_strand(query));

    const auto count = static_cast<unsigned>(input.queries.size());
    const Dim3 block{kThreads, 1, 1}, grid{(count + kThreads - 1) / kThreads, 1, 1};
    device.plan({{"mummer_v1", block}, {"mummer_v1_other_strand", block}});
    const Tree on = upload(device, tree);
    const mummer::DeviceQueries queries = mummer::upload(device, flat);
    const auto judge = [&](const char* kernel, const std::vector<std::string>& strands) {
      device.launch(kernel, grid, block,
                    Arguments(on, queries.letters, queries.first_letter, queries.length, queries.first_match,
                              queries.matches, static_cast<std::int32_t>(count)));
      return compare(device.download<std::int32_t>(queries.matches, 2 * flat.matches),
                     mummer::expected_matches(tree, strands), "match value");
    };
    const Verdict verdict = judge("mummer_v1", input.queries);
    return verdict.right ? judge("mummer_v1_other_strand", other_strands) : verdict;
  }
};

}  // namespace

std::unique_ptr<Workload> make_mummer_v1() { return std::make_unique<MummerV1>(); }

}  // namespace unibank
