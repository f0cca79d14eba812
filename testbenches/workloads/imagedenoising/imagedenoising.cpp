#include "workloads/imagedenoising/imagedenoising.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include "workloads/all_workloads.h"
#include "workloads/random_input.h"

namespace unibank {
namespace imagedenoising {
namespace {

constexpr int kReach = static_cast<int>(kRadius), kWindow = 2 * kReach + 1;
constexpr float kPerPixel = 1.0f / (kWindow * kWindow), kCountedWeight = 0.1f, kCountedShare = 0.1f;

using Colour = std::array<float, 3>;

// Outside the image, the nearest pixel of the edge counts.
Colour texel(const Image& image, int x, int y) {
  const auto column = static_cast<std::size_t>(std::clamp(x, 0, static_cast<int>(image.width) - 1));
  const auto row = static_cast<std::size_t>(std::clamp(y, 0, static_cast<int>(image.height) - 1));
  const std::uint32_t pixel = image.pixels[row * image.width + column];
  Colour colour{};
  for (unsigned c = 0; c < 3; ++c) colour[c] = static_cast<float>((pixel >> 8 * c & 0xff) / 255.0);
  return colour;
}

float added_distance(float sum, const Colour& a, const Colour& b) {
  for (std::size_t c = 0; c < 3; ++c) sum = std::fma(a[c] - b[c], a[c] - b[c], sum);
  return sum;
}

float weight_of(float distance, float noise, int away_squared) {
  const float exponent = std::fma(distance, noise, static_cast<float>(away_squared) * kPerPixel);
  return static_cast<float>(std::exp2(static_cast<double>(exponent * -1.44269504f)));
}

struct Mean {
  Colour sum{};
  float weights = 0, counted = 0;

  void add(const Colour& colour, float weight) {
    for (std::size_t c = 0; c < 3; ++c) sum[c] = std::fma(weight, colour[c], sum[c]);
    weights += weight;
    if (weight > kCountedWeight) counted += kPerPixel;
  }

  std::uint32_t blended(const Colour& own, float kept) const {
    const float share = counted > kCountedShare ? kept : 1.0f - kept, scale = 1.0f / weights;
    std::uint32_t pixel = 0;
    for (unsigned c = 0; c < 3; ++c) {
      const float mean = sum[c] * scale;
      const float value = std::min(std::max(std::fma(share, own[c] - mean, mean), 0.0f), 1.0f);
      pixel |= static_cast<std::uint32_t>(std::fma(value, 255.0f, 0.5f)) << 8 * c;
    }
    return pixel;
  }
};

// Calls `visit` with the places of the window, row by row.
template <typename Visit>
void for_window(const Visit& visit) {
  for (int i = -kReach; i <= kReach; ++i) {
    for (int j = -kReach; j <= kReach; ++j) visit(j, i);
  }
}

// The similarity of the pixels around two places.
float likeness(const Image& image, int x, int y, int other_x, int other_y, float noise) {
  float distance = 0;
  for_window([&](int j, int i) {
    distance = added_distance(distance, texel(image, other_x + j, other_y + i), texel(image, x + j, y + i));
  });
  const int across = x - other_x, down = y - other_y;
  return weight_of(distance, noise, across * across + down * down);
}

// Calls `pixel_of` with every place.
template <typename PixelOf>
Image mapped(const Image& image, const PixelOf& pixel_of) {
  Image result = image;
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    result.pixels[i] = pixel_of(static_cast<int>(i % image.width), static_cast<int>(i / image.width));
  }
  return result;
}

}  // namespace

Image random_image(std::size_t width, std::size_t height, std::uint32_t seed) {
  RandomInput random(seed);
  Image image{width, height, std::vector<std::uint32_t>(width * height)};
  std::vector<std::array<std::uint32_t, 6>> discs(12);  // x, y, radius, colour
  for (auto& disc : discs) {
    disc = {random.below(static_cast<std::uint32_t>(width)), random.below(static_cast<std::uint32_t>(height)),
            4 + random.below(static_cast<std::uint32_t>(width) / 2), random.below(230), random.below(230),
            random.below(230)};
  }
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    std::array<std::uint32_t, 3> colour{20, 40, 60};
    const std::size_t column = i % width, row = i / width;
    for (const auto& disc : discs) {
      const double across = static_cast<double>(column) - disc[0], down = static_cast<double>(row) - disc[1];
      if (std::hypot(across, down) < disc[2]) colour = {disc[3], disc[4], disc[5]};
    }
    for (unsigned c = 0; c < 3; ++c) image.pixels[i] |= (colour[c] + random.below(25)) << 8 * c;
  }
  return image;
}

Image non_local_means(const Image& image, const Strength& strength) {
  constexpr std::size_t kWeights = std::size_t{kWindow} * kWindow;
  const std::size_t blocks_across = image.width / kSide;
  std::vector<float> weights;  // of each block's window
  for (std::size_t block = 0; block < blocks_across * (image.height / kSide); ++block) {
    const int x = static_cast<int>(block % blocks_across * kSide + kRadius);
    const int y = static_cast<int>(block / blocks_across * kSide + kRadius);
    for_window([&](int j, int i) { weights.push_back(likeness(image, x + j, y + i, x, y, strength.noise)); });
  }
  return mapped(image, [&](int x, int y) {
    const std::size_t block = static_cast<std::size_t>(y) / kSide * blocks_across + static_cast<std::size_t>(x) / kSide;
    const float* weight = &weights[block * kWeights];
    Mean mean;
    for_window([&](int j, int i) { mean.add(texel(image, x + j, y + i), *weight++); });
    return mean.blended(texel(image, x, y), strength.kept);
  });
}

Image nearest_neighbours(const Image& image, const Strength& strength) {
  return mapped(image, [&](int x, int y) {
    const Colour own = texel(image, x, y);
    Mean mean;
    for_window([&](int j, int i) {
      const Colour colour = texel(image, x + j, y + i);
      mean.add(colour, weight_of(added_distance(0, colour, own), strength.noise, i * i + j * j));
    });
    return mean.blended(own, strength.kept);
  });
}

}  // namespace imagedenoising

namespace {

using imagedenoising::Image;

constexpr unsigned kSide = imagedenoising::kSide;
// The samples' default strengths, for comparing 49 pixels and for comparing one.
constexpr imagedenoising::Strength kNlm{1.0f / (1.45f * 1.45f), 0.2f}, kKnn{1.0f / (0.32f * 0.32f), 0.2f};

// A graphics card's power of two is approximate, so channels may differ by one.
Verdict judge(const std::vector<std::uint32_t>& device, const Image& cpu) {
  std::size_t different = 0, first = 0;
  for (std::size_t i = cpu.pixels.size(); i-- > 0;) {
    bool alike = device[i] >> 24 == 0;
    for (unsigned c = 0; c < 3; ++c) {
      const auto found = static_cast<int>(device[i] >> 8 * c & 0xff);
      const auto wanted = static_cast<int>(cpu.pixels[i] >> 8 * c & 0xff);
      alike &= std::abs(found - wanted) <= 1;
    }
    if (alike) continue;
    ++different;
    first = i;
  }
  std::ostringstream text;
  if (different == 0) {
    text << cpu.pixels.size() << " pixels within 1 of 255 in each channel";
    return {true, text.str()};
  }
  text << "pixel (" << first / cpu.width << ", " << first % cpu.width << ") is " << std::hex
       << device[first] << ", the CPU has " << cpu.pixels[first] << std::dec << " (" << different << " of "
       << cpu.pixels.size() << " differ)";
  return {false, text.str()};
}

Texture colour_texture(std::uint64_t address, const Image& image) {
  Texture texture;
  texture.address = address;
  texture.width = image.width;
  texture.height = image.height;
  texture.channels = 4;
  texture.channel_bits = 8;
  texture.channel = Texture::Channel::kUnsigned;
  texture.normalized_values = true;
  return texture;
}

class ImageDenoising : public Workload {
 public:
  std::string name() const override { return "imagedenoising"; }
  std::string description() const override {
    return "noise removed from an image by windows of 7 x 7 pixels (CUDA samples' imageDenoising)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"width", "pixels of a row, a multiple of 8", 8, 4096, 16, 64, 320, {}},
            {"height", "rows of the image, a multiple of 8", 8, 4096, 16, 64, 408, {}},
            {"filter", "0: quick non-local means (NLM2), 1: nearest neighbours (KNN)", 0, 1, 0, 0, 0, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    require_multiple(arguments, "width", kSide);
    require_multiple(arguments, "height", kSide);
    const auto width = static_cast<unsigned>(arguments.at("width"));
    const auto height = static_cast<unsigned>(arguments.at("height"));
    const bool nlm = arguments.at("filter") == 0;
    const std::string kernel = nlm ? "imagedenoising_nlm" : "imagedenoising_knn";
    const Image image = imagedenoising::random_image(width, height, 1);
    const Dim3 block{kSide, kSide, 1};
    device.plan({{kernel, block}});
    const std::uint64_t texture = device.create_texture(colour_texture(device.upload(image.pixels, "image"), image));
    const std::uint64_t result = device.allocate(image.pixels.size() * sizeof(std::uint32_t), "result");
    const imagedenoising::Strength strength = nlm ? kNlm : kKnn;
    device.launch(kernel, {width / kSide, height / kSide, 1}, block,
                  Arguments(result, texture, width, strength.noise, strength.kept));
    return judge(device.download<std::uint32_t>(result, image.pixels.size()),
                 nlm ? imagedenoising::non_local_means(image, strength)
                     : imagedenoising::nearest_neighbours(image, strength));
  }
};

}  // namespace

std::unique_ptr<Workload> make_imagedenoising() { return std::make_unique<ImageDenoising>(); }

}  // namespace unibank
