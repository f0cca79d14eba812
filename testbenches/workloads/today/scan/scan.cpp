#include <numeric>

#include "workloads/all_workloads.h"
#include "workloads/today/values.h"

namespace unibank {
namespace {

constexpr unsigned kThreads = 256, kTile = 2048;  // scan.cu's

class Scan : public Workload {
 public:
  std::string name() const override { return "scan"; }
  std::string description() const override {
    return "running sums of whole numbers in one pass, by shuffles and decoupled look-back";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"count", "numbers, a multiple of 4", 4, 1 << 26, 5000, 1 << 18, 1 << 22, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    require_multiple(arguments, "count", 4);
    const auto count = static_cast<unsigned>(arguments.at("count"));
    const unsigned tiles = (count + kTile - 1) / kTile;
    const Dim3 block{kThreads, 1, 1};
    device.plan({{"scan", block}});
    RandomInput random(1);
    std::vector<std::int32_t> in(count), expected(count);
    for (std::int32_t& number : in) number = static_cast<std::int32_t>(random.below(2001)) - 1000;
    std::partial_sum(in.begin(), in.end(), expected.begin());
    const std::uint64_t from = device.upload(in, "in");
    const std::uint64_t to = device.upload(std::vector<std::int32_t>(count, -1), "out");
    const std::uint64_t words = device.upload(std::vector<std::uint64_t>(tiles, 0), "words");
    const std::uint64_t started = device.upload(std::vector<std::uint32_t>(1, 0), "started");
    device.launch("scan", {tiles, 1, 1}, block, Arguments(from, to, words, started, static_cast<std::int32_t>(count)));
    return compare(device.download<std::int32_t>(to, count), expected, "sum");
  }
};

}  // namespace

std::unique_ptr<Workload> make_scan() { return std::make_unique<Scan>(); }

}  // namespace unibank
