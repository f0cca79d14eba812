// Tags of an L2 slice (testbenches/example_block) beside the native one.
#include "example_block/my_l2_tags.cpp"

#include <catch2/catch.hpp>
#include <filesystem>

#include "rtl/mine/in_order.h"
#include "support/random.h"
#include "support/temporary_folder.h"

using namespace unibank::test;

namespace {

constexpr unsigned kTagRequests = 20000;

std::string l2_tags(unsigned sets, unsigned ways, unsigned fault = 0) {
  return compared(CheckBy::kCycles, fault, [&](const BlockOptions& options) {
    rtl::L2TagsTransactor tags("l2", {sets, ways}, options, std::make_unique<MyL2Tags>(options.fault));
    Random random(sets + ways);
    for (unsigned request = 0; request < kTagRequests; ++request) {
      const std::uint64_t address = random.below(3 * sets * ways) * kLineBytes;
      switch (random.below(3)) {
        case 0: tags.probe(address); break;
        case 1: tags.lookup(address); break;
        default: tags.fill(address);
      }
    }
    return std::string(kSame);
  });
}

}  // namespace

TEST_CASE("my_l2_tags: answers as the native ones") {
  for (const auto& [sets, ways] : std::vector<std::pair<unsigned, unsigned>>{{128, 8}, {1, 16}, {24, 6}, {512, 1}}) {
    INFO(sets << " sets of " << ways << " ways");
    CHECK(l2_tags(sets, ways) == kSame);
  }
}

TEST_CASE("my_l2_tags: the fault is found") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  CHECK_THAT(l2_tags(16, 4, 1), Catch::Contains("l2: RTL and model differ in cycle 0: "));
}
