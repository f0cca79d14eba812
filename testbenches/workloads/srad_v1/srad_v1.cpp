#include "workloads/srad_v1/srad_v1.h"

#include <algorithm>
#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace srad_v1 {

Image random_picture(std::size_t rows, std::size_t columns, std::uint32_t seed) {
  RandomInput random(seed);
  Image picture{columns, rows, std::vector<float>(rows * columns)};
  for (float& pixel : picture.pixels) pixel = static_cast<float>(64 + random.below(192));
  return picture;
}

Neighbours neighbours(std::size_t count) {
  const auto last = static_cast<std::int32_t>(count) - 1;
  Neighbours of;
  for (std::int32_t i = 0; i <= last; ++i) {
    of.before.push_back(std::max(i - 1, 0));
    of.behind.push_back(std::min(i + 1, last));
  }
  return of;
}

Image processed(const Image& picture, std::int64_t iterations, float lambda) {
  Image image = picture;
  for (float& pixel : image.pixels) pixel = std::exp(pixel / 255);
  const std::size_t all = std::max(image.height, image.width);
  for (; iterations > 0; --iterations) image = srad::diffuse(image, srad::speckle_scale(image, all), lambda);
  for (float& pixel : image.pixels) pixel = std::log(pixel) * 255;
  return image;
}

}  // namespace srad_v1

namespace {

using srad_v1::Image;

constexpr unsigned kThreads = 512;  // srad_v1.cu's
constexpr Dim3 kBlock{kThreads, 1, 1};
constexpr float kLambda = 0.5f;     // as in Rodinia's run script
// As in srad; besides, the device's exponentials and logarithms are approximate.
constexpr double kTolerance = 1e-4;

Dim3 grid_for(std::size_t threads) { return {static_cast<unsigned>((threads + kThreads - 1) / kThreads), 1, 1}; }

// The image in device memory and the kernels' arrays: arrays of the image's size, and the neighbours.
struct OnDevice {
  srad::DeviceArrays arrays;
  std::uint64_t sums, squares;
  std::uint64_t north_of, south_of, west_of, east_of;
};

OnDevice upload(Device& device, const Image& picture) {
  const std::size_t bytes = picture.pixels.size() * sizeof(float);
  const srad_v1::Neighbours rows = srad_v1::neighbours(picture.width), columns = srad_v1::neighbours(picture.height);
  OnDevice on{};
  on.arrays = srad::allocate(device, picture);
  on.sums = device.allocate(bytes, "sums");
  on.squares = device.allocate(bytes, "sums of squares");
  on.north_of = device.upload(rows.before, "north of a row");
  on.south_of = device.upload(rows.behind, "south of a row");
  on.west_of = device.upload(columns.before, "west of a column");
  on.east_of = device.upload(columns.behind, "east of a column");
  return on;
}

// The square of the speckle scale of all pixels: adds 512 values at a time, then 512 of those sums, until one is left.
float speckle_scale(Device& device, const OnDevice& on, int pixels) {
  device.launch("srad_v1_prepare", grid_for(pixels), kBlock, Arguments(on.arrays.image, on.sums, on.squares, pixels));
  int stride = 1;
  for (int left = pixels; left > 1; stride *= static_cast<int>(kThreads)) {
    const Dim3 grid = grid_for(left);
    device.launch("srad_v1_reduce", grid, kBlock, Arguments(on.sums, on.squares, left, stride));
    left = static_cast<int>(grid.x);
  }
  const auto first = [&device](std::uint64_t at) { return double{device.download<float>(at, 1)[0]}; };
  return srad::speckle_scale(first(on.sums), first(on.squares), static_cast<std::size_t>(pixels));
}

class SradV1 : public Workload {
 public:
  std::string name() const override { return "srad_v1"; }
  std::string description() const override {
    return "speckle-reducing anisotropic diffusion, one pixel per thread, which looks up its neighbours (Rodinia's "
           "srad_v1)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"rows", "rows of the picture", 2, 4096, 36, 250, 502, {}},
            {"columns", "columns of the picture", 2, 4096, 24, 150, 458, {}},
            {"iterations", "steps of the diffusion", 1, 1000, 1, 2, 4, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const Image picture = srad_v1::random_picture(static_cast<std::size_t>(arguments.at("rows")),
                                                  static_cast<std::size_t>(arguments.at("columns")), 1);
    const auto rows = static_cast<int>(picture.width), pixels = static_cast<int>(picture.pixels.size());
    device.plan({{"srad_v1_extract", kBlock}, {"srad_v1_prepare", kBlock}, {"srad_v1_reduce", kBlock},
                 {"srad_v1_coefficient", kBlock}, {"srad_v1_update", kBlock}, {"srad_v1_compress", kBlock}});
    const OnDevice on = upload(device, picture);
    const srad::DeviceArrays& a = on.arrays;
    const Dim3 grid = grid_for(picture.pixels.size());

    device.launch("srad_v1_extract", grid, kBlock, Arguments(a.image, pixels));
    for (std::int64_t left = arguments.at("iterations"); left > 0; --left) {
      const float q0_squared = speckle_scale(device, on, pixels);
      device.launch("srad_v1_coefficient", grid, kBlock,
                    Arguments(a.image, a.coefficient, a.north, a.south, a.west, a.east, on.north_of, on.south_of,
                              on.west_of, on.east_of, rows, pixels, q0_squared));
      device.launch("srad_v1_update", grid, kBlock,
                    Arguments(a.image, a.coefficient, a.north, a.south, a.west, a.east, on.south_of, on.east_of, rows,
                              pixels, kLambda));
    }
    device.launch("srad_v1_compress", grid, kBlock, Arguments(a.image, pixels));
    return compare(device.download<float>(a.image, picture.pixels.size()),
                   srad_v1::processed(picture, arguments.at("iterations"), kLambda).pixels, "pixel", picture.width,
                   kTolerance);
  }
};

}  // namespace

std::unique_ptr<Workload> make_srad_v1() { return std::make_unique<SradV1>(); }

}  // namespace unibank
