#include "workloads/srad24/srad24.h"

#include <algorithm>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"

namespace unibank {
namespace srad24 {

namespace {

float coefficient_of(float value, float n, float s, float w, float e, float q0_squared) {
  const float gradient = (n * n + s * s + w * w + e * e) / (value * value);
  const float laplacian = (n + s + w + e) / value;
  const float scale = 1.0f + 0.25f * laplacian;
  const float q_squared = (0.5f * gradient - 0.0625f * (laplacian * laplacian)) / (scale * scale);
  const float excess = (q_squared - q0_squared) / (q0_squared * (1.0f + q0_squared));
  return std::min(std::max(1.0f / (1.0f + excess), 0.0f), 1.0f);
}

}  // namespace

Step coefficients(const srad::Image& image, float q0_squared) {
  const std::size_t height = image.height, width = image.width;
  Step step;
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      const auto at = [&image](std::size_t row, std::size_t column) {
        return image.pixels[row * image.width + column];
      };
      const float value = at(y, x);
      const float n = at(y == 0 ? 0 : y - 1, x) - value, s = at(std::min(y + 1, height - 1), x) - value;
      const float w = at(y, x == 0 ? 0 : x - 1) - value, e = at(y, std::min(x + 1, width - 1)) - value;
      step.coefficients.push_back(coefficient_of(value, n, s, w, e, q0_squared));
      step.north.push_back(n);
      step.south.push_back(s);
      step.west.push_back(w);
      step.east.push_back(e);
    }
  }
  return step;
}

srad::Image updated(const srad::Image& image, const Step& step, float lambda) {
  srad::Image after = image;
  for (std::size_t y = 0; y < image.height; ++y) {
    for (std::size_t x = 0; x < image.width; ++x) {
      const std::size_t here = y * image.width + x;
      const float own = step.coefficients[here];
      const float south = step.coefficients[std::min(y + 1, image.height - 1) * image.width + x];
      const float east = step.coefficients[y * image.width + std::min(x + 1, image.width - 1)];
      const float divergence =
          own * step.north[here] + south * step.south[here] + own * step.west[here] + east * step.east[here];
      after.pixels[here] += 0.25f * lambda * divergence;
    }
  }
  return after;
}

}  // namespace srad24

namespace {

constexpr unsigned kTile = 24;  // srad24.cu's
constexpr Dim3 kBlock{kTile, kTile, 1};
constexpr float kLambda = 0.5f;
// Compilers fuse the kernel's products and sums where the CPU rounds twice.
constexpr double kTolerance = 1e-4;

// The arrays of the two kernels, all as large as the image.
struct DeviceArrays {
  std::uint64_t image, coefficient, north, south, west, east;
};

class Srad24 : public Workload {
 public:
  std::string name() const override { return "srad24"; }
  std::string description() const override {
    return "speckle-reducing anisotropic diffusion in 24 x 24 tiles (Rodinia's srad_v2 as Jatala et al. change it)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"size", "height and width of the image, a multiple of 24", kTile, 4080, 24, 240, 816, {}},
            {"kernel", "1: coefficients (SRAD1), 2: update (SRAD2), 0: one after the other", 0, 2, 0, 0, 0, {}}};
  }

  Verdict run(Device& device, const WorkloadArguments& arguments) const override {
    const auto size = static_cast<unsigned>(arguments.at("size"));
    require_multiple(arguments, "size", kTile);
    const bool first = arguments.at("kernel") != 2, second = arguments.at("kernel") != 1;
    const srad::Image image = srad::random_image(size, size, 1);
    const float q0_squared = srad::speckle_scale(image);
    const srad24::Step step = srad24::coefficients(image, q0_squared);

    device.load(workload_ptx(name()), "srad24.ptx");
    std::vector<PlannedKernel> kernels;
    if (first) kernels.push_back({"srad24_coefficient", kBlock});
    if (second) kernels.push_back({"srad24_update", kBlock});
    device.plan(kernels);
    const DeviceArrays on = first ? allocate(device, image) : upload(device, image, step);
    for (const PlannedKernel& kernel : kernels) {
      const bool update = kernel.kernel == "srad24_update";
      device.launch(kernel.kernel, {size / kTile, size / kTile, 1}, kBlock,
                    Arguments(on.image, on.coefficient, on.north, on.south, on.west, on.east, size, size,
                              update ? kLambda : q0_squared));
    }
    if (second) {
      return compare(device.download<float>(on.image, image.pixels.size()),
                     srad24::updated(image, step, kLambda).pixels, "pixel", size, kTolerance);
    }
    return compare_steps(device, on, step, size);
  }

 private:
  static Verdict compare_steps(Device& device, const DeviceArrays& on, const srad24::Step& step, std::size_t width) {
    const std::size_t count = step.coefficients.size();
    const std::pair<std::uint64_t, const std::vector<float>*> differences[] = {
        {on.north, &step.north}, {on.south, &step.south}, {on.west, &step.west}, {on.east, &step.east}};
    for (const auto& [address, expected] : differences) {
      const Verdict verdict = compare(device.download<float>(address, count), *expected, "difference", width);
      if (!verdict.right) return verdict;
    }
    return compare(device.download<float>(on.coefficient, count), step.coefficients, "coefficient", width, kTolerance);
  }
  static DeviceArrays allocate(Device& device, const srad::Image& image) {
    const std::size_t bytes = image.pixels.size() * sizeof(float);
    DeviceArrays on{};
    on.image = device.upload(image.pixels, "image");
    on.coefficient = device.allocate(bytes, "coefficient");
    on.north = device.allocate(bytes, "to north");
    on.south = device.allocate(bytes, "to south");
    on.west = device.allocate(bytes, "to west");
    on.east = device.allocate(bytes, "to east");
    return on;
  }
  // With what the first kernel would have left.
  static DeviceArrays upload(Device& device, const srad::Image& image, const srad24::Step& step) {
    const DeviceArrays on = allocate(device, image);
    const auto write = [&device](std::uint64_t to, const std::vector<float>& values) {
      device.write(to, values.data(), values.size() * sizeof(float));
    };
    write(on.coefficient, step.coefficients);
    write(on.north, step.north);
    write(on.south, step.south);
    write(on.west, step.west);
    write(on.east, step.east);
    return on;
  }
};

}  // namespace

std::unique_ptr<Workload> make_srad24() { return std::make_unique<Srad24>(); }

}  // namespace unibank
