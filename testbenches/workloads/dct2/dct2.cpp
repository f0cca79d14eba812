#include "workloads/dct2/dct2.h"

#include <array>
#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"

namespace unibank {
namespace dct2 {

namespace {

using dct8x8::kSide;
template <typename T>
using Matrix = std::array<std::array<T, kSide>, kSide>;

// Row k holds the weights of coefficient k; `c[i]` is cos(i pi/16) / 2.
template <typename T>
Matrix<T> matrix_of(const std::array<T, kSide>& c) {
  Matrix<T> matrix{};
  for (std::size_t k = 0; k < kSide; ++k) {
    for (std::size_t n = 0; n < kSide; ++n) {
      std::size_t angle = k == 0 ? 4 : (2 * n + 1) * k % 32;  // in steps of pi/16
      if (angle > 16) angle = 32 - angle;
      matrix[k][n] = angle > 8 ? -c[16 - angle] : c[angle];   // k < 8, so the angle is never 0, 8 or 16
    }
  }
  return matrix;
}

const Matrix<std::int32_t>& integers() {
  static const auto matrix = matrix_of<std::int32_t>({0, 32138, 30274, 27246, 23170, 18205, 12540, 6393});
  return matrix;
}

const Matrix<float>& floats() {
  static const auto matrix = matrix_of<float>({0, 0.4903926402f, 0.4619397663f, 0.4157348062f, 0.3535533906f,
                                               0.2777851165f, 0.1913417162f, 0.0975451610f});
  return matrix;
}

// Transforms eight values, `step` apart, with the weights weight(out, in).
template <typename Weight>
void transform_eight(std::int16_t* first, std::size_t step, const Weight& weight) {
  std::array<std::int16_t, kSide> out{};
  for (std::size_t i = 0; i < kSide; ++i) {
    std::int32_t sum = 0x8000;
    for (std::size_t j = 0; j < kSide; ++j) sum += weight(i, j) * first[j * step];
    out[i] = static_cast<std::int16_t>(sum >> 16);
  }
  for (std::size_t i = 0; i < kSide; ++i) first[i * step] = out[i];
}

template <typename Weight>
ShortImage transformed(ShortImage image, const Weight& weight) {
  const std::size_t width = image.width;
  for (std::size_t y = 0; y < image.height; y += kSide) {
    for (std::size_t x = 0; x < width; ++x) transform_eight(&image.values[y * width + x], width, weight);
  }
  for (std::size_t i = 0; i < image.values.size(); i += kSide) transform_eight(&image.values[i], 1, weight);
  return image;
}

}  // namespace

ShortImage rounded(const dct8x8::Image& image) {
  ShortImage out{image.height, image.width, {}};
  for (const float value : image.values) out.values.push_back(static_cast<std::int16_t>(std::lround(value)));
  return out;
}

ShortImage forward(const ShortImage& pixels) {
  return transformed(pixels, [](std::size_t out, std::size_t in) { return integers()[out][in]; });
}

ShortImage inverse(const ShortImage& coefficients) {
  return transformed(coefficients, [](std::size_t out, std::size_t in) { return integers()[in][out]; });
}

ShortImage quantise(const ShortImage& coefficients) {
  return rounded(dct8x8::quantise(
      {coefficients.height, coefficients.width, {coefficients.values.begin(), coefficients.values.end()}}));
}

dct8x8::Image products(const dct8x8::Image& pixels) {
  const Matrix<float>& cosines = floats();
  dct8x8::Image half = pixels, out = pixels;
  const std::size_t width = pixels.width;
  const auto corner = [](std::size_t i) { return i - i % kSide; };
  for (std::size_t y = 0; y < pixels.height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      float sum = 0;
      for (std::size_t i = 0; i < kSide; ++i) {
        sum = std::fma(cosines[y % kSide][i], pixels.values[(corner(y) + i) * width + x], sum);
      }
      half.values[y * width + x] = sum;
    }
    for (std::size_t x = 0; x < width; ++x) {
      float sum = 0;
      for (std::size_t i = 0; i < kSide; ++i) {
        sum = std::fma(half.values[y * width + corner(x) + i], cosines[x % kSide][i], sum);
      }
      out.values[y * width + x] = sum;
    }
  }
  return out;
}

}  // namespace dct2

namespace {

// A kernel of dct2.cu with its block size and the pixels of a block.
struct Transform {
  const char* kernel;
  Dim3 block;
  unsigned tile_width, tile_height;
};

const Transform& transform_of(std::int64_t kernel, std::int64_t tile) {
  static const Transform small[] = {{"dct2_forward_32x16", {8, 4, 2}, 32, 16},
                                    {"dct2_inverse_32x16", {8, 4, 2}, 32, 16},
                                    {"dct2_short_forward", {8, 4, 4}, 32, 32},
                                    {"dct2_short_inverse", {8, 4, 4}, 32, 32},
                                    {"dct2_products", {8, 8, 1}, 8, 8}};
  static const Transform large[] = {{"dct2_forward_64x32", {8, 8, 4}, 64, 32},
                                    {"dct2_inverse_64x32", {8, 8, 4}, 64, 32}};
  return tile == 64 ? large[kernel - 1] : small[kernel - 1];
}

class Dct2 : public Workload {
 public:
  std::string name() const override { return "dct2"; }
  std::string description() const override {
    return "cosine transforms of 8 x 8 blocks staged in the scratchpad (CUDA samples' dct8x8, DCT1 to DCT5 of Jatala)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"size", "height and width of the image, a multiple of tile", 32, 4096, 64, 512, 512, {}},
            {"kernel", "1: forward, 2: inverse, 3 and 4: the same for integers, 5: products", 1, 5, 1, 1, 1, {}},
            {"tile", "pixels across a block of kernels 1 and 2: 32 x 16 or 64 x 32", 32, 64, 32, 32, 32, {32, 64}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const std::int64_t kernel = arguments.at("kernel"), tile = arguments.at("tile");
    if (kernel > 2 && tile != 32) refuse(arguments, "tile", "32 with kernel = " + std::to_string(kernel));
    if (arguments.at("size") % tile != 0) {
      refuse(arguments, "size", "a multiple of tile = " + std::to_string(tile));
    }
    const auto size = static_cast<unsigned>(arguments.at("size"));
    const Transform& transform = transform_of(kernel, tile);
    device.plan({{transform.kernel, transform.block}});
    const dct8x8::Image image = dct8x8::synthetic_image(size, size, 1);
    switch (kernel) {
      case 1: return run_floats(device, transform, image, dct8x8::forward(image));
      case 2: {
        const dct8x8::Image coefficients = dct8x8::quantise(dct8x8::forward(image));
        return run_floats(device, transform, coefficients, dct8x8::inverse(coefficients));
      }
      case 3: return run_integers(device, transform, dct2::rounded(image), dct2::forward(dct2::rounded(image)));
      case 4: {
        const dct2::ShortImage coefficients = dct2::quantise(dct2::forward(dct2::rounded(image)));
        return run_integers(device, transform, coefficients, dct2::inverse(coefficients));
      }
      default: return run_products(device, transform, image);
    }
  }

 private:
  template <typename Image>
  static Dim3 grid_of(const Transform& transform, const Image& image) {
    return {static_cast<unsigned>(image.width) / transform.tile_width,
            static_cast<unsigned>(image.height) / transform.tile_height, 1};
  }
  static Verdict run_floats(Device& device, const Transform& transform, const dct8x8::Image& from,
                            const dct8x8::Image& expected) {
    const std::uint64_t input = device.upload(from.values, "input");
    const std::uint64_t output = device.allocate(from.values.size() * sizeof(float), "output");
    device.launch(transform.kernel, grid_of(transform, from), transform.block,
                  Arguments(output, input, static_cast<std::int32_t>(from.width)));
    return compare(device.download<float>(output, from.values.size()), expected.values, "value", from.width);
  }
  // Transforms in place.
  static Verdict run_integers(Device& device, const Transform& transform, const dct2::ShortImage& from,
                              const dct2::ShortImage& expected) {
    const std::uint64_t values = device.upload(from.values, "values");
    device.launch(transform.kernel, grid_of(transform, from), transform.block,
                  Arguments(values, static_cast<std::int32_t>(from.width)));
    return compare(device.download<std::int16_t>(values, from.values.size()), expected.values, "value", from.width);
  }
  static Verdict run_products(Device& device, const Transform& transform, const dct8x8::Image& image) {
    Texture texture;
    texture.address = device.upload(image.values, "pixels");
    texture.width = image.width;
    texture.height = image.height;
    const std::uint64_t output = device.allocate(image.values.size() * sizeof(float), "coefficients");
    device.launch(transform.kernel, grid_of(transform, image), transform.block,
                  Arguments(output, device.create_texture(texture), static_cast<std::int32_t>(image.width)));
    return compare(device.download<float>(output, image.values.size()), dct2::products(image).values, "value",
                   image.width);
  }
};

}  // namespace

std::unique_ptr<Workload> make_dct2() { return std::make_unique<Dct2>(); }

}  // namespace unibank
