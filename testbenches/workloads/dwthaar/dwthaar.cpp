#include "workloads/dwthaar/dwthaar.h"

#include <algorithm>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace dwthaar {

namespace {
constexpr float kHalfRoot = 0.70710678118654752f;
constexpr std::size_t kMostThreads = 512;  // dwthaar.cu's
}  // namespace

std::vector<float> random_signal(std::size_t samples, std::uint32_t seed) {
  RandomInput random(seed);
  std::vector<float> signal(samples);
  float value = 0;
  for (float& sample : signal) sample = value += random.unit() - 0.5f;
  return signal;
}

std::vector<float> transform(const std::vector<float>& signal) {
  std::vector<float> sums = signal, result(signal.size());
  while (sums.size() > 1) {
    const std::size_t half = sums.size() / 2;
    for (std::size_t i = 0; i < half; ++i) {
      const float even = sums[2 * i], odd = sums[2 * i + 1];
      result[half + i] = (even - odd) * kHalfRoot;
      sums[i] = (even + odd) * kHalfRoot;
    }
    sums.resize(half);
  }
  result[0] = sums[0];
  return result;
}

unsigned scratchpad_bytes(unsigned threads) {
  const unsigned words = 2 * threads;
  return static_cast<unsigned>(sizeof(float)) * (words + words / 16);
}

std::vector<Step> steps(std::size_t samples) {
  std::vector<Step> all;
  while (samples > 1) {
    const std::size_t threads = std::min(samples / 2, kMostThreads);
    Step step{static_cast<unsigned>(samples / 2 / threads), static_cast<unsigned>(threads), 0};
    for (std::size_t left = 2 * threads; left > 1; left /= 2) ++step.levels;
    all.push_back(step);
    samples = step.blocks;
  }
  return all;
}

}  // namespace dwthaar

namespace {

class DwtHaar : public Workload {
 public:
  std::string name() const override { return "dwthaar"; }
  std::string description() const override {
    return "Haar wavelet transform of a signal, a pyramid in the scratchpad (CUDA samples' dwtHaar1D)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"samples", "samples of the signal, a power of two", 2, 1 << 22, 1 << 12, 1 << 17, 1 << 20, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto samples = static_cast<std::size_t>(arguments.at("samples"));
    if ((samples & (samples - 1)) != 0) refuse(arguments, "samples", "a power of two");
    const std::vector<dwthaar::Step> steps = dwthaar::steps(samples);
    std::vector<PlannedKernel> planned;
    planned.reserve(steps.size());
    for (const dwthaar::Step& step : steps) {
      planned.push_back({"dwthaar", {step.threads, 1, 1}, dwthaar::scratchpad_bytes(step.threads)});
    }
    device.plan(planned);
    const std::vector<float> signal = dwthaar::random_signal(samples, 1);
    const std::uint64_t result = device.allocate(samples * sizeof(float), "result");
    const float approximation = launch_all(device, steps, device.upload(signal, "signal"), result);
    device.write(result, &approximation, sizeof approximation);
    return compare(device.download<float>(result, samples), dwthaar::transform(signal), "coefficient");
  }

 private:
  // Each step takes the sums of the last as its signal. Returns the last sum, the signal's approximation.
  static float launch_all(Device& device, const std::vector<dwthaar::Step>& steps, std::uint64_t signal,
                          std::uint64_t result) {
    for (const dwthaar::Step& step : steps) {
      const std::uint64_t sums = device.allocate(step.blocks * sizeof(float), "sums");
      const unsigned half = step.blocks * step.threads;
      device.launch("dwthaar", {step.blocks, 1, 1}, {step.threads, 1, 1},
                    Arguments(signal, result, sums, static_cast<std::int32_t>(step.levels),
                              static_cast<std::int32_t>(half)),
                    dwthaar::scratchpad_bytes(step.threads));
      signal = sums;
    }
    return device.download<float>(signal, 1)[0];
  }
};

}  // namespace

std::unique_ptr<Workload> make_dwthaar() { return std::make_unique<DwtHaar>(); }

}  // namespace unibank
