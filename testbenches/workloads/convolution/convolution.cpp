#include "workloads/convolution/convolution.h"

#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_signed.h"
#include "workloads/thread_block_form.h"

namespace unibank {
namespace convolution {

std::vector<float> columns(const std::vector<float>& image, std::size_t width, const std::vector<float>& taps) {
  std::vector<float> result(image.size());
  for (std::size_t at = 0; at < image.size(); ++at) {
    for (std::size_t tap = taps.size(); tap-- > 0;) {
      const std::size_t from = at + kRadius * width - tap * width;  // rows above the image wrap to beyond its end
      result[at] = std::fma(taps[tap], from < image.size() ? image[from] : 0.0f, result[at]);
    }
  }
  return result;
}

}  // namespace convolution

namespace {

constexpr unsigned kX = 16, kY = 8, kRows = 8 * kY;  // a block's columns; threads and pixels in each

class Convolution : public Workload {
 public:
  std::string name() const override { return "convolution"; }
  std::string description() const override {
    return "an image's columns convolved with 17 taps (CUDA samples' convolutionSeparable, CV of Jatala et al.)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"width", "columns of the image, a multiple of 16", kX, 8192, 32, 256, 1536, {}},
            {"height", "rows of the image, a multiple of 128", 2 * kRows, 8192, 128, 512, 1536, {}},
            form_argument({2, 2})};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const ThreadBlockForm form = form_of(arguments, name(), {2, 2});
    require_multiple(arguments, "width", kX);
    require_multiple(arguments, "height", 2 * kRows);
    const auto width = static_cast<unsigned>(arguments.at("width"));
    const auto height = static_cast<unsigned>(arguments.at("height"));
    const Dim3 block{kX, form.parts * kY, 1};
    device.plan({{form.kernel, block}});
    const std::size_t pixels = std::size_t{width} * height;
    const std::vector<float> image = random_signed(pixels, 1), taps = random_signed(2 * convolution::kRadius + 1, 2);
    const std::uint64_t image_at = device.upload(image, "image");
    const std::uint64_t result = device.allocate(pixels * sizeof(float), "result");
    device.write(device.symbol("taps"), taps.data(), taps.size() * sizeof(float));
    device.launch(form.kernel, {width / kX, height / (form.parts * kRows), 1}, block,
                  Arguments(image_at, result, width, height));
    return compare(device.download<float>(result, pixels), convolution::columns(image, width, taps), "pixel", width);
  }
};

}  // namespace

std::unique_ptr<Workload> make_convolution() { return std::make_unique<Convolution>(); }

}  // namespace unibank
