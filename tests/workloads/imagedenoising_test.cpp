// imagedenoising: the CPU's means where their weights are known; the kernels, and the resources that their threads
// need.
#include "workloads/imagedenoising/imagedenoising.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "pixels.h"
#include "run_without.h"
#include "scratchpad_shape.h"
#include "thread_needs.h"

using namespace unibank;
using imagedenoising::Strength;

namespace {

constexpr Strength kUsual{0.5f, 0.2f};

// The mean of the 7 x 7 pixels around one, weighted by distance only, mixed with the pixel itself.
double blurred_pixel(const imagedenoising::Image& image, int x, int y, unsigned c, double kept) {
  double sum = 0, weights = 0;
  for (int i = -3; i <= 3; ++i) {
    for (int j = -3; j <= 3; ++j) {
      const double weight = std::exp(-(i * i + j * j) / 49.0);
      const auto column = static_cast<std::size_t>(std::clamp(x + j, 0, static_cast<int>(image.width) - 1));
      const auto row = static_cast<std::size_t>(std::clamp(y + i, 0, static_cast<int>(image.height) - 1));
      sum += weight * channel(image.pixels[row * image.width + column], c);
      weights += weight;
    }
  }
  const auto own = static_cast<std::size_t>(y) * image.width + static_cast<std::size_t>(x);
  return (1 - kept) * sum / weights + kept * channel(image.pixels[own], c);
}

}  // namespace

TEST_CASE("imagedenoising: a plain image stays plain") {
  const imagedenoising::Image plain{16, 8, std::vector<std::uint32_t>(128, 0x6b4d0bu)};
  CHECK(imagedenoising::non_local_means(plain, kUsual).pixels == plain.pixels);
  CHECK(imagedenoising::nearest_neighbours(plain, kUsual).pixels == plain.pixels);
}

TEST_CASE("imagedenoising: where colours do not count both filters are a blur") {
  const imagedenoising::Image image = imagedenoising::random_image(24, 16, 1);
  for (const imagedenoising::Image& after :
       {imagedenoising::non_local_means(image, {0, 0.2f}), imagedenoising::nearest_neighbours(image, {0, 0.2f})}) {
    for (int i = 0; i < 24 * 16; ++i) {
      for (unsigned c = 0; c < 3; ++c) {
        CHECK(std::abs(channel(after.pixels[static_cast<std::size_t>(i)], c) -
                       blurred_pixel(image, i % 24, i / 24, c, 0.2)) <= 0.51);
      }
    }
  }
}

TEST_CASE("imagedenoising: where only equal colours count nothing changes") {
  imagedenoising::Image image{16, 16, {}};
  for (std::uint32_t i = 0; i < 256; ++i) image.pixels.push_back(i * 0x010307u & 0xffffff);
  CHECK(imagedenoising::non_local_means(image, {1e9f, 0.2f}).pixels == image.pixels);
  CHECK(imagedenoising::nearest_neighbours(image, {1e9f, 0.2f}).pixels == image.pixels);
}

TEST_CASE("imagedenoising: noise falls and an edge stays") {
  imagedenoising::Image image = imagedenoising::random_image(32, 16, 2);
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {  // the noise, on a dark and a bright half
    image.pixels[i] = (image.pixels[i] & 0x0f0f0f) + (i % 32 < 16 ? 0x101010u : 0xd0d0d0u);
  }
  const auto roughness = [](const imagedenoising::Image& of) {
    double sum = 0;
    for (std::size_t i = 0; i + 1 < of.pixels.size(); ++i) {
      const std::size_t column = i % 32;
      if (column != 15 && column != 31) sum += std::abs(channel(of.pixels[i], 0) - channel(of.pixels[i + 1], 0));
    }
    return sum;
  };
  for (const imagedenoising::Image& after :
       {imagedenoising::non_local_means(image, kUsual), imagedenoising::nearest_neighbours(image, {10, 0.2f})}) {
    CHECK(roughness(after) < 0.5 * roughness(image));
    for (std::size_t row = 0; row < 16; ++row) {
      CHECK(channel(after.pixels[row * 32 + 15], 0) < 0x40);
      CHECK(channel(after.pixels[row * 32 + 16], 0) > 0xc0);
    }
  }
}

TEST_CASE("imagedenoising: the kernels agree on images of one block and of several") {
  for (const char* filter : {"0", "1"}) {
    for (const char* width : {"8", "24"}) {
      const Outcome outcome =
          run_functionally("imagedenoising", Size::kTiny, {{"width", width}, {"filter", filter}});
      INFO(outcome.verdict.text);
      CHECK(outcome.verdict.right);
      CHECK(outcome.counts.uninitialised_scratchpad_reads.count == 0);
    }
  }
}

TEST_CASE("imagedenoising: the verdict notices an omitted kernel") {
  CHECK_FALSE(run_without("imagedenoising", "imagedenoising_nlm").right);
}

TEST_CASE("imagedenoising: 4 bytes of the scratchpad a thread and 61 registers") {
  CHECK(scratchpad_shapes("imagedenoising").at("imagedenoising_nlm") == ScratchpadShape{4 * 64, 1, 64});
  CHECK(scratchpad_shapes("imagedenoising", {{"filter", "1"}}).at("imagedenoising_knn") == ScratchpadShape{0, 0, 64});
  CHECK(thread_needs("imagedenoising", "imagedenoising_nlm").registers == 61);  // Hayes and Zhang, table 1: 63
  CHECK(thread_needs("imagedenoising", "imagedenoising_knn").registers == 49);
}

TEST_CASE("imagedenoising: images with partial blocks are refused") {
  CHECK_THROWS_MATCHES(
      run_functionally("imagedenoising", Size::kTiny, {{"height", "12"}}), InputError,
      Catch::Matchers::Message("argument 'height' of workload 'imagedenoising' is 12; expected a multiple of 8"));
}
