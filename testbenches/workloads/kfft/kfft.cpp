#include "workloads/kfft/kfft.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "workloads/all_workloads.h"
#include "workloads/random_signed.h"
#include "workloads/thread_block_form.h"

namespace unibank {
namespace kfft {
namespace {

// In place, for points in bit-reversed order: joins two transforms into one of twice the length until one is left.
void transform(std::complex<double>* line) {
  for (std::size_t half = 1; half < kPoints; half *= 2) {
    for (std::size_t first = 0; first < kPoints; first += 2 * half) {
      for (std::size_t k = first; k < first + half; ++k) {
        const double angle = -3.141592653589793 * static_cast<double>(k - first) / static_cast<double>(half);
        const std::complex<double> odd = line[k + half] * std::polar(1.0, angle);
        line[k + half] = line[k] - odd;
        line[k] += odd;
      }
    }
  }
}

std::size_t bits_reversed(std::size_t index) {
  std::size_t reversed = 0;
  for (std::size_t bit = 1; bit < kPoints; bit *= 2, index /= 2) reversed = 2 * reversed + index % 2;
  return reversed;
}

}  // namespace

Spectra spectra(const Points& points) {
  Spectra all(points.size());
  for (std::size_t first = 0; first < points.size(); first += kPoints) {
    for (std::size_t i = 0; i < kPoints; ++i) all[first + i] = points[first + bits_reversed(i)];
    transform(&all[first]);
  }
  return all;
}

Verdict judge(const Points& device, const Spectra& cpu) {
  constexpr double kTolerance = 1e-5;
  for (std::size_t first = 0; first < cpu.size(); first += kPoints) {
    double largest = 0;
    for (std::size_t i = first; i < first + kPoints; ++i) largest = std::max(largest, std::abs(cpu[i]));
    for (std::size_t i = first; i < first + kPoints; ++i) {
      // A NaN is never near.
      if (std::abs(std::complex<double>(device[i]) - cpu[i]) <= kTolerance * largest) continue;
      std::ostringstream text;
      text << "line " << i - first << " of spectrum " << first / kPoints << " is " << device[i] << ", the CPU has "
           << cpu[i];
      return {false, text.str()};
    }
  }
  return {true, std::to_string(cpu.size()) + " lines within 1e-05 of the largest of their spectrum"};
}

}  // namespace kfft

namespace {

constexpr unsigned kThreads = 64;  // kfft.cu's

class Kfft : public Workload {
 public:
  std::string name() const override { return "kfft"; }
  std::string description() const override {
    return "Fourier transforms of 1,024 points, a block of 64 threads each (FFT of Jatala et al.)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"transforms", "transforms of 1,024 points, a multiple of 4", 4, 1 << 14, 4, 128, 4096, {}},
            form_argument({4, 2})};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const ThreadBlockForm form = form_of(arguments, name(), {4, 2});
    require_multiple(arguments, "transforms", 4);
    const auto transforms = static_cast<unsigned>(arguments.at("transforms"));
    const Dim3 block{form.parts * kThreads, 1, 1};
    device.plan({{form.kernel, block}});
    const std::vector<float> parts = random_signed(2 * transforms * kfft::kPoints, 1);
    kfft::Points points(transforms * kfft::kPoints);
    for (std::size_t i = 0; i < points.size(); ++i) points[i] = {parts[2 * i], parts[2 * i + 1]};
    const std::uint64_t points_at = device.upload(points, "points");
    device.launch(form.kernel, {transforms / form.parts, 1, 1}, block, Arguments(points_at));
    return kfft::judge(device.download<std::complex<float>>(points_at, points.size()), kfft::spectra(points));
  }
};

}  // namespace

std::unique_ptr<Workload> make_kfft() { return std::make_unique<Kfft>(); }

}  // namespace unibank
