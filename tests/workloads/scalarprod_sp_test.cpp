// scalarprod_sp: the CPU's products judged on whole numbers; the plain kernel and its virtual thread blocks.
#include "workloads/scalarprod_sp/scalarprod_sp.h"

#include <catch2/catch.hpp>

#include "scratchpad_shape.h"
#include "run_workload.h"

using namespace unibank;

TEST_CASE("scalarprod_sp: products of small whole numbers are exact") {
  // 0 + 1 + ... + (n-1), weighted by 1, 2, 3: 2048 x 2047 / 2 x 3 is below 2^24.
  constexpr std::size_t elements = 2048;
  std::vector<float> a(3 * elements), b(3 * elements);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = static_cast<float>(i % elements);
    b[i] = static_cast<float>(1 + i / elements);
  }
  const float sum = elements * (elements - 1) / 2;
  CHECK(scalarprod_sp::products(a, b, elements) == std::vector<float>{sum, 2 * sum, 3 * sum});
}

TEST_CASE("scalarprod_sp: products 1024 elements apart are added before the tree adds others") {
  std::vector<float> a(2048, 0.0f), b(2048, 1.0f);
  a[0] = 0x1p24f;
  a[512] = 1;  // lost where it is added to 2^24
  a[1024] = -0x1p24f;
  CHECK(scalarprod_sp::products(a, b, 2048) == std::vector<float>{1});
}

TEST_CASE("scalarprod_sp is right in all forms for one product an accumulator and for several") {
  for (const char* form : {"0", "1", "2"}) {
    for (const char* elements : {"1024", "3072"}) {
      const Outcome outcome = run_functionally("scalarprod_sp", Size::kTiny,
                                               {{"vectors", "6"}, {"elements", elements}, {"form", form}});
      INFO("form " << form << ", " << elements << " elements");
      CHECK(outcome.verdict.text == "6 products equal");
      CHECK(outcome.counts.blocks == (form[0] == '0' ? 6 : 3));
      CHECK(outcome.counts.uninitialised_scratchpad_reads.count == 0);
    }
  }
}

TEST_CASE("scalarprod_sp: one variable of 4144 bytes and three resident blocks of 64 threads, 128 when merged") {
  for (const std::string form : {"", "_vtb", "_vtb_pipe"}) {
    const std::uint64_t threads = form.empty() ? 64 : 128;
    const ScratchpadShape shape = scratchpad_shape("scalarprod_sp", "scalarprod_sp" + form, threads);
    CHECK(shape == ScratchpadShape{4 * (1024 + 12), 1, threads});
    CHECK(resident(shape).resident_blocks == 3);
    CHECK(resident(shape).limited_by == "scratchpad");
    CHECK(resident_without_scratchpad(shape).resident_blocks >= 6);
  }
}

TEST_CASE("scalarprod_sp: the merged forms sum in registers and execute fewer instructions") {
  // Table XI has 0.580 (VTB) and 0.568 (VTB_PIPE) times as many instructions as the plain form.
  const auto instructions = [](const char* form) {
    return run_functionally("scalarprod_sp", Size::kTiny, {{"form", form}}).counts.thread_instructions;
  };
  const std::uint64_t plain = instructions("0"), vtb = instructions("1"), pipe = instructions("2");
  INFO(vtb << " and " << pipe << " of " << plain);
  CHECK(pipe < vtb);
  CHECK(vtb < plain);
}

TEST_CASE("scalarprod_sp: vectors that do not fill the accumulators and odd numbers of pairs are refused") {
  const auto refused = [](const std::string& argument, const std::string& value, const std::string& of) {
    CHECK_THROWS_MATCHES(run_functionally("scalarprod_sp", Size::kTiny, {{argument, value}}), InputError,
                         Catch::Matchers::Message("argument '" + argument + "' of workload 'scalarprod_sp' is " +
                                                  value + "; expected a multiple of " + of));
  };
  refused("vectors", "3", "2");
  refused("elements", "1100", "1024");
}
