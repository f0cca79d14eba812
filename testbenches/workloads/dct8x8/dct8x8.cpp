#include "workloads/dct8x8/dct8x8.h"

#include <array>
#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace dct8x8 {

namespace {

using Eight = std::array<float, kSide>;

// cos(i pi/16) / 2.
constexpr float kC1 = 0.4903926402f, kC2 = 0.4619397663f, kC3 = 0.4157348062f, kC4 = 0.3535533906f,
                kC5 = 0.2777851165f, kC6 = 0.1913417162f, kC7 = 0.0975451610f;

// ITU-T T.81 (JPEG), table K.1.
constexpr float kSteps[kSide][kSide] = {
    {16, 11, 10, 16, 24, 40, 51, 61},     {12, 12, 14, 19, 26, 58, 60, 55},
    {14, 13, 16, 24, 40, 57, 69, 56},     {14, 17, 22, 29, 51, 87, 80, 62},
    {18, 22, 37, 56, 68, 109, 103, 77},   {24, 35, 55, 64, 81, 104, 113, 92},
    {49, 64, 78, 87, 103, 121, 120, 101}, {72, 92, 95, 98, 112, 100, 103, 99}};

// a[0] v[0] + ... + a[3] v[3], fused, beginning with the last product.
float chain(const std::array<float, 4>& a, const std::array<float, 4>& v) {
  return std::fma(a[0], v[0], std::fma(a[1], v[1], std::fma(a[2], v[2], a[3] * v[3])));
}

// The four odd rows of the transform; symmetric, so the inverse uses them too.
constexpr std::array<std::array<float, 4>, 4> kOdd{
    {{kC1, kC3, kC5, kC7}, {kC3, -kC7, -kC1, -kC5}, {kC5, -kC1, kC7, kC3}, {kC7, -kC5, kC3, -kC1}}};

Eight forward8(const Eight& v) {
  std::array<float, 4> sum{}, difference{};
  for (std::size_t i = 0; i < 4; ++i) {
    sum[i] = v[i] + v[7 - i];
    difference[i] = v[i] - v[7 - i];
  }
  Eight out{};
  const float outer = sum[0] + sum[3], inner = sum[1] + sum[2];
  const float outer_difference = sum[0] - sum[3], inner_difference = sum[1] - sum[2];
  out[0] = kC4 * (outer + inner);
  out[4] = kC4 * (outer - inner);
  out[2] = std::fma(kC2, outer_difference, kC6 * inner_difference);
  out[6] = std::fma(kC6, outer_difference, -kC2 * inner_difference);
  for (std::size_t i = 0; i < 4; ++i) out[2 * i + 1] = chain(kOdd[i], difference);
  return out;
}

Eight inverse8(const Eight& v) {
  const float sum = v[0] + v[4], difference = v[0] - v[4];
  const float outer = std::fma(kC2, v[2], kC6 * v[6]), inner = std::fma(kC6, v[2], -kC2 * v[6]);
  const std::array<float, 4> even{std::fma(kC4, sum, outer), std::fma(kC4, difference, inner),
                                  std::fma(kC4, difference, -inner), std::fma(kC4, sum, -outer)};
  Eight out{};
  for (std::size_t i = 0; i < 4; ++i) {
    const float odd = chain(kOdd[i], {v[1], v[3], v[5], v[7]});
    out[i] = even[i] + odd;
    out[7 - i] = even[i] - odd;
  }
  return out;
}

// Transforms columns first, then rows.
Image transformed(const Image& image, Eight (*transform)(const Eight&)) {
  Image out = image;
  const auto pass = [&](std::size_t first, std::size_t step) {
    Eight v{};
    for (std::size_t i = 0; i < kSide; ++i) v[i] = out.values[first + i * step];
    v = transform(v);
    for (std::size_t i = 0; i < kSide; ++i) out.values[first + i * step] = v[i];
  };
  for (std::size_t y = 0; y < image.height; y += kSide) {
    for (std::size_t x = 0; x < image.width; ++x) pass(y * image.width + x, image.width);
  }
  for (std::size_t y = 0; y < image.height; ++y) {
    for (std::size_t x = 0; x < image.width; x += kSide) pass(y * image.width + x, 1);
  }
  return out;
}

}  // namespace

Image synthetic_image(std::size_t height, std::size_t width, std::uint32_t seed) {
  RandomInput random(seed);
  Image image{height, width, {}};
  image.values.reserve(height * width);
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      const std::size_t shade = (x + 2 * y) / 4 % 160, square = (x / 20 + y / 28) % 2 * 64;
      image.values.push_back(static_cast<float>(shade + square + random.below(32)) - 128.0f);
    }
  }
  return image;
}

Image forward(const Image& pixels) { return transformed(pixels, forward8); }
Image inverse(const Image& coefficients) { return transformed(coefficients, inverse8); }

float quantisation_step(std::size_t row, std::size_t column) { return kSteps[row][column]; }

Image quantise(const Image& coefficients) {
  Image out = coefficients;
  for (std::size_t i = 0; i < out.values.size(); ++i) {
    const float step = quantisation_step(i / out.width % kSide, i % out.width % kSide);
    out.values[i] = std::rint(out.values[i] / step) * step;
  }
  return out;
}

}  // namespace dct8x8

namespace {

class Dct8x8 : public Workload {
 public:
  std::string name() const override { return "dct8x8"; }
  std::string description() const override {
    return "cosine transform of 8 x 8 blocks in registers, quantisation, and back (CUDA samples' dct8x8)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"size", "height and width of the image, a multiple of 32", 32, 4096, 64, 256, 512, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto size = static_cast<unsigned>(arguments.at("size"));
    require_multiple(arguments, "size", 32);
    const Dim3 transform{8, 4, 2}, pixels_of_block{8, 8, 1}, tiles{size / 32, size / 16, 1};
    device.plan({{"dct8x8_forward", transform}, {"dct8x8_quantise", pixels_of_block}, {"dct8x8_inverse", transform}});
    const dct8x8::Image image = dct8x8::synthetic_image(size, size, 1);
    const std::uint64_t pixels = device.upload(image.values, "pixels");
    const std::uint64_t coefficients = device.allocate(image.values.size() * sizeof(float), "coefficients");
    const std::uint64_t again = device.allocate(image.values.size() * sizeof(float), "pixels again");
    const auto width = static_cast<std::int32_t>(size);
    device.launch("dct8x8_forward", tiles, transform, Arguments(coefficients, pixels, width));
    device.launch("dct8x8_quantise", {size / 8, size / 8, 1}, pixels_of_block, Arguments(coefficients, width));
    device.launch("dct8x8_inverse", tiles, transform, Arguments(again, coefficients, width));

    const dct8x8::Image quantised = dct8x8::quantise(dct8x8::forward(image));
    const Verdict half =
        compare(device.download<float>(coefficients, image.values.size()), quantised.values, "coefficient", size);
    if (!half.right) return half;
    return compare(device.download<float>(again, image.values.size()), dct8x8::inverse(quantised).values, "pixel",
                   size);
  }
};

}  // namespace

std::unique_ptr<Workload> make_dct8x8() { return std::make_unique<Dct8x8>(); }

}  // namespace unibank
