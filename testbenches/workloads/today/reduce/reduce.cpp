#include "workloads/all_workloads.h"
#include "workloads/today/values.h"

namespace unibank {
namespace {

constexpr unsigned kThreads = 256;  // reduce.cu's

class Reduce : public Workload {
 public:
  std::string name() const override { return "reduce"; }
  std::string description() const override {
    return "sum and maximum of floats by shuffles; the last block combines the results of the others";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"count", "numbers, a multiple of 4", 4, 1 << 26, 10000, 1 << 20, 1 << 24, {}},
            {"blocks", "blocks", 1, 65536, 5, 64, 216, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    require_multiple(arguments, "count", 4);
    const auto count = static_cast<unsigned>(arguments.at("count"));
    const auto blocks = static_cast<unsigned>(arguments.at("blocks"));
    const Dim3 block{kThreads, 1, 1};
    device.plan({{"reduce", block}});
    std::vector<float> in = today::random_eighths(count, 1);
    in[count / 3] = 2;  // one is the largest
    std::vector<float> expected{0, 2};
    for (const float value : in) expected[0] += value;  // exact: no partial sum reaches 2^21
    const std::uint64_t from = device.upload(in, "in");
    const std::uint64_t of_blocks = device.allocate(std::size_t{blocks} * 8, "of_blocks");
    const std::uint64_t finished = device.upload(std::vector<std::uint32_t>(1, 0), "finished");
    const std::uint64_t to = device.upload(std::vector<float>(2, -1e9f), "out");
    device.launch("reduce", {blocks, 1, 1}, block,
                  Arguments(from, of_blocks, finished, to, static_cast<std::int32_t>(count / 4)));
    return compare(device.download<float>(to, 2), expected, "value");
  }
};

}  // namespace

std::unique_ptr<Workload> make_reduce() { return std::make_unique<Reduce>(); }

}  // namespace unibank
