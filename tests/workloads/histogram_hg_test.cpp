// histogram_hg: the plain kernel and its virtual thread blocks.
#include <catch2/catch.hpp>

#include "scratchpad_shape.h"
#include "run_without.h"
#include "run_workload.h"

using namespace unibank;

TEST_CASE("histogram_hg is right in all forms") {
  for (const char* form : {"0", "1", "2", "3"}) {
    for (const char* each : {"16", "48", "112"}) {
      const Outcome outcome =
          run_functionally("histogram_hg", Size::kTiny, {{"blocks", "6"}, {"each", each}, {"form", form}});
      INFO("form " << form << ", " << each << " values a thread");
      CHECK(outcome.verdict.text == "224 bins equal");
      CHECK(outcome.counts.blocks == (form[0] == '0' ? 6 : 3));
      CHECK(outcome.counts.uninitialised_scratchpad_reads.count == 0);
    }
  }
}

TEST_CASE("histogram_hg: a counter holds all values of two threads") {
  for (const char* form : {"0", "1", "2", "3"}) {
    INFO("form " << form);
    CHECK(run_functionally("histogram_hg", Size::kTiny, {{"spread", "1"}, {"form", form}}).verdict.right);
  }
}

TEST_CASE("histogram_hg: the verdict notices an omitted kernel") {
  CHECK_FALSE(run_without("histogram_hg", "histogram_hg").right);
}

TEST_CASE("histogram_hg: one variable of 224 bytes a thread and two resident blocks of 32 threads, 64 when merged") {
  for (const std::string form : {"", "_vtb", "_vtb_pipe", "_co_vtb"}) {
    const std::uint64_t threads = form.empty() ? 32 : 64;
    const ScratchpadShape shape = scratchpad_shape("histogram_hg", "histogram_hg" + form, threads);
    CHECK(shape == ScratchpadShape{32 * 224, 1, threads});
    CHECK(resident(shape).resident_blocks == 2);
    CHECK(resident(shape).limited_by == "scratchpad");
    CHECK(resident_without_scratchpad(shape).resident_blocks >= 4);
  }
}

TEST_CASE("histogram_hg: 1024 x 896 values as published, and merged blocks empty and add up once for two") {
  CHECK(complete_arguments(find_workload("histogram_hg"), Size::kPaper, {}) ==
        WorkloadArguments{{"blocks", 256}, {"each", 112}, {"spread", 224}, {"form", 0}});
  CHECK(256 * 32 * 112 == 1024 * 896);
  // Table XI has 0.524 (VTB), 0.537 (VTB_PIPE) and 0.666 (CO_VTB) times as many instructions as the plain form.
  const auto instructions = [](const char* form) {
    return run_functionally("histogram_hg", Size::kTiny, {{"form", form}}).counts.thread_instructions;
  };
  const std::uint64_t plain = instructions("0"), vtb = instructions("1"), pipe = instructions("2"),
                      co_vtb = instructions("3");
  INFO(vtb << ", " << pipe << " and " << co_vtb << " of " << plain);
  CHECK(vtb < plain);
  CHECK(pipe < plain);
  CHECK(vtb < co_vtb);
}

TEST_CASE("histogram_hg: more values than the counters of merged blocks hold are refused") {
  CHECK_THROWS_MATCHES(run_functionally("histogram_hg", Size::kTiny, {{"each", "128"}}), InputError,
                       Catch::Matchers::Message("argument 'each' of workload 'histogram_hg' is '128'; expected one of "
                                                "16, 32, 48, 64, 80, 96, 112"));
  CHECK_THROWS_MATCHES(run_functionally("histogram_hg", Size::kTiny, {{"blocks", "3"}}), InputError,
                       Catch::Matchers::Message(
                           "argument 'blocks' of workload 'histogram_hg' is 3; expected a multiple of 2"));
}
