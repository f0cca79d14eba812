#include "workloads/today/conv_gemm/conv_gemm.h"

#include "workloads/all_workloads.h"
#include "workloads/today/gemm_mma/gemm_mma.h"
#include "workloads/today/values.h"

namespace unibank {
namespace conv_gemm {

namespace {

// sums += the pixel's channels times the weights of one of the nine points of all filters.
void add_point(std::vector<float>& sums, const float* pixel, const float* filters, const Shape& shape) {
  for (std::size_t channel = 0; channel < shape.channels; ++channel)
    for (std::size_t i = 0; i < shape.filters; ++i) sums[i] += pixel[channel] * filters[channel * shape.filters + i];
}

}  // namespace

std::vector<std::uint16_t> convolve(const std::vector<float>& images, const std::vector<float>& filters,
                                    const Shape& shape) {
  std::vector<std::uint16_t> out;
  std::vector<float> sums(shape.filters);
  for (std::size_t row = 0; row < shape.images * shape.height; ++row) {
    const std::size_t y = row % shape.height;
    for (std::size_t x = 0; x < shape.width; ++x) {
      std::fill(sums.begin(), sums.end(), 0.0f);
      for (std::size_t point = 0; point < 9; ++point) {
        const std::size_t dy = point / 3, dx = point % 3;  // offsets plus 1
        if (y + dy < 1 || y + dy > shape.height || x + dx < 1 || x + dx > shape.width) continue;
        const float* const pixel = &images[((row + dy - 1) * shape.width + x + dx - 1) * shape.channels];
        add_point(sums, pixel, &filters[point * shape.channels * shape.filters], shape);
      }
      for (const float sum : sums) out.push_back(today::half_of(sum));
    }
  }
  return out;
}

}  // namespace conv_gemm

namespace {

constexpr unsigned kTile = 64, kThreads = 128;  // conv_gemm.cu's

class ConvGemm : public Workload {
 public:
  std::string name() const override { return "conv_gemm"; }
  std::string description() const override {
    return "a 3 x 3 convolution of halves as an implicit product of matrices on tensor units";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"images", "images", 1, 1024, 1, 1, 2, {}},
            {"size", "width and height of an image", 1, 512, 6, 20, 28, {}},
            {"channels", "channels of an image, a multiple of 8", 8, 1024, 16, 64, 256, {}},
            {"filters", "filters, a multiple of 8", 8, 4096, 24, 128, 256, {}},
            {"stages", "stages of the pipeline", 2, 5, 3, 3, 3, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto number = [&](const char* name) { return static_cast<unsigned>(arguments.at(name)); };
    require_multiple(arguments, "channels", 8);
    require_multiple(arguments, "filters", 8);
    const unsigned size = number("size"), channels = number("channels"), filters = number("filters");
    const conv_gemm::Shape shape{number("images"), size, size, channels, filters};
    const unsigned pixels = number("images") * size * size, stages = number("stages");
    const std::string kernel = "conv_gemm_" + std::to_string(stages);
    const Dim3 block{kThreads, 1, 1}, grid{(filters + kTile - 1) / kTile, (pixels + kTile - 1) / kTile, 1};
    const unsigned bytes = gemm_mma::scratchpad_bytes(kTile, kTile, stages);
    device.plan({{kernel, block, bytes}});
    const std::vector<float> image = today::random_eighths(std::size_t{pixels} * channels, 1);
    const std::vector<float> filter = today::random_eighths(std::size_t{9} * channels * filters, 2);
    const std::size_t count = std::size_t{pixels} * filters;
    const std::uint64_t image_at = device.upload(today::halves_of(image), "images");
    const std::uint64_t filter_at = device.upload(today::halves_of(filter), "filters");
    const std::uint64_t out = device.upload(std::vector<std::uint16_t>(count, 0xffff), "out");
    const auto whole = [](unsigned value) { return static_cast<std::int32_t>(value); };
    device.launch(kernel, grid, block,
                  Arguments(image_at, filter_at, out, whole(number("images")), whole(size), whole(size),
                            whole(channels), whole(filters)),
                  bytes);
    return compare(device.download<std::uint16_t>(out, count), conv_gemm::convolve(image, filter, shape), "half",
                   filters);
  }
};

}  // namespace

std::unique_ptr<Workload> make_conv_gemm() { return std::make_unique<ConvGemm>(); }

}  // namespace unibank
