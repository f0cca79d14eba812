#include "workloads/today/radix_sort/radix_sort.h"

#include "workloads/all_workloads.h"
#include "workloads/today/values.h"

namespace unibank {
namespace radix_sort {

Pairs sorted(Pairs pairs, unsigned bits) {
  const std::uint32_t mask = bits == 32 ? ~0u : (1u << bits) - 1;
  std::stable_sort(pairs.begin(), pairs.end(),
                   [mask](const auto& a, const auto& b) { return (a.first & mask) < (b.first & mask); });
  return pairs;
}

}  // namespace radix_sort

namespace {

constexpr unsigned kThreads = 256, kTile = 2048, kDigits = 256;  // radix_sort.cu's

class RadixSort : public Workload {
 public:
  std::string name() const override { return "radix_sort"; }
  std::string description() const override {
    return "passes of a radix sort of keys and values, eight bits each, ranked by ballots";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"count", "keys", 1, 1 << 24, 1000, 1 << 16, 1 << 20, {}},
            {"passes", "passes, from the lowest eight bits on", 1, 4, 1, 2, 1, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto count = static_cast<std::size_t>(arguments.at("count"));
    const auto passes = static_cast<unsigned>(arguments.at("passes"));
    const Dim3 block{kThreads, 1, 1};
    device.plan({{"radix_histogram", block}, {"radix_scan", block}, {"radix_scatter", block}});
    RandomInput random(1);
    radix_sort::Pairs pairs(count);
    std::vector<std::uint32_t> keys(count), values(count);
    for (std::size_t i = 0; i < count; ++i) {
      keys[i] = random.below(1u << 16) << 16 | random.below(1u << 16);
      values[i] = static_cast<std::uint32_t>(i);
      pairs[i] = {keys[i], values[i]};
    }
    Buffers from{device.upload(keys, "keys"), device.upload(values, "values")};
    const std::vector<std::uint32_t> none(count, ~0u);
    Buffers to{device.upload(none, "sorted keys"), device.upload(none, "sorted values")};
    const auto tiles = static_cast<unsigned>((count + kTile - 1) / kTile);
    const std::uint64_t counts = device.allocate(std::size_t{tiles} * kDigits * 4, "counts");
    for (unsigned pass = 0; pass < passes; ++pass, std::swap(from, to))
      run_pass(device,
               {from, to, counts, tiles, static_cast<std::int32_t>(count), static_cast<std::int32_t>(8 * pass)});
    return verdict(device, from, radix_sort::sorted(std::move(pairs), 8 * passes));
  }

 private:
  struct Buffers {
    std::uint64_t keys, values;
  };
  struct Pass {
    Buffers from, to;
    std::uint64_t counts;
    unsigned tiles;
    std::int32_t count, shift;
  };

  static void run_pass(Device& device, const Pass& pass) {
    const Dim3 block{kThreads, 1, 1}, tiles{pass.tiles, 1, 1};
    device.launch("radix_histogram", tiles, block, Arguments(pass.from.keys, pass.counts, pass.count, pass.shift));
    device.launch("radix_scan", {1, 1, 1}, block,
                  Arguments(pass.counts, static_cast<std::int32_t>(pass.tiles * kDigits)));
    device.launch("radix_scatter", tiles, block,
                  Arguments(pass.from.keys, pass.from.values, pass.to.keys, pass.to.values, pass.counts, pass.count,
                            pass.shift));
  }

  static Verdict verdict(const Device& device, const Buffers& at, const radix_sort::Pairs& expected) {
    std::vector<std::uint32_t> keys, values;
    for (const auto& [key, value] : expected) {
      keys.push_back(key);
      values.push_back(value);
    }
    const Verdict right = compare(device.download<std::uint32_t>(at.keys, keys.size()), keys, "key");
    return right.right ? compare(device.download<std::uint32_t>(at.values, values.size()), values, "pair") : right;
  }
};

}  // namespace

std::unique_ptr<Workload> make_radix_sort() { return std::make_unique<RadixSort>(); }

}  // namespace unibank
