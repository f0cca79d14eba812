#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace {

constexpr unsigned kThreads = 256;  // a block, as in the CUDA samples

class VectorAdd : public Workload {
 public:
  std::string name() const override { return "vectoradd"; }
  std::string description() const override {
    return "c = a + b, one float per thread: streaming, no reuse (CUDA samples' vectorAdd)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"n", "elements of each vector", 1, 1 << 24, 1 << 13, 1 << 18, 1 << 22, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto n = static_cast<std::size_t>(arguments.at("n"));
    RandomInput random(1);
    std::vector<float> a(n), b(n), cpu(n);
    for (std::size_t i = 0; i < n; ++i) {
      a[i] = random.unit();
      b[i] = random.unit();
      cpu[i] = a[i] + b[i];
    }
    const Dim3 block{kThreads, 1, 1}, grid{static_cast<unsigned>((n + kThreads - 1) / kThreads), 1, 1};
    device.plan({{"vectoradd", block}});
    const std::uint64_t device_a = device.upload(a, "a"), device_b = device.upload(b, "b");
    const std::uint64_t device_c = device.allocate(n * sizeof(float), "c");
    device.launch("vectoradd", grid, block, Arguments(device_a, device_b, device_c, static_cast<int>(n)));
    return compare(device.download<float>(device_c, n), cpu, "sum");
  }
};

}  // namespace

std::unique_ptr<Workload> make_vectoradd() { return std::make_unique<VectorAdd>(); }

}  // namespace unibank
