#include "workloads/bicubic/bicubic.h"

#include <algorithm>
#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace bicubic {
namespace {

// The texture's value, 0 to 1. Outside the image, the nearest pixel of the edge counts.
float texel(const Image& image, std::int64_t x, std::int64_t y) {
  const auto column = std::clamp<std::int64_t>(x, 0, static_cast<std::int64_t>(image.width) - 1);
  const auto row = std::clamp<std::int64_t>(y, 0, static_cast<std::int64_t>(image.height) - 1);
  return static_cast<float>(image.grey[static_cast<std::size_t>(row) * image.width + static_cast<std::size_t>(column)] /
                            255.0);
}

// Rounds where bicubic.cu rounds.
float weighted(const std::array<float, 4>& w, const std::array<float, 4>& values) {
  float sum = w[0] * values[0];
  for (std::size_t i = 1; i < 4; ++i) sum = std::fma(w[i], values[i], sum);
  return sum;
}

float value_at(const Image& image, float u, float v) {
  const float left = std::floor(u), top = std::floor(v);
  const std::array<float, 4> across = weights(u - left);
  const auto x = static_cast<std::int64_t>(left), y = static_cast<std::int64_t>(top);
  std::array<float, 4> rows{};
  for (std::int64_t j = 0; j < 4; ++j) {
    std::array<float, 4> texels{};
    for (std::int64_t i = 0; i < 4; ++i) texels[static_cast<std::size_t>(i)] = texel(image, x - 1 + i, y - 1 + j);
    rows[static_cast<std::size_t>(j)] = weighted(across, texels);
  }
  return weighted(weights(v - top), rows);
}

}  // namespace

Image random_image(std::size_t width, std::size_t height, std::uint32_t seed) {
  RandomInput random(seed);
  struct Disc {
    double x, y, radius;
    std::uint32_t grey;
  };
  std::vector<Disc> discs(12);
  for (Disc& disc : discs) {
    disc = {random.unit() * static_cast<double>(width), random.unit() * static_cast<double>(height),
            (0.05 + 0.2 * random.unit()) * static_cast<double>(width), 96 + random.below(128)};
  }
  Image image{width, height, std::vector<std::uint8_t>(width * height)};
  for (std::size_t i = 0; i < image.grey.size(); ++i) {
    const std::size_t row = i / width;
    const auto x = static_cast<double>(i % width), y = static_cast<double>(row);
    std::uint32_t grey = 32;
    for (const Disc& disc : discs) {
      if ((x - disc.x) * (x - disc.x) + (y - disc.y) * (y - disc.y) < disc.radius * disc.radius) grey = disc.grey;
    }
    image.grey[i] = static_cast<std::uint8_t>(grey + random.below(32));
  }
  return image;
}

std::array<float, 4> weights(float a) {
  constexpr float kSixth = 1.0f / 6.0f;
  const float square = a * a, cube = square * a, rest = 1 - a;
  return {kSixth * (rest * rest * rest), kSixth * std::fma(3.0f, cube, std::fma(-6.0f, square, 4.0f)),
          kSixth * std::fma(3.0f, square + a - cube, 1.0f), kSixth * cube};
}

std::vector<std::uint32_t> render(const Image& image, const View& view, std::size_t width, std::size_t height) {
  std::vector<std::uint32_t> pixels(width * height);
  for (std::size_t y = 0; y < height; ++y) {
    const float v =
        std::fma(static_cast<float>(y) + 0.5f - view.middle_y, view.scale, view.middle_y + view.shift_y) - 0.5f;
    for (std::size_t x = 0; x < width; ++x) {
      const float u =
          std::fma(static_cast<float>(x) + 0.5f - view.middle_x, view.scale, view.middle_x + view.shift_x) - 0.5f;
      const auto grey = static_cast<std::uint32_t>(std::fma(value_at(image, u, v), 255.0f, 0.5f));
      pixels[y * width + x] = grey | grey << 8 | grey << 16;
    }
  }
  return pixels;
}

}  // namespace bicubic

namespace {

constexpr Dim3 kBlock{16, 16, 1};

Texture grey_texture(std::uint64_t address, const bicubic::Image& image) {
  Texture texture;
  texture.address = address;
  texture.width = image.width;
  texture.height = image.height;
  texture.channel_bits = 8;
  texture.channel = Texture::Channel::kUnsigned;
  texture.normalized_values = true;
  return texture;
}

class Bicubic : public Workload {
 public:
  std::string name() const override { return "bicubic"; }
  std::string description() const override {
    return "an image scaled by bicubic interpolation, 16 texels per pixel (CUDA SDK's bicubicTexture)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"size", "width and height of the image and of the result", 1, 4096, 32, 192, 512, {}},
            {"zoom", "pixels for a hundred texels", 10, 1000, 200, 200, 200, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto size = static_cast<unsigned>(arguments.at("size"));
    const bicubic::Image image = bicubic::random_image(size, size, 1);
    const float middle = 0.5f * static_cast<float>(size);
    const bicubic::View view{0.3f, -0.4f, 100.0f / static_cast<float>(arguments.at("zoom")), middle, middle};
    device.plan({{"bicubic", kBlock}});

    const std::size_t count = std::size_t{size} * size;
    const std::uint64_t pixels = device.allocate(count * sizeof(std::uint32_t), "pixels");
    const std::uint64_t texture = device.create_texture(grey_texture(device.upload(image.grey, "image"), image));
    const Dim3 grid{(size + kBlock.x - 1) / kBlock.x, (size + kBlock.y - 1) / kBlock.y, 1};
    device.launch("bicubic", grid, kBlock,
                  Arguments(pixels, texture, static_cast<int>(size), static_cast<int>(size), view.shift_x,
                            view.shift_y, view.scale, view.middle_x, view.middle_y));
    return compare(device.download<std::uint32_t>(pixels, count), bicubic::render(image, view, size, size), "pixel",
                   size);
  }
};

}  // namespace

std::unique_ptr<Workload> make_bicubic() { return std::make_unique<Bicubic>(); }

}  // namespace unibank
