#include "workloads/today/gemv_int4/gemv_int4.h"

#include "workloads/all_workloads.h"
#include "workloads/today/values.h"

namespace unibank {
namespace gemv_int4 {

std::vector<double> multiply(const std::vector<std::uint32_t>& words, const std::vector<float>& scales,
                             const std::vector<float>& x) {
  const std::size_t k = x.size(), n = words.size() * 8 / k;
  std::vector<double> y(n);
  for (std::size_t row = 0; row < n; ++row) {
    for (std::size_t i = 0; i < k; ++i) {
      const int number = static_cast<int>(words[(row * k + i) / 8] >> (4 * (i % 8)) & 0xf) - 8;
      y[row] += number * double{scales[(row * k + i) / kGroup]} * x[i];
    }
  }
  return y;
}

}  // namespace gemv_int4

namespace {

constexpr unsigned kWarps = 4;  // gemv_int4.cu's

class GemvInt4 : public Workload {
 public:
  std::string name() const override { return "gemv_int4"; }
  std::string description() const override {
    return "y = W x with weights of four bits and a scale for each 128, one warp per row: a token of a language model";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"n", "rows of W", 1, 65536, 10, 384, 4096, {}},
            {"k", "columns of W, a multiple of 128", 128, 16384, 640, 4096, 4096, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    require_multiple(arguments, "k", gemv_int4::kGroup);
    const auto n = static_cast<unsigned>(arguments.at("n")), k = static_cast<unsigned>(arguments.at("k"));
    const Dim3 block{kWarps * 32, 1, 1};
    const unsigned bytes = k * 2;
    device.plan({{"gemv_int4", block, bytes}});
    RandomInput random(1);
    std::vector<std::uint32_t> words(std::size_t{n} * k / 8);
    for (std::uint32_t& word : words) word = random.below(1u << 16) << 16 | random.below(1u << 16);
    std::vector<float> scales(std::size_t{n} * k / gemv_int4::kGroup);
    for (float& scale : scales) scale = 1.0f / static_cast<float>(1u << random.below(4));
    // Scales are powers of two from 1/8 on, so all sums are exact.
    const std::vector<float> x = today::random_eighths(k, 2);
    const std::uint64_t words_at = device.upload(words, "W");
    const std::uint64_t scales_at = device.upload(today::halves_of(scales), "scales");
    const std::uint64_t x_at = device.upload(today::halves_of(x), "x");
    const std::uint64_t y_at = device.upload(std::vector<std::uint16_t>(n, 0xffff), "y");
    device.launch("gemv_int4", {(n + kWarps - 1) / kWarps, 1, 1}, block,
                  Arguments(words_at, scales_at, x_at, y_at, static_cast<std::int32_t>(n),
                            static_cast<std::int32_t>(k)),
                  bytes);
    std::vector<std::uint16_t> expected;
    for (const double value : gemv_int4::multiply(words, scales, x)) expected.push_back(today::half_of(value));
    return compare(device.download<std::uint16_t>(y_at, n), expected, "half");
  }
};

}  // namespace

std::unique_ptr<Workload> make_gemv_int4() { return std::make_unique<GemvInt4>(); }

}  // namespace unibank
