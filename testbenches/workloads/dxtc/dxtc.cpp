#include "workloads/dxtc/dxtc.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace dxtc {
namespace {

constexpr int kIterations = 8;  // dxtc.cu's

using Colour = std::array<float, 3>;

float dot(const Colour& a, const Colour& b) { return std::fma(a[2], b[2], std::fma(a[1], b[1], a[0] * b[0])); }

Colour best_line(const std::vector<Colour>& colours) {
  Colour mean{}, line{1, 1, 1};
  std::array<Colour, 3> covariance{};
  for (const Colour& colour : colours) {
    for (std::size_t c = 0; c < 3; ++c) mean[c] += colour[c];
  }
  for (float& channel : mean) channel /= static_cast<float>(kPixels);
  for (const Colour& colour : colours) {
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        covariance[i][j] = std::fma(colour[i] - mean[i], colour[j] - mean[j], covariance[i][j]);
      }
    }
  }
  for (int i = 0; i < kIterations; ++i) {
    const Colour next{dot(covariance[0], line), dot(covariance[1], line), dot(covariance[2], line)};
    const float largest = *std::max_element(next.begin(), next.end());
    const float scale = largest > 0 ? 1.0f / largest : 1.0f;
    for (std::size_t c = 0; c < 3; ++c) line[c] = next[c] * scale;
  }
  return line;
}

std::uint32_t rounded(const Colour& colour) {
  const auto channel = [](float value, float most) {
    return static_cast<std::uint32_t>(std::fma(std::min(std::max(value, 0.0f), 1.0f), most, 0.5f));
  };
  return channel(colour[0], 31) << 11 | channel(colour[1], 63) << 5 | channel(colour[2], 31);
}

Colour expanded(std::uint32_t colour) {
  return {static_cast<float>(colour >> 11) * (1.0f / 31.0f), static_cast<float>(colour >> 5 & 63) * (1.0f / 63.0f),
          static_cast<float>(colour & 31) * (1.0f / 31.0f)};
}

struct Fit {
  float error = 3e38f;
  std::uint32_t first = 0, second = 0;
};

// The two ends that fit best when colour i has the code at bit 2 i; the ends are `steps` steps apart.
Fit fitted(const std::vector<Colour>& colours, std::uint32_t codes, const Colour& sum, int steps) {
  const std::array<int, 4> weight_of = steps == 3 ? std::array<int, 4>{3, 0, 2, 1} : std::array<int, 4>{2, 0, 1, 0};
  int weights = 0, squares = 0;
  Colour first{}, second{};
  for (std::size_t i = 0; i < kPixels; ++i) {
    const int weight = weight_of[codes >> 2 * i & 3];
    weights += weight;
    squares += weight * weight;
    for (std::size_t c = 0; c < 3; ++c) first[c] = std::fma(static_cast<float>(weight), colours[i][c], first[c]);
  }
  const auto k = static_cast<float>(steps), aa = static_cast<float>(squares);
  const auto ab = static_cast<float>(steps * weights - squares);
  const auto bb = static_cast<float>(static_cast<int>(kPixels) * steps * steps - 2 * steps * weights + squares);
  for (std::size_t c = 0; c < 3; ++c) second[c] = std::fma(k, sum[c], -first[c]);
  const float scale = k / std::fma(aa, bb, -(ab * ab));
  Colour a{}, b{};
  for (std::size_t c = 0; c < 3; ++c) {
    a[c] = scale * std::fma(first[c], bb, -(second[c] * ab));
    b[c] = scale * std::fma(second[c], aa, -(first[c] * ab));
  }
  Fit fit{0, rounded(a), rounded(b)};
  a = expanded(fit.first);
  b = expanded(fit.second);
  for (std::size_t c = 0; c < 3; ++c) {
    const float of_b = std::fma(bb, b[c], -(2 * k * second[c])), of_a = std::fma(aa, a[c], -(2 * k * first[c]));
    fit.error += std::fma(a[c], of_a, std::fma(b[c], of_b, 2 * ab * a[c] * b[c]));
  }
  fit.error *= 1.0f / static_cast<float>(steps * steps);
  return fit;
}

// If the greater end comes first there are four colours, else three.
Encoded encoded(Fit fit, std::uint32_t codes, bool three, const std::vector<std::size_t>& ranks) {
  if (three ? fit.first > fit.second : fit.first < fit.second) {
    std::swap(fit.first, fit.second);
    for (unsigned i = 0; i < 2 * kPixels; i += 2) {
      const bool is_end = (codes >> i & 2) == 0;
      if (!three || is_end) codes ^= 1u << i;
    }
  }
  if (fit.first == fit.second) codes = 0;
  Encoded block{fit.first | fit.second << 16, 0};
  for (std::size_t i = 0; i < kPixels; ++i) block.codes |= (codes >> 2 * ranks[i] & 3) << 2 * i;
  return block;
}

// The codes for all ways to place the borders between runs of the codes in `order`, except those with a single run.
std::vector<std::uint32_t> cuts(const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> all;
  std::vector<std::size_t> borders(order.size() - 1, 0);  // run r ends before borders[r]
  for (;;) {
    std::uint32_t codes = 0;
    bool single = true;
    for (std::size_t i = 0; i < kPixels; ++i) {
      std::size_t run = 0;
      while (run < borders.size() && i >= borders[run]) ++run;
      codes |= order[run] << 2 * i;
      single &= (codes >> 2 * i & 3) == (codes & 3);
    }
    if (!single) all.push_back(codes);
    std::size_t next = borders.size();
    while (next > 0 && borders[next - 1] == kPixels) --next;
    if (next == 0) return all;
    const std::size_t place = borders[next - 1] + 1;
    std::fill(borders.begin() + static_cast<std::ptrdiff_t>(next) - 1, borders.end(), place);
  }
}

struct Choice {
  Fit fit;
  std::uint32_t codes = 0;
  bool three = false;
};

// Thread t of the kernel tries cuts t, t + 64, t + 128, ...; of equal errors, the first cut of the lowest thread wins.
Choice best_choice(const std::vector<Colour>& sorted) {
  constexpr std::size_t kThreads = 64;
  static const std::vector<std::uint32_t> fours = cuts_in_four(), threes = cuts_in_three();
  Colour sum{};
  for (const Colour& colour : sorted) {
    for (std::size_t c = 0; c < 3; ++c) sum[c] += colour[c];
  }
  Choice best;
  for (std::size_t thread = 0; thread < kThreads; ++thread) {
    for (std::size_t i = thread; i < fours.size() + threes.size(); i += kThreads) {
      const bool three = i >= fours.size();
      const std::uint32_t codes = three ? threes[i - fours.size()] : fours[i];
      const Fit fit = fitted(sorted, codes, sum, three ? 2 : 3);
      if (fit.error < best.fit.error) best = {fit, codes, three};
    }
  }
  return best;
}

}  // namespace

std::vector<std::uint32_t> cuts_in_four() { return cuts({0, 2, 3, 1}); }
std::vector<std::uint32_t> cuts_in_three() { return cuts({0, 2, 1}); }

std::vector<Pixels> random_image(std::size_t blocks_across, std::size_t blocks, std::uint32_t seed) {
  RandomInput random(seed);
  struct Disc {
    double x, y, radius;
    std::array<std::uint32_t, 3> colour;
  };
  const double width = 4 * static_cast<double>(blocks_across);
  const double height = 4 * std::ceil(static_cast<double>(blocks) / static_cast<double>(blocks_across));
  std::vector<Disc> discs(24);
  for (Disc& disc : discs) {
    disc = {random.unit() * width, random.unit() * height, (0.1 + 0.3 * random.unit()) * width,
            {random.below(200), random.below(200), random.below(200)}};
  }
  std::vector<Pixels> image(blocks);
  for (std::size_t block = 0; block < blocks; ++block) {
    for (std::size_t i = 0; i < kPixels; ++i) {
      const std::size_t column = block % blocks_across * 4 + i % 4, row = block / blocks_across * 4 + i / 4;
      const auto x = static_cast<double>(column), y = static_cast<double>(row);
      std::array<std::uint32_t, 3> colour{40, 60, 80};
      for (const Disc& disc : discs) {
        if (std::hypot(x - disc.x, y - disc.y) < disc.radius) colour = disc.colour;
      }
      for (std::size_t c = 0; c < 3; ++c) image[block][i] |= (colour[c] + random.below(48)) << 8 * c;
    }
  }
  return image;
}

Encoded compress(const Pixels& pixels) {
  std::vector<Colour> colours(kPixels), sorted(kPixels);
  for (std::size_t i = 0; i < kPixels; ++i) {
    for (std::size_t c = 0; c < 3; ++c) {
      colours[i][c] = static_cast<float>(pixels[i] >> 8 * c & 0xff) * (1.0f / 255.0f);
    }
  }
  const Colour line = best_line(colours);
  std::vector<std::size_t> order(kPixels), ranks(kPixels);
  for (std::size_t i = 0; i < kPixels; ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return dot(colours[a], line) < dot(colours[b], line); });
  for (std::size_t rank = 0; rank < kPixels; ++rank) {
    ranks[order[rank]] = rank;
    sorted[rank] = colours[order[rank]];
  }
  const Choice best = best_choice(sorted);
  return encoded(best.fit, best.codes, best.three, ranks);
}

Pixels decompress(const Encoded& encoded) {
  const std::uint32_t first = encoded.ends & 0xffff, second = encoded.ends >> 16;
  const Colour a = expanded(first), b = expanded(second);
  Pixels pixels{};
  for (std::size_t i = 0; i < kPixels; ++i) {
    const std::uint32_t code = encoded.codes >> 2 * i & 3;
    if (first <= second && code == 3) continue;  // black
    const float between = first > second ? (code == 2 ? 1.0f / 3 : 2.0f / 3) : 0.5f;
    const float part = code < 2 ? static_cast<float>(code) : between;  // the share of the way to the second end
    for (std::size_t c = 0; c < 3; ++c) {
      pixels[i] |= static_cast<std::uint32_t>(std::lround(255 * (a[c] + part * (b[c] - a[c])))) << 8 * c;
    }
  }
  return pixels;
}

}  // namespace dxtc

namespace {

constexpr Dim3 kBlock{64, 1, 1};

class Dxtc : public Workload {
 public:
  std::string name() const override { return "dxtc"; }
  std::string description() const override {
    return "an image compressed to DXT1, 64 threads for 4 x 4 pixels (CUDA samples' dxtc)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"width", "pixels of a row, a multiple of 4", 4, 1024, 4, 16, 112, {}},
            {"height", "rows of the image, a multiple of 4", 4, 1024, 4, 16, 112, {}},
            {"calls", "1: the fits, their rounding and the choice of the least error are calls, 0: all is one kernel",
             0, 1, 1, 1, 1, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    require_multiple(arguments, "width", 4);
    require_multiple(arguments, "height", 4);
    const auto across = static_cast<std::size_t>(arguments.at("width") / 4);
    const std::size_t blocks = across * static_cast<std::size_t>(arguments.at("height") / 4);
    const std::string kernel = arguments.at("calls") ? "dxtc_calls" : "dxtc";
    device.plan({{kernel, kBlock}});
    const std::vector<dxtc::Pixels> image = dxtc::random_image(across, blocks, 1);
    std::vector<std::uint32_t> cuts = dxtc::cuts_in_four();
    const std::vector<std::uint32_t> threes = dxtc::cuts_in_three();
    const auto fours = static_cast<std::int32_t>(cuts.size());
    cuts.insert(cuts.end(), threes.begin(), threes.end());
    const std::uint64_t permutations = device.upload(cuts, "permutations"), pixels = device.upload(image, "image");
    const std::uint64_t result = device.allocate(blocks * sizeof(dxtc::Encoded), "result");
    device.launch(kernel, {static_cast<unsigned>(blocks), 1, 1}, kBlock,
                  Arguments(permutations, pixels, result, fours, static_cast<std::int32_t>(threes.size())));

    std::vector<std::uint32_t> words;
    for (const dxtc::Pixels& block : image) {
      const dxtc::Encoded encoded = dxtc::compress(block);
      words.insert(words.end(), {encoded.ends, encoded.codes});
    }
    return compare(device.download<std::uint32_t>(result, words.size()), words, "word", 2);
  }
};

}  // namespace

std::unique_ptr<Workload> make_dxtc() { return std::make_unique<Dxtc>(); }

}  // namespace unibank
