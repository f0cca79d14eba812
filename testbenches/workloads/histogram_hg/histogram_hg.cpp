#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"
#include "workloads/thread_block_form.h"

namespace unibank {
namespace {

constexpr unsigned kBins = 224, kThreads = 32;  // histogram_hg.cu's

class HistogramHg : public Workload {
 public:
  std::string name() const override { return "histogram_hg"; }
  std::string description() const override {
    return "histogram of 224 bins, one byte of scratchpad per thread and bin (HG of Jatala et al.)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"blocks", "plain blocks of 32 threads, even", 2, 8192, 4, 128, 256, {}},
            {"each", "values of a thread", 16, 112, 112, 112, 112, {16, 32, 48, 64, 80, 96, 112}},
            {"spread", "bins that values fall in, from the first one on", 1, kBins, kBins, kBins, kBins, {}},
            form_argument({2, 2, 2})};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const ThreadBlockForm form = form_of(arguments, name(), {2, 2, 2});
    require_multiple(arguments, "blocks", 2);
    const auto blocks = static_cast<unsigned>(arguments.at("blocks"));
    const auto each = static_cast<unsigned>(arguments.at("each"));
    RandomInput random(1);
    std::vector<std::int32_t> values(std::size_t{blocks} * kThreads * each), histogram(kBins);
    for (std::int32_t& value : values) {
      value = static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(arguments.at("spread"))));
      ++histogram[static_cast<std::size_t>(value)];
    }
    const Dim3 block{form.parts * kThreads, 1, 1};
    device.plan({{form.kernel, block}});
    const std::uint64_t values_at = device.upload(values, "values");
    const std::uint64_t histogram_at = device.allocate(kBins * sizeof(std::int32_t), "histogram");
    device.fill(histogram_at, 0, kBins * sizeof(std::int32_t));
    device.launch(form.kernel, {blocks / form.parts, 1, 1}, block, Arguments(values_at, histogram_at, each));
    return compare(device.download<std::int32_t>(histogram_at, kBins), histogram, "bin");
  }
};

}  // namespace

std::unique_ptr<Workload> make_histogram_hg() { return std::make_unique<HistogramHg>(); }

}  // namespace unibank
