#include "workloads/sad/sad.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>

#include "run_workload.h"

using namespace unibank;

namespace {

constexpr std::size_t kRange = 2, kSide = 2 * kRange + 1;

// The sums of one shape, indexed by offset.
const std::uint16_t* sums_of(const std::vector<std::uint16_t>& all, const sad::Kind& kind, std::size_t macroblocks,
                             std::size_t macroblock, std::size_t shape) {
  const std::size_t shapes = 256 / (kind.width * kind.height);
  return &all[(kind.place * macroblocks + macroblock * shapes + shape) * sad::padded_offsets(kRange)];
}

}  // namespace

TEST_CASE("sad: a bright pixel of the current frame counts in the seven shapes that contain it") {
  // At (5, 10) of the second of two macroblocks: row 1 and column 2 of its 4 x 4 blocks, the north-east quarter.
  sad::Frames frames{16, 32, std::vector<std::uint16_t>(512, 0), std::vector<std::uint16_t>(512, 0)};
  frames.current[5 * 32 + 16 + 10] = 200;
  const std::vector<std::uint16_t> all = sad::sums(frames, kRange);
  CHECK(all.size() == 41 * 2 * 32);
  const std::size_t holding[] = {0, 0, 1, 1, 3, 2, 6};  // in the order of kKinds
  std::size_t bright = 0;
  for (std::size_t kind = 0; kind < 7; ++kind) {
    const std::uint16_t* const sums = sums_of(all, sad::kKinds[kind], 2, 1, holding[kind]);
    for (std::size_t i = 0; i < kSide * kSide; ++i) CHECK(sums[i] == 200);
  }
  for (const std::uint16_t sum : all) bright += sum != 0;
  CHECK(bright == 7 * kSide * kSide);
}

TEST_CASE("sad: offsets are ordered by rows and a bright pixel of the reference counts at the opposite offset") {
  sad::Frames frames{16, 16, std::vector<std::uint16_t>(256, 0), std::vector<std::uint16_t>(256, 0)};
  frames.reference[6 * 16 + 5] = 9;
  const std::vector<std::uint16_t> all = sad::sums(frames, kRange);
  // In the 4 x 4 block at (4, 4) it is at row 2 and column 1, minus the block's offset.
  const std::uint16_t* const sums = sums_of(all, sad::kKinds[6], 1, 0, 5);
  for (std::size_t i = 0; i < kSide * kSide; ++i) {
    const int down = static_cast<int>(i / kSide) - 2, across = static_cast<int>(i % kSide) - 2;
    const int y = 6 - 4 - down, x = 5 - 4 - across;
    CHECK(sums[i] == (y >= 0 && y < 4 && x >= 0 && x < 4 ? 9 : 0));
  }
}

TEST_CASE("sad: larger shapes are the sums of the 4 x 4 blocks in them") {
  const sad::Frames frames = sad::synthetic_frames(16, 16, 1);
  const std::vector<std::uint16_t> all = sad::sums(frames, kRange);
  for (const sad::Kind& kind : sad::kKinds) {
    for (std::size_t row = 0; row < 16 / kind.height; ++row) {
      for (std::size_t column = 0; column < 16 / kind.width; ++column) {
        const std::uint16_t* const sums = sums_of(all, kind, 1, 0, sad::shape_index(kind, row, column));
        for (std::size_t i = 0; i < kSide * kSide; ++i) {
          unsigned expected = 0;
          for (std::size_t y = row * kind.height / 4; y < (row + 1) * kind.height / 4; ++y) {
            for (std::size_t x = column * kind.width / 4; x < (column + 1) * kind.width / 4; ++x) {
              expected += sums_of(all, sad::kKinds[6], 1, 0, y * 4 + x)[i];
            }
          }
          CHECK(sums[i] == expected);
        }
      }
    }
  }
}

TEST_CASE("sad: each shape of a kind has its own index") {
  for (const sad::Kind& kind : sad::kKinds) {
    std::vector<std::size_t> indices;
    for (std::size_t row = 0; row < 16 / kind.height; ++row) {
      for (std::size_t column = 0; column < 16 / kind.width; ++column) {
        indices.push_back(sad::shape_index(kind, row, column));
      }
    }
    std::sort(indices.begin(), indices.end());
    for (std::size_t i = 0; i < indices.size(); ++i) CHECK(indices[i] == i);
  }
}

TEST_CASE("sad: the best offset of an inner macroblock is the scene's motion") {
  const sad::Frames frames = sad::synthetic_frames(48, 48, 1);
  const std::vector<std::uint16_t> all = sad::sums(frames, 4);
  const std::uint16_t* const sums = &all[4 * sad::padded_offsets(4)];  // 16 x 16 sums of the middle macroblock
  const auto best = static_cast<std::size_t>(std::min_element(sums, sums + 81) - sums);
  CHECK(best / 9 == 4 - 2);  // two rows up
  CHECK(best % 9 == 4 + 3);
  CHECK(sums[best] < sums[4 * 9 + 4] / 2);
}

TEST_CASE("sad: pixels have 8 bits and other seeds give other noise") {
  const sad::Frames frames = sad::synthetic_frames(32, 48, 1), others = sad::synthetic_frames(32, 48, 2);
  CHECK(frames.current == sad::synthetic_frames(32, 48, 1).current);
  CHECK(frames.current != others.current);
  CHECK(frames.reference != others.reference);
  for (const std::uint16_t pixel : frames.current) CHECK(pixel <= 255);
  for (const std::uint16_t pixel : frames.reference) CHECK(pixel <= 255);
}

TEST_CASE("sad is right for frames that are not square and threads without offsets") {
  CHECK(sad::padded_offsets(16) == 1096);
  for (const char* range : {"1", "3", "5"}) {
    const Outcome outcome = run_functionally("sad", Size::kTiny, {{"width", "48"}, {"height", "32"}, {"range", range}});
    CHECK(outcome.verdict.right);
    CHECK(outcome.counts.launches == 3);
    CHECK(outcome.counts.blocks == 12 * 8 + 6 + 6);
  }
}

TEST_CASE("sad: no scratchpad as Gebhart's table 1 prints and frames of 176 x 144 with 33 x 33 offsets") {
  for (const char* kernel : {"sad_4x4", "sad_8x8", "sad_16x16"}) CHECK(scratchpad_bytes("sad", kernel) == 0);
  CHECK(complete_arguments(find_workload("sad"), Size::kPaper, {}) ==
        WorkloadArguments{{"width", 176}, {"height", 144}, {"range", 16}});
}

TEST_CASE("sad: frames that macroblocks do not fill are refused") {
  const auto refused = [](const std::string& side) {
    CHECK_THROWS_MATCHES(
        run_functionally("sad", Size::kTiny, {{side, "40"}}), InputError,
        Catch::Matchers::Message("argument '" + side + "' of workload 'sad' is 40; expected a multiple of 16"));
  };
  refused("width");
  refused("height");
}
