#include "workloads/recursivegaussian_deriche/recursivegaussian_deriche.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/colour.h"
#include "workloads/compare.h"

namespace unibank {
namespace recursivegaussian_deriche {
namespace {

// One direction along a line: a pixel's part of the result is p x + q x' - b1 y' - b2 y''.
class Filter {
 public:
  Filter(const Coefficients& k, float p, float q, float first, const Colour& border)
      : b1_(k.b1), b2_(k.b2), p_(p), q_(q), input_(border) {
    for (unsigned i = 0; i < 4; ++i) result_[i] = two_before_[i] = first * border[i];
  }
  // Takes the next x; x' is the previous one.
  const Colour& next(const Colour& x) {
    for (unsigned i = 0; i < 4; ++i) {
      float y = std::fma(q_, input_[i], p_ * x[i]);
      y = std::fma(-b1_, result_[i], y);
      y = std::fma(-b2_, two_before_[i], y);
      two_before_[i] = result_[i];
      result_[i] = y;
    }
    input_ = x;
    return result_;
  }

 private:
  float b1_, b2_, p_, q_;
  Colour input_, result_{}, two_before_{};
};

// Filters `count` pixels, `stride` apart.
void blur_line(std::uint32_t* first, std::size_t count, std::size_t stride, const Coefficients& k) {
  std::vector<Colour> line(count);
  for (std::size_t i = 0; i < count; ++i) line[i] = unpacked(first[i * stride]);
  Filter down(k, k.a0, k.a1, k.first_down, line.front());
  for (std::size_t i = 0; i < count; ++i) first[i * stride] = packed(down.next(line[i]));
  Filter up(k, k.a2, k.a3, k.first_up, line.back());
  for (std::size_t i = count; i-- > 0;) {
    Colour both = up.next(line[std::min(i + 1, count - 1)]);  // the pixel itself counts only on the way down
    const Colour of_down = unpacked(first[i * stride]);
    for (unsigned c = 0; c < 4; ++c) both[c] += of_down[c];
    first[i * stride] = packed(both);
  }
}

}  // namespace

Coefficients coefficients(float sigma) {
  const double alpha = 1.695 / static_cast<double>(sigma), decay = std::exp(-alpha), square = decay * decay;
  const double k = (1 - decay) * (1 - decay) / (1 + 2 * alpha * decay - square);
  const double a0 = k, a1 = k * (alpha - 1) * decay, a2 = k * (alpha + 1) * decay, a3 = -k * square;
  const double b1 = -2 * decay, b2 = square, recursion = 1 + b1 + b2;
  const auto single = [](double value) { return static_cast<float>(value); };
  return {single(a0), single(a1), single(a2), single(a3),
          single(b1), single(b2), single((a0 + a1) / recursion), single((a2 + a3) / recursion)};
}

recursivegaussian::Image blur(const recursivegaussian::Image& image, const Coefficients& k) {
  recursivegaussian::Image after = image;
  for (std::size_t x = 0; x < image.width; ++x) blur_line(&after.pixels[x], image.height, image.width, k);
  for (std::size_t y = 0; y < image.height; ++y) blur_line(&after.pixels[y * image.width], image.width, 1, k);
  return after;
}

}  // namespace recursivegaussian_deriche

namespace {

constexpr unsigned kTile = 16;  // blocks of the transpose, as in the samples
constexpr const char *kFilter = "recursivegaussian_deriche_filter",
                     *kTranspose = "recursivegaussian_deriche_transpose";

class RecursiveGaussianDeriche : public Workload {
 public:
  std::string name() const override { return "recursivegaussian_deriche"; }
  std::string description() const override {
    return "an image blurred by Deriche's filter, one thread per column, and transposed (CUDA samples' "
           "recursiveGaussian, d_recursiveGaussian_rgba)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"width", "pixels of a row", 1, 4096, 32, 160, 512, {}},
            {"height", "rows of the image", 1, 4096, 24, 160, 512, {}},
            {"sigma", "width of the blur in pixels", 1, 1000, 10, 10, 10, {}},
            {"threads", "threads of a block of the filter", 64, 1024, 64, 64, 64, {64, 128, 256, 512, 768, 832, 1024}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto width = static_cast<unsigned>(arguments.at("width"));
    const auto height = static_cast<unsigned>(arguments.at("height"));
    const auto k = recursivegaussian_deriche::coefficients(static_cast<float>(arguments.at("sigma")));
    const auto threads = static_cast<unsigned>(arguments.at("threads"));
    device.plan({{kFilter, {threads, 1, 1}}, {kTranspose, {kTile, kTile, 1}}});

    const recursivegaussian::Image image = recursivegaussian::random_image(width, height, 1);
    const std::size_t bytes = image.pixels.size() * sizeof(std::uint32_t);
    const std::uint64_t from = device.upload(image.pixels, "image");
    const std::uint64_t filtered = device.allocate(bytes, "filtered"), result = device.allocate(bytes, "result");
    filter_and_transpose(device, {from, filtered, result}, width, height, threads, k);
    filter_and_transpose(device, {result, filtered, result}, height, width, threads, k);
    return compare(device.download<std::uint32_t>(result, image.pixels.size()),
                   recursivegaussian_deriche::blur(image, k).pixels, "pixel", width);
  }

 private:
  struct Images {
    std::uint64_t from, filtered, transposed;
  };

  static void filter_and_transpose(Device& device, const Images& on, unsigned width, unsigned height,
                                   unsigned threads, const recursivegaussian_deriche::Coefficients& k) {
    const int columns = static_cast<int>(width), rows = static_cast<int>(height);
    device.launch(kFilter, {(width + threads - 1) / threads, 1, 1}, {threads, 1, 1},
                  Arguments(on.from, on.filtered, columns, rows, k));
    device.launch(kTranspose, {(width + kTile - 1) / kTile, (height + kTile - 1) / kTile, 1}, {kTile, kTile, 1},
                  Arguments(on.filtered, on.transposed, columns, rows));
  }
};

}  // namespace

std::unique_ptr<Workload> make_recursivegaussian_deriche() { return std::make_unique<RecursiveGaussianDeriche>(); }

}  // namespace unibank
