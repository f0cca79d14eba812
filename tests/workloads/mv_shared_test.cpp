// mv_shared: the CPU's product judged by hand; the plain kernel and its virtual thread blocks.
#include "workloads/mv_shared/mv_shared.h"

#include <catch2/catch.hpp>

#include "scratchpad_shape.h"
#include "run_workload.h"

using namespace unibank;

namespace {
constexpr const char* kForms[] = {"0", "1", "2"};  // plain, VTB, VTB_PIPE
}

TEST_CASE("mv_shared: a row of a row-major matrix times the vector") {
  CHECK(mv_shared::product({1, 2, 3, 4, 5, 6}, {1, 0, 10}) == std::vector<float>{31, 64});
}

TEST_CASE("mv_shared is right in all forms for one tile and for several") {
  for (const char* form : kForms) {
    for (const char* columns : {"32", "64", "96"}) {
      for (const unsigned rows : {64u, 192u}) {
        const Outcome outcome = run_functionally(
            "mv_shared", Size::kTiny, {{"rows", std::to_string(rows)}, {"columns", columns}, {"form", form}});
        INFO("form " << form << ", " << rows << " rows, " << columns << " columns");
        CHECK(outcome.verdict.text == std::to_string(rows) + " elements equal");
        CHECK(outcome.counts.blocks == rows / (form[0] == '0' ? 32 : 64));
        CHECK(outcome.counts.uninitialised_scratchpad_reads.count == 0);
      }
    }
  }
}

TEST_CASE("mv_shared: one variable of 4224 bytes and three resident blocks of 32 threads, 64 when two are merged") {
  for (const char* kernel : {"mv_shared", "mv_shared_vtb", "mv_shared_vtb_pipe"}) {
    const std::uint64_t threads = kernel == std::string("mv_shared") ? 32 : 64;
    const ScratchpadShape shape = scratchpad_shape("mv_shared", kernel, threads);
    CHECK(shape == ScratchpadShape{4224, 1, threads});
    CHECK(resident(shape).resident_blocks == 3);
    CHECK(resident(shape).limited_by == "scratchpad");
    CHECK(resident_without_scratchpad(shape).resident_blocks >= 6);
  }
}

TEST_CASE("mv_shared: the merged forms execute at most twice the instructions of the plain one") {
  // Table XI has 1.69 (VTB) and 1.55 (VTB_PIPE) times as many instructions as the plain form.
  const auto instructions = [](const char* form) {
    return run_functionally("mv_shared", Size::kTest, {{"form", form}}).counts.thread_instructions;
  };
  const std::uint64_t plain = instructions("0");
  for (const char* form : {"1", "2"}) {
    INFO("form " << form << ": " << static_cast<double>(instructions(form)) / static_cast<double>(plain));
    CHECK(instructions(form) != plain);
    CHECK(instructions(form) < 2 * plain);
  }
}

TEST_CASE("mv_shared: sizes that the tiles do not fill and unknown forms are refused") {
  const auto refused = [](const std::string& argument, const std::string& value, const std::string& message) {
    CHECK_THROWS_MATCHES(
        run_functionally("mv_shared", Size::kTiny, {{argument, value}}), InputError,
        Catch::Matchers::Message("argument '" + argument + "' of workload 'mv_shared' is " + message));
  };
  refused("rows", "96", "96; expected a multiple of 64");
  refused("columns", "80", "80; expected a multiple of 32");
  refused("form", "3", "'3'; expected a whole number from 0 to 2");
}
