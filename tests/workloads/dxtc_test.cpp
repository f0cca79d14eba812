// dxtc: the ways to divide the pixels; the CPU's compression compared with its decoded result and with all possible end
// colours; the kernels with and without calls, and the resources that their threads need.
#include "workloads/dxtc/dxtc.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

#include "pixels.h"
#include "run_without.h"
#include "scratchpad_shape.h"
#include "thread_needs.h"

using namespace unibank;
using dxtc::Pixels;

namespace {

int squared_error(const Pixels& a, const Pixels& b) {
  int sum = 0;
  for (std::size_t i = 0; i < dxtc::kPixels; ++i) {
    for (unsigned c = 0; c < 3; ++c) {
      const int difference = channel(a[i], c) - channel(b[i], c);
      sum += difference * difference;
    }
  }
  return sum;
}

Pixels compressed_and_back(const Pixels& pixels) { return dxtc::decompress(dxtc::compress(pixels)); }

}  // namespace

TEST_CASE("dxtc: all divisions of 16 colours into several runs are tried") {
  const std::vector<std::uint32_t> fours = dxtc::cuts_in_four(), threes = dxtc::cuts_in_three();
  CHECK(fours.size() == 19 * 18 * 17 / 6 - 4);
  CHECK(threes.size() == 18 * 17 / 2 - 3);
  CHECK(std::set<std::uint32_t>(fours.begin(), fours.end()).size() == fours.size());
  const std::vector<unsigned> order{0, 2, 3, 1};
  for (const std::uint32_t codes : fours) {
    std::size_t run = 0, runs = 0;
    for (unsigned i = 0; i < dxtc::kPixels; ++i) {
      const unsigned code = codes >> 2 * i & 3;
      runs += i == 0 || code != (codes >> 2 * (i - 1) & 3);
      while (run < order.size() && order[run] != code) ++run;
      CHECK(run < order.size());
    }
    CHECK(runs >= 2);
  }
  for (const std::uint32_t codes : threes) {
    for (unsigned i = 0; i < dxtc::kPixels; ++i) CHECK((codes >> 2 * i & 3) != 3);
  }
}

TEST_CASE("dxtc: the decoder reads the format's own examples") {
  // 0xf800 is red and 0x001f is blue: the order of these ends selects four colours.
  const Pixels four = dxtc::decompress({0x001ff800, 0b11100100});
  CHECK(four[0] == 0x0000ff);
  CHECK(four[1] == 0xff0000);
  CHECK(four[2] == 0x5500aa);
  CHECK(four[3] == 0xaa0055);
  const Pixels three = dxtc::decompress({0xf800001f, 0b11100100});
  CHECK(three[0] == 0xff0000);
  CHECK(three[2] == 0x800080);
  CHECK(three[3] == 0);
}

TEST_CASE("dxtc: two colours that 5 and 6 bits can represent come back exactly") {
  Pixels pixels{};
  for (std::size_t i = 0; i < dxtc::kPixels; ++i) pixels[i] = i % 3 == 0 ? 0x0000ff : 0xffff00;
  CHECK(compressed_and_back(pixels) == pixels);
  std::swap(pixels[0], pixels[1]);
  CHECK(compressed_and_back(pixels) == pixels);
}

TEST_CASE("dxtc: three colours in a line come back through an end between two others") {
  Pixels pixels{};
  for (std::size_t i = 0; i < dxtc::kPixels; ++i) pixels[i] = i < 6 ? 0x000000 : i < 11 ? 0x808080 : 0xffffff;
  const Pixels back = compressed_and_back(pixels);
  for (std::size_t i = 0; i < dxtc::kPixels; ++i) {
    for (unsigned c = 0; c < 3; ++c) CHECK(std::abs(channel(back[i], c) - channel(pixels[i], c)) <= 1);
  }
}

TEST_CASE("dxtc: a block of one colour is that colour within the ends' bits") {
  for (const std::uint32_t colour : {0x000000u, 0xffffffu, 0x345678u}) {
    Pixels pixels{};
    pixels.fill(colour);
    for (const std::uint32_t pixel : compressed_and_back(pixels)) {
      for (unsigned c = 0; c < 3; ++c) CHECK(std::abs(channel(pixel, c) - channel(colour, c)) <= 5);  // 255 / 31 / 2
    }
  }
}

TEST_CASE("dxtc: the chosen end colours of grey ramps are near the best") {
  // A grey end colour is a single number, so all pairs can be tried, with the best code for each pixel.
  for (const std::uint32_t step : {3u, 9u, 16u}) {
    Pixels pixels{};
    for (std::size_t i = 0; i < dxtc::kPixels; ++i) pixels[i] = step * static_cast<std::uint32_t>(i) * 0x010101u;
    int best = squared_error(pixels, Pixels{});
    for (std::uint32_t a = 0; a < 32; ++a) {
      for (std::uint32_t b = 0; b < 32; ++b) {
        const std::uint32_t ends = (a << 11 | a << 6 | a) | (b << 11 | b << 6 | b) << 16;
        const Pixels of_codes = dxtc::decompress({ends, 0b11100100});
        Pixels chosen{};
        for (std::size_t i = 0; i < dxtc::kPixels; ++i) {
          chosen[i] = *std::min_element(of_codes.begin(), of_codes.begin() + 4, [&](std::uint32_t x, std::uint32_t y) {
            return std::abs(channel(x, 0) - channel(pixels[i], 0)) < std::abs(channel(y, 0) - channel(pixels[i], 0));
          });
        }
        best = std::min(best, squared_error(pixels, chosen));
      }
    }
    INFO("steps of " << step);
    // The ends are rounded after the fit without trying others, so the error may be a little above the least.
    CHECK(squared_error(pixels, compressed_and_back(pixels)) <= 2 * best + 16);
  }
}

TEST_CASE("dxtc: images keep most of what a block's mean colour would lose") {
  const std::vector<Pixels> image = dxtc::random_image(4, 16, 3);
  int error = 0, of_means = 0;
  for (const Pixels& block : image) {
    error += squared_error(block, compressed_and_back(block));
    std::uint32_t mean = 0;
    for (unsigned c = 0; c < 3; ++c) {
      int sum = 0;
      for (const std::uint32_t pixel : block) sum += channel(pixel, c);
      mean |= static_cast<std::uint32_t>(sum / 16) << 8 * c;
    }
    Pixels means{};
    means.fill(mean);
    of_means += squared_error(block, means);
  }
  CHECK(2 * error < of_means);
  CHECK(image != dxtc::random_image(4, 16, 4));
}

TEST_CASE("dxtc: the kernels agree to the last bit with and without calls") {
  for (const char* calls : {"0", "1"}) {
    const Outcome outcome =
        run_functionally("dxtc", Size::kTiny, {{"width", "12"}, {"height", "8"}, {"calls", calls}});
    CHECK(outcome.verdict.text == "12 words equal");
    CHECK(outcome.counts.blocks == 6);
    CHECK(outcome.counts.uninitialised_scratchpad_reads.count == 0);
  }
}

TEST_CASE("dxtc: the verdict notices an omitted kernel") { CHECK_FALSE(run_without("dxtc", "dxtc_calls").right); }

TEST_CASE("dxtc: 12 bytes of the scratchpad a thread and its functions as calls") {
  CHECK(scratchpad_shapes("dxtc").at("dxtc_calls") == ScratchpadShape{12 * 64, 4, 64});
  CHECK(scratchpad_shapes("dxtc", {{"calls", "0"}}).at("dxtc") == ScratchpadShape{12 * 64, 4, 64});
  const ThreadNeeds inlined = thread_needs("dxtc", "dxtc"), called = thread_needs("dxtc", "dxtc_calls");
  CHECK(inlined.registers == 41);  // Hayes and Zhang, table 1: 43 and 49
  CHECK(called.registers == 36);
  CHECK(inlined.functions == 0);
  CHECK(called.functions == 4);
  CHECK(called.local_bytes == 0);
}

TEST_CASE("dxtc: images with partial blocks are refused") {
  CHECK_THROWS_MATCHES(run_functionally("dxtc", Size::kTiny, {{"width", "6"}}), InputError,
                       Catch::Matchers::Message("argument 'width' of workload 'dxtc' is 6; expected a multiple of 4"));
}
