// A tag array of two stages (testbenches/example_block), its answers compared in order with the native one's and with
// the rules of its register map.
#include "example_block/my_pipelined_tags.cpp"

#include <catch2/catch.hpp>
#include <filesystem>

#include "rtl/mine/in_order.h"
#include "support/random.h"
#include "support/requester.h"
#include "support/temporary_folder.h"

using namespace unibank::test;

namespace {

constexpr unsigned kPipelinedSets = 8, kPipelinedRequests = 5000;

std::vector<Access> tag_stream() {
  Random random(2);
  std::vector<Access> all;
  for (Cycle at = 2; all.size() < kPipelinedRequests; at += 1 + random.below(4) / 3) {
    const std::uint64_t what = random.below(20);
    const TagOperation operation = what < 11   ? TagOperation::kLookup
                                   : what < 19 ? TagOperation::kFill
                                               : TagOperation::kInvalidate;
    const std::uint64_t line = random.below(6 * kPipelinedSets) * kLineBytes;
    all.push_back(
        read_at(at, tag_request_address(operation, line, what < 19 && what > 10 ? kCleanLine : 0), kTagAnswerBytes));
  }
  return all;
}

std::string run_tags(CheckBy by, unsigned fault) {
  return compared(by, fault, [](const BlockOptions& options) {
    rtl::TagArrayTransactor tags("tags", {4, 1, nullptr}, options, std::make_unique<MyPipelinedTags>(options.fault));
    tags.configure(kPipelinedSets);
    Requester requester("requester", tag_stream());
    requester.port.bind(tags.socket(0));
    sc_core::sc_start();
    return requester.done() ? text_of(tags) : "not done";
  });
}

}  // namespace

TEST_CASE("my_pipelined_tags: answers are a cycle late and right") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  CHECK(run_tags(CheckBy::kOrder, 0) == "5000 answers, 5000 late, at most 1");
  CHECK(run_tags(CheckBy::kRules, 0) == "5000 answers, 5000 late, at most 1");
  CHECK_THAT(run_tags(CheckBy::kCycles, 0), Catch::Contains("tags: RTL and model differ in cycle 3: no answer to "));
}

TEST_CASE("my_pipelined_tags: each fault is found in order") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  for (unsigned fault : {1u, 2u}) {
    INFO("fault " << fault);
    CHECK_THAT(run_tags(CheckBy::kOrder, fault), Catch::Contains("tags: RTL and model differ in cycle ") ||
                                                     Catch::Contains("an answer without a request"));
  }
}
