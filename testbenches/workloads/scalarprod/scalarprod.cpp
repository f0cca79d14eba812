#include "workloads/scalarprod/scalarprod.h"

#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace scalarprod {

namespace {
constexpr std::size_t kAccumulators = 1024;  // scalarprod.cu's
}

std::vector<float> products(const std::vector<float>& a, const std::vector<float>& b, std::size_t elements) {
  std::vector<float> all(a.size() / elements);
  for (std::size_t vector = 0; vector < all.size(); ++vector) {
    std::vector<float> partial(kAccumulators, 0.0f);
    for (std::size_t i = 0; i < elements; ++i) {
      float& sum = partial[i % kAccumulators];
      sum = std::fma(a[vector * elements + i], b[vector * elements + i], sum);
    }
    for (std::size_t stride = kAccumulators / 2; stride > 0; stride /= 2) {
      for (std::size_t slot = 0; slot < stride; ++slot) partial[slot] += partial[slot + stride];
    }
    all[vector] = partial[0];
  }
  return all;
}

}  // namespace scalarprod

namespace {

constexpr unsigned kThreads = 256, kBlocks = 128;  // as in the CUDA samples, for any number of vectors

std::vector<float> random_vectors(std::size_t count, std::uint32_t seed) {
  RandomInput random(seed);
  std::vector<float> values(count);
  for (float& value : values) value = random.unit();
  return values;
}

class ScalarProd : public Workload {
 public:
  std::string name() const override { return "scalarprod"; }
  std::string description() const override {
    return "scalar products of pairs of vectors, a pair per block at a time: streaming reads and a tree (CUDA samples' "
           "scalarProd)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"vectors", "pairs of vectors", 1, 4096, 3, 64, 256, {}},
            {"elements", "elements of a vector", 1, 1 << 14, 4096, 4096, 4096, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto vectors = static_cast<std::int32_t>(arguments.at("vectors"));
    const auto elements = static_cast<std::int32_t>(arguments.at("elements"));
    const std::size_t count = static_cast<std::size_t>(vectors) * static_cast<std::size_t>(elements);
    const Dim3 block{kThreads, 1, 1};
    device.plan({{"scalarprod", block}});
    const std::vector<float> a = random_vectors(count, 1), b = random_vectors(count, 2);
    const std::uint64_t a_at = device.upload(a, "a"), b_at = device.upload(b, "b");
    const std::uint64_t products = device.allocate(arguments.at("vectors") * sizeof(float), "products");
    device.launch("scalarprod", {kBlocks, 1, 1}, block, Arguments(a_at, b_at, products, vectors, elements));
    return compare(device.download<float>(products, arguments.at("vectors")),
                   scalarprod::products(a, b, arguments.at("elements")), "product");
  }
};

}  // namespace

std::unique_ptr<Workload> make_scalarprod() { return std::make_unique<ScalarProd>(); }

}  // namespace unibank
