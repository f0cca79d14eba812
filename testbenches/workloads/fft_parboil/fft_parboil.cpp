#include "workloads/all_workloads.h"
#include "workloads/fft/fft.h"

namespace unibank {
namespace {

constexpr unsigned kPoints = 256, kThreads = 128;  // fft_parboil.cu's

class FftParboil : public Workload {
 public:
  std::string name() const override { return "fft_parboil"; }
  std::string description() const override {
    return "Fourier transforms of 256 points, a block each: radix 2, exchanges in the scratchpad (Parboil's fft)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"transforms", "transforms of 256 points", 1, 1 << 16, 2, 64, 1024, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto transforms = static_cast<unsigned>(arguments.at("transforms"));
    const Dim3 block{kThreads, 1, 1};
    device.plan({{"fft_parboil", block}});
    const fft::Points points = fft::random_points(std::size_t{transforms} * kPoints, 1);
    const std::uint64_t points_at = device.upload(points, "points");
    const std::uint64_t spectra_at = device.allocate(points.size() * sizeof(points[0]), "spectra");
    device.launch("fft_parboil", {transforms, 1, 1}, block, Arguments(points_at, spectra_at));
    return fft::compare_spectra(device.download<std::complex<float>>(spectra_at, points.size()),
                                fft::spectra(points, kPoints), kPoints);
  }
};

}  // namespace

std::unique_ptr<Workload> make_fft_parboil() { return std::make_unique<FftParboil>(); }

}  // namespace unibank
