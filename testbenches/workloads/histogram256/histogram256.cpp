#include "workloads/histogram256/histogram256.h"

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace histogram256 {

std::vector<std::uint32_t> random_words(std::size_t words, std::uint32_t seed) {
  RandomInput random(seed);
  std::vector<std::uint32_t> all(words);
  for (std::uint32_t& word : all) {
    for (unsigned shift = 0; shift < 32; shift += 8) word |= random.below(256) << shift;
  }
  return all;
}

std::vector<std::uint32_t> partial_histograms(const std::vector<std::uint32_t>& words, std::size_t blocks) {
  std::vector<std::uint32_t> counts(blocks * kBins, 0);
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::uint32_t* const histogram = &counts[i / kThreads % blocks * kBins];
    for (unsigned shift = 0; shift < 32; shift += 8) ++histogram[words[i] >> shift & 0xFF];
  }
  return counts;
}

}  // namespace histogram256

namespace {

class Histogram256 : public Workload {
 public:
  std::string name() const override { return "histogram256"; }
  std::string description() const override {
    return "histograms of bytes, one per warp in the scratchpad (CUDA samples' histogram, bins as Jatala changes them)";
  }
  // The samples have 240 blocks; with 192 threads each they make the 46,080 threads of Jatala's table VI.
  std::vector<WorkloadArgument> arguments() const override {
    return {{"words", "words of four bytes", 1, 1 << 24, 1000, 46080, 1 << 21, {}},
            {"blocks", "blocks of 192 threads, a histogram each", 1, 4096, 2, 240, 240, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto count = static_cast<std::size_t>(arguments.at("words"));
    const auto blocks = static_cast<unsigned>(arguments.at("blocks"));
    const Dim3 block{histogram256::kThreads, 1, 1};
    device.plan({{"histogram256", block}});
    const std::vector<std::uint32_t> words = histogram256::random_words(count, 1);
    const std::vector<std::uint32_t> expected = histogram256::partial_histograms(words, blocks);
    const std::uint64_t data = device.upload(words, "words");
    const std::uint64_t histograms = device.upload(std::vector<std::uint32_t>(expected.size(), ~0u), "histograms");
    device.launch("histogram256", {blocks, 1, 1}, block,
                  Arguments(histograms, data, static_cast<std::uint32_t>(count)));
    return compare(device.download<std::uint32_t>(histograms, expected.size()), expected, "bin", histogram256::kBins);
  }
};

}  // namespace

std::unique_ptr<Workload> make_histogram256() { return std::make_unique<Histogram256>(); }

}  // namespace unibank
