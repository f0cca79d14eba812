#include "workloads/mergesort/mergesort.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace mergesort {

Pairs random_pairs(std::size_t count, std::uint32_t seed) {
  RandomInput random(seed);
  Pairs pairs{std::vector<std::uint32_t>(count), std::vector<std::uint32_t>(count)};
  for (std::uint32_t& key : pairs.keys) key = random.below(1 << 16);
  std::iota(pairs.values.begin(), pairs.values.end(), 0u);
  return pairs;
}

Pairs sorted(const Pairs& pairs) {
  std::vector<std::size_t> order(pairs.keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&pairs](std::size_t a, std::size_t b) { return pairs.keys[a] < pairs.keys[b]; });
  Pairs result;
  for (const std::size_t i : order) {
    result.keys.push_back(pairs.keys[i]);
    result.values.push_back(pairs.values[i]);
  }
  return result;
}

std::vector<std::uint32_t> strides(std::uint32_t count, std::uint32_t tile) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t stride = tile; stride < count; stride *= 2) all.push_back(stride);
  return all;
}

}  // namespace mergesort

namespace {

constexpr unsigned kSampleStride = 128, kRankThreads = 256;  // mergesort.cu's

class MergeSort : public Workload {
 public:
  std::string name() const override { return "mergesort"; }
  std::string description() const override {
    return "merge sort of keys with values: tiles, then runs cut by sample ranks (CUDA samples' mergeSort)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"keys", "pairs of a key and a value, a power of two", 256, 1 << 22, 512, 1 << 13, 1 << 16, {}},
            {"tile", "pairs that a block sorts at first, two per thread", 256, 1024, 256, 1024, 1024, {256, 1024}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto count = static_cast<std::uint32_t>(arguments.at("keys"));
    const auto tile = static_cast<std::uint32_t>(arguments.at("tile"));
    if ((count & (count - 1)) != 0) refuse(arguments, "keys", "a power of two");
    if (count < tile) refuse(arguments, "keys", "at least tile = " + std::to_string(tile));
    device.plan({{tiles_kernel(tile), {tile / 2, 1, 1}},
                 {"mergesort_sample_ranks", {kRankThreads, 1, 1}},
                 {"mergesort_limits", {kRankThreads, 1, 1}},
                 {"mergesort_intervals", {kSampleStride, 1, 1}}});
    const mergesort::Pairs pairs = mergesort::random_pairs(count, 1);
    const Buffer result = sort(device, pairs, tile);
    const mergesort::Pairs expected = mergesort::sorted(pairs);
    const Verdict keys = compare(device.download<std::uint32_t>(result.keys, count), expected.keys, "key");
    if (!keys.right) return keys;
    Verdict values = compare(device.download<std::uint32_t>(result.values, count), expected.values, "value");
    if (values.right) values.text = keys.text + ", " + values.text;
    return values;
  }

 private:
  struct Buffer {
    std::uint64_t keys, values;
  };
  struct Samples {
    std::uint64_t left_ranks, right_ranks, left_limits, right_limits;
  };

  static std::string tiles_kernel(std::uint32_t tile) { return "mergesort_tiles_" + std::to_string(tile); }

  static Buffer allocate_pairs(Device& device, std::uint32_t count) {
    const std::uint64_t keys = device.allocate(std::size_t{count} * sizeof(std::uint32_t), "keys");
    return {keys, device.allocate(std::size_t{count} * sizeof(std::uint32_t), "values")};
  }

  // Two buffers take turns. Returns the buffer that holds the sorted pairs.
  static Buffer sort(Device& device, const mergesort::Pairs& pairs, std::uint32_t tile) {
    const auto count = static_cast<std::uint32_t>(pairs.keys.size());
    const std::uint64_t keys = device.upload(pairs.keys, "input keys");
    const std::uint64_t values = device.upload(pairs.values, "input values");
    Buffer from = allocate_pairs(device, count), to = allocate_pairs(device, count);
    device.launch(tiles_kernel(tile), {count / tile, 1, 1}, {tile / 2, 1, 1},
                  Arguments(from.keys, from.values, keys, values));
    const std::size_t bytes = count / kSampleStride * sizeof(std::uint32_t);
    Samples samples;
    samples.left_ranks = device.allocate(bytes, "left ranks");
    samples.right_ranks = device.allocate(bytes, "right ranks");
    samples.left_limits = device.allocate(bytes, "left limits");
    samples.right_limits = device.allocate(bytes, "right limits");
    for (const std::uint32_t stride : mergesort::strides(count, tile)) {
      merge(device, to, from, samples, count, stride);
      std::swap(from, to);
    }
    return from;
  }

  static void merge(Device& device, const Buffer& to, const Buffer& from, const Samples& samples, std::uint32_t count,
                    std::uint32_t stride) {
    const unsigned threads = count / (2 * kSampleStride);
    const Dim3 grid{(threads + kRankThreads - 1) / kRankThreads, 1, 1}, block{kRankThreads, 1, 1};
    device.launch("mergesort_sample_ranks", grid, block,
                  Arguments(samples.left_ranks, samples.right_ranks, from.keys, stride, threads));
    device.launch("mergesort_limits", grid, block,
                  Arguments(samples.left_limits, samples.left_ranks, stride, threads));
    device.launch("mergesort_limits", grid, block,
                  Arguments(samples.right_limits, samples.right_ranks, stride, threads));
    device.launch("mergesort_intervals", {count / kSampleStride, 1, 1}, {kSampleStride, 1, 1},
                  Arguments(to.keys, to.values, from.keys, from.values, samples.left_limits, samples.right_limits,
                            stride));
  }
};

}  // namespace

std::unique_ptr<Workload> make_mergesort() { return std::make_unique<MergeSort>(); }

}  // namespace unibank
