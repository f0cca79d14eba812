#include "workloads/srad/srad.h"

#include <algorithm>
#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace srad {

Image random_image(std::size_t height, std::size_t width, std::uint32_t seed) {
  RandomInput random(seed);
  Image image{height, width, std::vector<float>(height * width)};
  for (float& pixel : image.pixels) pixel = std::exp(random.unit());
  return image;
}

float speckle_scale(const Image& image, std::size_t corner) {
  const std::size_t height = std::min(image.height, corner), width = std::min(image.width, corner);
  double sum = 0, squares = 0;
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      const double pixel = image.pixels[y * image.width + x];
      sum += pixel;
      squares += pixel * pixel;
    }
  }
  return speckle_scale(sum, squares, height * width);
}

float speckle_scale(double sum, double squares, std::size_t count) {
  const double mean = sum / static_cast<double>(count);
  const double variance = squares / static_cast<double>(count) - mean * mean;
  return static_cast<float>(variance / (mean * mean));
}

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

Step coefficients(const Image& image, float q0_squared) {
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

Image updated(const Image& image, const Step& step, float lambda) {
  Image after = image;
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

Image diffuse(const Image& image, float q0_squared, float lambda) {
  return updated(image, coefficients(image, q0_squared), lambda);
}

DeviceArrays allocate(Device& device, const Image& image) {
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

}  // namespace srad

namespace {

constexpr unsigned kTile = 16;  // srad.cu's
constexpr float kLambda = 0.5f;
// Compilers fuse products with sums in the kernel; the CPU rounds twice.
constexpr double kTolerance = 1e-4;

class Srad : public Workload {
 public:
  std::string name() const override { return "srad"; }
  std::string description() const override {
    return "speckle-reducing anisotropic diffusion, a 5-point stencil in 16 x 16 tiles (Rodinia's srad_v2)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"size", "height and width of the image, a multiple of 16", kTile, 4096, 32, 256, 1024, {}},
            {"iterations", "steps of the diffusion, two launches each", 1, 100, 1, 1, 2, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto size = static_cast<unsigned>(arguments.at("size"));
    require_multiple(arguments, "size", kTile);
    const Dim3 block{kTile, kTile, 1}, grid{size / kTile, size / kTile, 1};
    device.plan({{"srad_coefficient", block}, {"srad_update", block}});

    srad::Image cpu = srad::random_image(size, size, 1), image = cpu;
    const srad::DeviceArrays on = srad::allocate(device, image);
    const int side = static_cast<int>(size);
    for (std::int64_t left = arguments.at("iterations"); left > 0; --left) {
      const float q0_squared = srad::speckle_scale(image);
      device.launch("srad_coefficient", grid, block,
                    Arguments(on.image, on.coefficient, on.north, on.south, on.west, on.east, side, side, q0_squared));
      device.launch("srad_update", grid, block,
                    Arguments(on.image, on.coefficient, on.north, on.south, on.west, on.east, side, side, kLambda));
      image.pixels = device.download<float>(on.image, image.pixels.size());
      cpu = srad::diffuse(cpu, srad::speckle_scale(cpu), kLambda);
    }
    return compare(image.pixels, cpu.pixels, "pixel", size, kTolerance);
  }
};

}  // namespace

std::unique_ptr<Workload> make_srad() { return std::make_unique<Srad>(); }

}  // namespace unibank
