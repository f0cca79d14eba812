// histogram256: known counts, colliding bytes, and the kernel's shape.
#include "workloads/histogram256/histogram256.h"

#include <catch2/catch.hpp>

#include <numeric>

#include "scratchpad_shape.h"

using namespace unibank;
using histogram256::kBins;
using histogram256::kThreads;

TEST_CASE("histogram256: words are dealt to the blocks in turn, as many as a block has threads") {
  std::vector<std::uint32_t> words(2 * kThreads + 1, 0x04030201);
  words.back() = 0xFFFFFFFF;  // of block 0
  const std::vector<std::uint32_t> counts = histogram256::partial_histograms(words, 2);
  REQUIRE(counts.size() == 2 * kBins);
  for (std::size_t byte = 1; byte <= 4; ++byte) {
    CHECK(counts[byte] == kThreads);
    CHECK(counts[kBins + byte] == kThreads);
  }
  CHECK(counts[0xFF] == 4);
  CHECK(std::accumulate(counts.begin(), counts.end(), 0u) == 4 * words.size());
}

TEST_CASE("histogram256: every byte occurs and no bin behind the last byte is used") {
  const std::vector<std::uint32_t> words = histogram256::random_words(10000, 1);
  CHECK(words == histogram256::random_words(10000, 1));
  CHECK(words != histogram256::random_words(10000, 2));
  const std::vector<std::uint32_t> counts = histogram256::partial_histograms(words, 1);
  for (std::size_t bin = 0; bin < kBins; ++bin) CHECK((counts[bin] > 0) == (bin < 256));
}

TEST_CASE("histogram256 is right for one word and for warps that are not full") {
  for (const Given& given : {Given{{"words", "1"}, {"blocks", "1"}}, Given{{"words", "197"}, {"blocks", "2"}},
                             Given{{"words", "5000"}, {"blocks", "3"}}}) {
    const Outcome outcome = run_functionally("histogram256", Size::kTiny, given);
    INFO(outcome.verdict.text);
    CHECK(outcome.verdict.right);
    CHECK(outcome.verdict.text == std::to_string(std::stoul(given.at("blocks")) * kBins) + " bins equal");
    CHECK(outcome.counts.uninitialised_scratchpad_reads.count == 0);
  }
}

TEST_CASE("histogram256: six histograms of 384 bins leave room for one block in 16 KB") {
  const ScratchpadShape shape = scratchpad_shapes("histogram256").at("histogram256");
  CHECK(shape == ScratchpadShape{9216, 1, 192});
  CHECK(shape.bytes == 6 * kBins * 4);
  CHECK(resident(shape).resident_blocks == 1);
  const WorkloadArguments paper = complete_arguments(find_workload("histogram256"), Size::kPaper, {});
  CHECK(paper.at("blocks") * 192 == 46080);  // Jatala's table VI
}
