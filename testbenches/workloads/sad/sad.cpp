#include "workloads/sad/sad.h"

#include <algorithm>
#include <cstdlib>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace sad {

namespace {

constexpr std::size_t kMacroblock = 16;

std::uint16_t scene(std::ptrdiff_t y, std::ptrdiff_t x) {
  const std::ptrdiff_t shade = (3 * x + 5 * y) / 4 % 120, square = (x / 11 + y / 7) % 2 * 80;
  return static_cast<std::uint16_t>(shade + square);
}

// The sum for a block at (top, left) of the current frame against the reference frame moved by (down, across). Outside
// the reference frame, the nearest pixel of its border counts.
unsigned difference(const Frames& frames, std::size_t top, std::size_t left, const Kind& kind, std::ptrdiff_t down,
                    std::ptrdiff_t across) {
  const auto clamped = [](std::ptrdiff_t at, std::size_t size) {
    return static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at, 0, static_cast<std::ptrdiff_t>(size) - 1));
  };
  unsigned sum = 0;
  for (std::size_t y = top; y < top + kind.height; ++y) {
    const std::size_t row = clamped(static_cast<std::ptrdiff_t>(y) + down, frames.height);
    for (std::size_t x = left; x < left + kind.width; ++x) {
      const std::size_t column = clamped(static_cast<std::ptrdiff_t>(x) + across, frames.width);
      sum += static_cast<unsigned>(
          std::abs(int{frames.current[y * frames.width + x]} - int{frames.reference[row * frames.width + column]}));
    }
  }
  return sum;
}

}  // namespace

Frames synthetic_frames(std::size_t height, std::size_t width, std::uint32_t seed) {
  constexpr std::ptrdiff_t kMargin = 16;  // the scene begins at (0, 0)
  RandomInput random(seed);
  Frames frames{height, width, {}, {}};
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      const auto row = static_cast<std::ptrdiff_t>(y) + kMargin, column = static_cast<std::ptrdiff_t>(x) + kMargin;
      frames.reference.push_back(static_cast<std::uint16_t>(scene(row, column) + random.below(8)));
      frames.current.push_back(static_cast<std::uint16_t>(scene(row - 2, column + 3) + random.below(8)));
    }
  }
  return frames;
}

std::size_t offsets(std::size_t range) { return (2 * range + 1) * (2 * range + 1); }
std::size_t padded_offsets(std::size_t range) { return (offsets(range) + 7) / 8 * 8; }

std::size_t shape_index(const Kind& kind, std::size_t row, std::size_t column) {
  if (kind.width == 4 && kind.height == 4) return row * 4 + column;
  if (kind.width == 8 && kind.height == 4) return (row / 2 * 2 + column) * 2 + row % 2;
  if (kind.width == 4 && kind.height == 8) return (row * 2 + column / 2) * 2 + column % 2;
  return row * (kMacroblock / kind.width) + column;
}

std::vector<std::uint16_t> sums(const Frames& frames, std::size_t range) {
  const std::size_t across = frames.width / kMacroblock, macroblocks = across * (frames.height / kMacroblock);
  const std::size_t padded = padded_offsets(range), side = 2 * range + 1;
  const auto most = static_cast<std::ptrdiff_t>(range);
  std::vector<std::uint16_t> all(kShapes * macroblocks * padded, 0);
  for (const Kind& kind : kKinds) {
    const std::size_t shapes = kMacroblock / kind.width * (kMacroblock / kind.height);
    for (std::size_t top = 0; top < frames.height; top += kind.height) {
      for (std::size_t left = 0; left < frames.width; left += kind.width) {
        const std::size_t macroblock = top / kMacroblock * across + left / kMacroblock;
        const std::size_t shape =
            shape_index(kind, top % kMacroblock / kind.height, left % kMacroblock / kind.width);
        std::uint16_t* const to = &all[(kind.place * macroblocks + macroblock * shapes + shape) * padded];
        for (std::size_t i = 0; i < side * side; ++i) {
          to[i] = static_cast<std::uint16_t>(difference(frames, top, left, kind,
                                                        static_cast<std::ptrdiff_t>(i / side) - most,
                                                        static_cast<std::ptrdiff_t>(i % side) - most));
        }
      }
    }
  }
  return all;
}

}  // namespace sad

namespace {

constexpr unsigned kThreads = 61;  // sad.cu's

class Sad : public Workload {
 public:
  std::string name() const override { return "sad"; }
  std::string description() const override {
    return "sums of absolute differences for motion estimation, the reference frame a texture (Parboil's sad)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"width", "width of the frames, a multiple of 16", 16, 1920, 16, 64, 176, {}},
            {"height", "height of the frames, a multiple of 16", 16, 1088, 16, 48, 144, {}},
            {"range", "pixels that a block is moved by, at most, in each direction", 1, 16, 4, 8, 16, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    require_multiple(arguments, "width", 16);
    require_multiple(arguments, "height", 16);
    const auto width = static_cast<unsigned>(arguments.at("width"));
    const auto height = static_cast<unsigned>(arguments.at("height"));
    const auto range = static_cast<std::size_t>(arguments.at("range"));
    const auto offsets = static_cast<unsigned>(sad::offsets(range));
    const auto padded = static_cast<unsigned>(sad::padded_offsets(range));
    const Dim3 small{kThreads, 1, 1}, quarters{32, 4, 1}, whole{32, 1, 1}, macroblocks{width / 16, height / 16, 1};
    device.plan({{"sad_4x4", small}, {"sad_8x8", quarters}, {"sad_16x16", whole}});

    const sad::Frames frames = sad::synthetic_frames(height, width, 1);
    const std::uint64_t current = device.upload(frames.current, "current frame");
    const std::uint64_t reference = device.create_texture(texture(device, frames));
    const std::size_t count = sad::kShapes * width / 16 * (height / 16) * padded;
    const std::uint64_t sums = device.allocate(count * sizeof(std::uint16_t), "sums");
    device.fill(sums, 0, count * sizeof(std::uint16_t));
    const unsigned share = (offsets + kThreads - 1) / kThreads;
    device.launch("sad_4x4", {width / 4, height / 4, 1}, small,
                  Arguments(sums, current, reference, static_cast<std::uint32_t>(range), share, padded));
    device.launch("sad_8x8", macroblocks, quarters, Arguments(sums, offsets, padded));
    device.launch("sad_16x16", macroblocks, whole, Arguments(sums, offsets, padded));
    return compare(device.download<std::uint16_t>(sums, count), sad::sums(frames, range), "sum", padded);
  }

 private:
  static Texture texture(Device& device, const sad::Frames& frames) {
    Texture texture;
    texture.address = device.upload(frames.reference, "reference frame");
    texture.width = frames.width;
    texture.height = frames.height;
    texture.channel_bits = 16;
    texture.channel = Texture::Channel::kUnsigned;
    return texture;
  }
};

}  // namespace

std::unique_ptr<Workload> make_sad() { return std::make_unique<Sad>(); }

}  // namespace unibank
