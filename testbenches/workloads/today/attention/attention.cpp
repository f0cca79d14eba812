#include "workloads/today/attention/attention.h"

#include <limits>

#include "workloads/all_workloads.h"
#include "workloads/today/values.h"

namespace unibank {
namespace attention {

std::vector<double> forward(const std::vector<float>& q, const std::vector<float>& k, const std::vector<float>& v,
                            const Shape& shape) {
  const std::size_t size = shape.size;
  const double scale = 1 / std::sqrt(static_cast<double>(size));
  std::vector<double> out(q.size()), weights(shape.keys);
  for (std::size_t row = 0; row < shape.heads * shape.queries; ++row) {
    const std::size_t first = row / shape.queries * shape.key_heads / shape.heads * shape.keys * size;
    const std::size_t seen = shape.causal ? row % shape.queries + shape.keys - shape.queries + 1 : shape.keys;
    double largest = -std::numeric_limits<double>::infinity(), total = 0;
    for (std::size_t key = 0; key < seen; ++key) {
      float score = 0;
      for (std::size_t i = 0; i < size; ++i) score += q[row * size + i] * k[first + key * size + i];
      weights[key] = score * scale;
      largest = std::max(largest, weights[key]);
    }
    for (std::size_t key = 0; key < seen; ++key) total += weights[key] = std::exp(weights[key] - largest);
    for (std::size_t key = 0; key < seen; ++key)
      for (std::size_t i = 0; i < size; ++i) out[row * size + i] += weights[key] / total * v[first + key * size + i];
  }
  return out;
}

}  // namespace attention

namespace {

constexpr unsigned kQueries = 64, kThreads = 128;  // attention.cu's
constexpr std::int64_t kMost = 16384;

class AttentionProgram : public Workload {
 public:
  std::string name() const override { return "attention"; }
  std::string description() const override {
    return "attention, forward, in FlashAttention-2's manner: scores stay in registers, keys and values in tiles";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"heads", "heads of queries, a multiple of key_heads", 1, 128, 2, 4, 8, {}},
            {"key_heads", "heads of keys and values", 1, 128, 1, 2, 2, {}},
            {"queries", "queries, not more than keys", 1, kMost, 20, 384, 1024, {}},
            {"keys", "keys and values", 1, kMost, 90, 384, 1024, {}},
            {"size", "elements of a head", 64, 128, 64, 64, 128, {64, 128}},
            {"tile", "keys of a stage", 32, 128, 64, 64, 64, {32, 64, 128}},
            {"causal", "1: a query sees no later keys, 0: all", 0, 1, 1, 1, 1, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto number = [&](const char* name) { return static_cast<std::size_t>(arguments.at(name)); };
    const std::int64_t key_heads = arguments.at("key_heads");
    if (arguments.at("heads") % key_heads != 0)
      refuse(arguments, "heads", "a multiple of key_heads = " + std::to_string(key_heads));
    const attention::Shape shape{number("heads"), number("key_heads"), number("queries"),
                                 number("keys"),  number("size"),      number("causal") != 0};
    if (shape.queries > shape.keys) refuse(arguments, "queries", "at most keys = " + std::to_string(shape.keys));
    // Whole eighths, so that scores are exact. Queries have a factor of 2, so that some keys weigh much more than
    // others.
    std::vector<float> q = today::random_eighths(shape.heads * shape.queries * shape.size, 1);
    for (float& value : q) value *= 2;
    const std::size_t key_elements = shape.key_heads * shape.keys * shape.size;
    const std::vector<float> k = today::random_eighths(key_elements, 2), v = today::random_halves(key_elements, 3);
    const std::vector<std::uint16_t> out = launch(device, shape, static_cast<unsigned>(number("tile")), {q, k, v});
    // The weights, which are multiplied by values of at most 1, are rounded to 11 bits, and so is the result; 2^-14
    // covers the other errors.
    return today::compare_within(today::values_of_halves(out), attention::forward(q, k, v, shape), "value", shape.size,
                                 {0x1p-11 + 0x1p-14, 0x1p-11});
  }

 private:
  struct Inputs {
    const std::vector<float>&q, &k, &v;
  };

  static std::vector<std::uint16_t> launch(Device& device, const attention::Shape& shape, unsigned tile,
                                           const Inputs& in) {
    const auto size = static_cast<unsigned>(shape.size), bytes = attention::scratchpad_bytes(size, tile);
    const std::string kernel = "attention_" + std::to_string(size) + "_" + std::to_string(tile);
    const Dim3 block{kThreads, 1, 1};
    const Dim3 grid{static_cast<unsigned>((shape.queries + kQueries - 1) / kQueries),
                    static_cast<unsigned>(shape.heads), 1};
    device.plan({{kernel, block, bytes}});
    const std::uint64_t q = device.upload(today::halves_of(in.q), "Q"), k = device.upload(today::halves_of(in.k), "K");
    const std::uint64_t v = device.upload(today::halves_of(in.v), "V");
    const std::uint64_t out = device.upload(std::vector<std::uint16_t>(in.q.size(), 0xffff), "out");
    constexpr double kToBase2 = 1.4426950408889634;
    const auto scale = static_cast<float>(kToBase2 / std::sqrt(static_cast<double>(size)));
    device.launch(kernel, grid, block,
                  Arguments(q, k, v, out, static_cast<std::int32_t>(shape.queries),
                            static_cast<std::int32_t>(shape.keys),
                            static_cast<std::int32_t>(shape.heads / shape.key_heads),
                            static_cast<std::int32_t>(shape.causal), scale),
                  bytes);
    return device.download<std::uint16_t>(out, in.q.size());
  }
};

}  // namespace

std::unique_ptr<Workload> make_attention() { return std::make_unique<AttentionProgram>(); }

}  // namespace unibank
