#include "workloads/scalarprod_sp/scalarprod_sp.h"

#include <array>
#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_signed.h"
#include "workloads/thread_block_form.h"

namespace unibank {
namespace {
constexpr unsigned kThreads = 64, kAccumulators = 1024;  // scalarprod_sp.cu's
}

namespace scalarprod_sp {

std::vector<float> products(const std::vector<float>& a, const std::vector<float>& b, std::size_t elements) {
  std::vector<float> all;
  for (std::size_t begin = 0; begin < a.size(); begin += elements) {
    std::array<float, kAccumulators> sums{};
    for (std::size_t i = begin; i < begin + elements; ++i) {
      float& sum = sums[(i - begin) % kAccumulators];
      sum = std::fma(a[i], b[i], sum);
    }
    for (std::size_t half = kAccumulators / 2; half > 0; half /= 2) {
      for (std::size_t i = 0; i < half; ++i) sums[i] += sums[i + half];
    }
    all.push_back(sums[0]);
  }
  return all;
}

}  // namespace scalarprod_sp

namespace {

class ScalarProdSp : public Workload {
 public:
  std::string name() const override { return "scalarprod_sp"; }
  std::string description() const override {
    return "scalar products, one pair of vectors per block of 64 threads (CUDA samples' scalarProd, SP of Jatala et "
           "al.)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"vectors", "pairs of vectors, even", 2, 8192, 4, 256, 512, {}},
            {"elements", "elements of a vector, a multiple of 1024", kAccumulators, 1 << 16, 4096, 4096, 4096, {}},
            form_argument({2, 2})};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const ThreadBlockForm form = form_of(arguments, name(), {2, 2});
    require_multiple(arguments, "vectors", 2);
    require_multiple(arguments, "elements", kAccumulators);
    const auto vectors = static_cast<unsigned>(arguments.at("vectors"));
    const auto elements = static_cast<unsigned>(arguments.at("elements"));
    const Dim3 block{form.parts * kThreads, 1, 1};
    device.plan({{form.kernel, block}});
    const std::size_t count = std::size_t{vectors} * elements;
    const std::vector<float> a = random_signed(count, 1), b = random_signed(count, 2);
    const std::uint64_t a_at = device.upload(a, "a"), b_at = device.upload(b, "b");
    const std::uint64_t products = device.allocate(vectors * sizeof(float), "products");
    device.launch(form.kernel, {vectors / form.parts, 1, 1}, block, Arguments(a_at, b_at, products, elements));
    return compare(device.download<float>(products, vectors), scalarprod_sp::products(a, b, elements), "product");
  }
};

}  // namespace

std::unique_ptr<Workload> make_scalarprod_sp() { return std::make_unique<ScalarProdSp>(); }

}  // namespace unibank
