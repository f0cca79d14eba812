#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/srad/srad.h"

namespace unibank {
namespace {

constexpr unsigned kTile = 24;  // srad24.cu's
constexpr Dim3 kBlock{kTile, kTile, 1};
constexpr float kLambda = 0.5f;
// Compilers fuse products with sums in the kernel; the CPU rounds twice.
constexpr double kTolerance = 1e-4;

class Srad24 : public Workload {
 public:
  std::string name() const override { return "srad24"; }
  std::string description() const override {
    return "speckle-reducing anisotropic diffusion in 24 x 24 tiles (Rodinia's srad_v2 as Jatala et al. change it)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"size", "height and width of the image, a multiple of 24", kTile, 4080, 24, 240, 816, {}},
            {"kernel", "1: coefficients (SRAD1), 2: update (SRAD2), 0: one after the other", 0, 2, 0, 0, 0, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto size = static_cast<unsigned>(arguments.at("size"));
    require_multiple(arguments, "size", kTile);
    const bool first = arguments.at("kernel") != 2, second = arguments.at("kernel") != 1;
    const srad::Image image = srad::random_image(size, size, 1);
    const float q0_squared = srad::speckle_scale(image);
    const srad::Step step = srad::coefficients(image, q0_squared);

    std::vector<PlannedKernel> kernels;
    if (first) kernels.push_back({"srad24_coefficient", kBlock});
    if (second) kernels.push_back({"srad24_update", kBlock});
    device.plan(kernels);
    const srad::DeviceArrays on = first ? srad::allocate(device, image) : upload(device, image, step);
    for (const PlannedKernel& kernel : kernels) {
      const bool update = kernel.kernel == "srad24_update";
      device.launch(kernel.kernel, {size / kTile, size / kTile, 1}, kBlock,
                    Arguments(on.image, on.coefficient, on.north, on.south, on.west, on.east, size, size,
                              update ? kLambda : q0_squared));
    }
    if (second) {
      return compare(device.download<float>(on.image, image.pixels.size()),
                     srad::updated(image, step, kLambda).pixels, "pixel", size, kTolerance);
    }
    return compare_steps(device, on, step, size);
  }

 private:
  static Verdict compare_steps(Device& device, const srad::DeviceArrays& on, const srad::Step& step,
                               std::size_t width) {
    const std::size_t count = step.coefficients.size();
    const std::pair<std::uint64_t, const std::vector<float>*> differences[] = {
        {on.north, &step.north}, {on.south, &step.south}, {on.west, &step.west}, {on.east, &step.east}};
    for (const auto& [address, expected] : differences) {
      const Verdict verdict = compare(device.download<float>(address, count), *expected, "difference", width);
      if (!verdict.right) return verdict;
    }
    return compare(device.download<float>(on.coefficient, count), step.coefficients, "coefficient", width, kTolerance);
  }
  // Takes the results that the first kernel should have left.
  static srad::DeviceArrays upload(Device& device, const srad::Image& image, const srad::Step& step) {
    const srad::DeviceArrays on = srad::allocate(device, image);
    const auto write = [&device](std::uint64_t to, const std::vector<float>& values) {
      device.write(to, values.data(), values.size() * sizeof(float));
    };
    write(on.coefficient, step.coefficients);
    write(on.north, step.north);
    write(on.south, step.south);
    write(on.west, step.west);
    write(on.east, step.east);
    return on;
  }
};

}  // namespace

std::unique_ptr<Workload> make_srad24() { return std::make_unique<Srad24>(); }

}  // namespace unibank
