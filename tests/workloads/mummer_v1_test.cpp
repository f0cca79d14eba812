// mummer_v1: the reverse strand by hand; runs of unusual sizes. Tree and matches are those of mummer, which has tests
// of its own.
#include "workloads/mummer_v1/mummer_v1.h"

#include <catch2/catch.hpp>

#include "run_without.h"
#include "run_workload.h"
#include "thread_needs.h"
#include "workloads/mummer/mummer.h"

using namespace unibank;

TEST_CASE("mummer_v1: the reverse strand is read backwards with complementary letters") {
  CHECK(mummer_v1::other_strand("GATTACA") == "TGTAATC");
  CHECK(mummer_v1::other_strand("") == "");
  const std::string letters = "ACCGTTTAGGCA";
  CHECK(mummer_v1::other_strand(mummer_v1::other_strand(letters)) == letters);
}

TEST_CASE("mummer_v1: a read of the reverse strand matches completely and the read itself does not") {
  const mummer::Input input = mummer::random_input(400, 400, 1, 25, 5);
  const mummer::SuffixTree tree = mummer::suffix_tree(input.reference);
  const std::string read = mummer_v1::other_strand(input.queries[0]);
  CHECK(mummer::longest_match(tree, mummer_v1::other_strand(read), 0).letters == 25);
  CHECK(mummer::longest_match(tree, read, 0).letters < 15);
}

TEST_CASE("mummer_v1 is right for reads of other lengths and a last block that is not full") {
  for (const char* letters : {"20", "21", "64"}) {
    const Outcome outcome = run_functionally(
        "mummer_v1", Size::kTiny, {{"queries", "513"}, {"reference", "300"}, {"genome", "300"}, {"letters", letters}});
    INFO(outcome.verdict.text);
    CHECK(outcome.verdict.right);
    CHECK(outcome.counts.launches == 2);
    CHECK(outcome.counts.blocks == 6);
  }
  CHECK(run_functionally("mummer_v1", Size::kTiny, {{"queries", "1"}}).verdict.text == "12 match values equal");
}

TEST_CASE("mummer_v1 is right where nodes and reference take several rows of their textures") {
  const Outcome outcome =
      run_functionally("mummer_v1", Size::kTiny, {{"queries", "100"}, {"reference", "9000"}, {"genome", "9000"}});
  INFO(outcome.verdict.text);
  CHECK(outcome.verdict.right);
}

TEST_CASE("mummer_v1: the verdict notices an omitted kernel") {
  CHECK_FALSE(run_without("mummer_v1", "mummer_v1").right);
  CHECK_FALSE(run_without("mummer_v1", "mummer_v1_other_strand").right);
}

TEST_CASE("mummer_v1: the input of ISPASS 2009 and no scratchpad and fewer registers than the suite's kernels") {
  CHECK(complete_arguments(find_workload("mummer_v1"), Size::kPaper, {}) ==
        WorkloadArguments{{"queries", 50000}, {"reference", 20000}, {"genome", 5227293}, {"letters", 25}});
  CHECK(scratchpad_bytes("mummer_v1", "mummer_v1") == 0);
  CHECK(scratchpad_bytes("mummer_v1", "mummer_v1_other_strand") == 0);
  CHECK(thread_needs("mummer_v1", "mummer_v1").registers == 24);               // the suite's: 28
  CHECK(thread_needs("mummer_v1", "mummer_v1_other_strand").registers == 26);  // the suite's: 33
}

TEST_CASE("mummer_v1 refuses a genome shorter than its prefix") {
  CHECK_THROWS_MATCHES(
      run_functionally("mummer_v1", Size::kTiny, {{"reference", "1000"}, {"genome", "999"}}), InputError,
      Catch::Matchers::Message("argument 'genome' of workload 'mummer_v1' is 999; expected at least reference = 1000"));
}
