#include "workloads/fft/fft.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

#include "workloads/all_workloads.h"
#include "workloads/random_input.h"

namespace unibank {
namespace fft {

namespace {

constexpr double kTolerance = 1e-5;  // the device sums hundreds of floats, and its sines are approximate

// Cooley and Tukey: transforms even and odd points separately, then joins them. Its points are `step` apart.
void transform(const std::complex<float>* points, std::size_t step, std::complex<double>* to, std::size_t count) {
  if (count == 1) {
    to[0] = *points;
    return;
  }
  const std::size_t half = count / 2;
  transform(points, 2 * step, to, half);
  transform(points + step, 2 * step, to + half, half);
  for (std::size_t k = 0; k < half; ++k) {
    const double angle = -6.283185307179586 * static_cast<double>(k) / static_cast<double>(count);
    const std::complex<double> even = to[k], odd = to[k + half] * std::polar(1.0, angle);
    to[k] = even + odd;
    to[k + half] = even - odd;
  }
}

}  // namespace

Points random_points(std::size_t count, std::uint32_t seed) {
  RandomInput random(seed);
  Points points(count);
  for (std::complex<float>& point : points) {
    const float real = 2 * random.unit() - 1;
    point = {real, 2 * random.unit() - 1};
  }
  return points;
}

Spectra spectra(const Points& points, std::size_t length) {
  Spectra all(points.size());
  for (std::size_t first = 0; first < points.size(); first += length) {
    transform(&points[first], 1, &all[first], length);
  }
  return all;
}

Verdict compare_spectra(const Points& device, const Spectra& cpu, std::size_t length) {
  std::size_t different = 0, first_different = 0;
  for (std::size_t first = 0; first < cpu.size(); first += length) {
    double largest = 0;
    for (std::size_t i = first; i < first + length; ++i) largest = std::max(largest, std::abs(cpu[i]));
    for (std::size_t i = first; i < first + length; ++i) {
      // A NaN is never near.
      if (std::abs(std::complex<double>(device[i]) - cpu[i]) <= kTolerance * largest) continue;
      if (different++ == 0) first_different = i;
    }
  }
  std::ostringstream text;
  if (different == 0) {
    text << cpu.size() << " values within " << kTolerance << " of the CPU's, relative to their spectrum's largest";
    return {true, text.str()};
  }
  text << "value (" << first_different / length << ", " << first_different % length << ") is "
       << device[first_different] << ", the CPU has " << cpu[first_different] << " (" << different << " of "
       << cpu.size() << " differ)";
  return {false, text.str()};
}

}  // namespace fft

namespace {

constexpr unsigned kThreads = 64;  // fft.cu's

class Fft : public Workload {
 public:
  std::string name() const override { return "fft"; }
  std::string description() const override {
    return "Fourier transforms of 512 points, a block each: radix 8, exchanges in the scratchpad (SHOC's FFT)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"transforms", "transforms of 512 points", 1, 1 << 15, 8, 256, 2048, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto transforms = static_cast<unsigned>(arguments.at("transforms"));
    const Dim3 block{kThreads, 1, 1};
    device.plan({{"fft512", block}});
    const fft::Points points = fft::random_points(transforms * fft::kPoints, 1);
    const std::uint64_t points_at = device.upload(points, "points");
    device.launch("fft512", {transforms, 1, 1}, block, Arguments(points_at));
    return fft::compare_spectra(device.download<std::complex<float>>(points_at, points.size()), fft::spectra(points));
  }
};

}  // namespace

std::unique_ptr<Workload> make_fft() { return std::make_unique<Fft>(); }

}  // namespace unibank
