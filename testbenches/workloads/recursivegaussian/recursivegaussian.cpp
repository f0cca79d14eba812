#include "workloads/recursivegaussian/recursivegaussian.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/colour.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace recursivegaussian {
namespace {

// Rounds where recursivegaussian.cu rounds.
Colour mix(const Colour& a, const Colour& b, float part) {
  Colour colour{};
  for (unsigned i = 0; i < 4; ++i) colour[i] = std::fma(part, b[i] - a[i], a[i]);
  return colour;
}

// Filters `count` pixels, `stride` apart, forwards and backwards, and takes the mean of both.
void blur_line(std::uint32_t* first, std::size_t count, std::size_t stride, float memory) {
  std::vector<std::uint32_t> line(count);
  for (std::size_t i = 0; i < count; ++i) line[i] = first[i * stride];
  Colour result = unpacked(line.front());
  for (std::size_t i = 0; i < count; ++i) {
    result = mix(unpacked(line[i]), result, memory);
    first[i * stride] = packed(result);
  }
  result = unpacked(line.back());
  for (std::size_t i = count; i-- > 0;) {
    result = mix(unpacked(line[i]), result, memory);
    first[i * stride] = packed(mix(unpacked(first[i * stride]), result, 0.5f));
  }
}

}  // namespace

Image random_image(std::size_t width, std::size_t height, std::uint32_t seed) {
  RandomInput random(seed);
  Image image{width, height, std::vector<std::uint32_t>(width * height, 0xff404040u)};
  const auto below = [&random](std::size_t bound) { return random.below(static_cast<std::uint32_t>(bound)); };
  for (int rectangle = 0; rectangle < 16; ++rectangle) {
    const std::size_t left = below(width), right = left + below(width - left) + 1;
    const std::size_t top = below(height), bottom = top + below(height - top) + 1;
    const std::uint32_t colour = below(0x1000000) & 0xf0f0f0;
    for (std::size_t y = top; y < bottom; ++y) {
      std::fill(&image.pixels[y * width] + left, &image.pixels[y * width] + right, 0xff000000u | colour);
    }
  }
  for (std::uint32_t& pixel : image.pixels) pixel ^= below(0x1000000) & 0x0f0f0f;
  return image;
}

float memory_of(float sigma) { return std::exp(-1.695f / sigma); }

Image blur(const Image& image, float memory) {
  Image after = image;
  for (std::size_t x = 0; x < image.width; ++x) blur_line(&after.pixels[x], image.height, image.width, memory);
  for (std::size_t y = 0; y < image.height; ++y) blur_line(&after.pixels[y * image.width], image.width, 1, memory);
  return after;
}

}  // namespace recursivegaussian

namespace {

constexpr unsigned kThreads = 64, kTile = 16;  // blocks of the filter and of the transpose, as in the SDK

class RecursiveGaussian : public Workload {
 public:
  std::string name() const override { return "recursivegaussian"; }
  std::string description() const override {
    return "an image blurred by a recursive filter, one thread per column, and transposed (CUDA SDK's "
           "recursiveGaussian)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"width", "pixels of a row", 1, 4096, 32, 160, 512, {}},
            {"height", "rows of the image", 1, 4096, 32, 160, 512, {}},
            {"sigma", "width of the blur in pixels", 1, 1000, 10, 10, 10, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto width = static_cast<unsigned>(arguments.at("width"));
    const auto height = static_cast<unsigned>(arguments.at("height"));
    const float memory = recursivegaussian::memory_of(static_cast<float>(arguments.at("sigma")));
    device.plan({{"recursivegaussian_filter", {kThreads, 1, 1}}, {"recursivegaussian_transpose", {kTile, kTile, 1}}});

    const recursivegaussian::Image image = recursivegaussian::random_image(width, height, 1);
    const std::size_t bytes = image.pixels.size() * sizeof(std::uint32_t);
    const std::uint64_t from = device.upload(image.pixels, "image");
    const std::uint64_t filtered = device.allocate(bytes, "filtered"), result = device.allocate(bytes, "result");
    filter_and_transpose(device, {from, filtered, result}, width, height, memory);
    filter_and_transpose(device, {result, filtered, result}, height, width, memory);
    return compare(device.download<std::uint32_t>(result, image.pixels.size()),
                   recursivegaussian::blur(image, memory).pixels, "pixel", width);
  }

 private:
  struct Images {
    std::uint64_t from, filtered, transposed;
  };

  static void filter_and_transpose(Device& device, const Images& on, unsigned width, unsigned height, float memory) {
    const int columns = static_cast<int>(width), rows = static_cast<int>(height);
    device.launch("recursivegaussian_filter", {(width + kThreads - 1) / kThreads, 1, 1}, {kThreads, 1, 1},
                  Arguments(on.from, on.filtered, columns, rows, memory));
    device.launch("recursivegaussian_transpose", {(width + kTile - 1) / kTile, (height + kTile - 1) / kTile, 1},
                  {kTile, kTile, 1}, Arguments(on.filtered, on.transposed, columns, rows));
  }
};

}  // namespace

std::unique_ptr<Workload> make_recursivegaussian() { return std::make_unique<RecursiveGaussian>(); }

}  // namespace unibank
