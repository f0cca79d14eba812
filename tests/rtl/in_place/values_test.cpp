// RTL faults that change no cycle: in the machine, without lock-step, the comparison of values finds them.
#include "host/device.h"
#include "rtl/crossbar_rtl.h"
#include "rtl/in_place/in_place.h"
#include "rtl/mshr_rtl.h"
#include "rtl/unified_bank_rtl.h"

using namespace unibank;
using namespace unibank::test;

namespace {

Design watched() {
  Design design = arbitrated(unified_design());
  design.run.check_data = true;
  return design;
}

template <typename Kind, typename Block>
BlockFactories factories_with(unsigned fault) {
  BlockFactories factories;
  factories.set<Kind>([fault](const char* name, const typename Kind::Parameters& parameters) {
    BlockOptions options;
    options.fault = fault;
    return std::make_unique<Block>(name, parameters, options);
  });
  return factories;
}

// The result of a run with a faulty block.
template <typename Kind, typename Block>
std::string ended(const char* workload, unsigned fault) {
  return run_text(workload, watched(), factories_with<Kind, Block>(fault));
}

}  // namespace

TEST_CASE("values in place: a bank fault in a byte or an enable or a row or two lanes ends the run") {
  // EnablesIgnored, LastByteLost, ReadsRowZero, DataBitLost, EnableIgnored, RowOffByOne, LanesSwapped.
  for (const unsigned fault : {1, 4, 8, 9, 10, 11, 12}) {
    INFO("fault " << fault);
    CHECK_THAT((ended<UnifiedBankKind, rtl::UnifiedBankRtl>("needle", fault)),
               Catch::StartsWith("error: data check: ") && Catch::Contains(" expected "));
  }
}

TEST_CASE("values in place: a crossbar fault in a byte or a bit or two words ends the run") {
  for (const unsigned fault : {4, 8, 9}) {  // LastByteLost, DataBitLost, WordsSwapped
    INFO("fault " << fault);
    CHECK_THAT((ended<CrossbarKind, rtl::CrossbarRtl>("needle", fault)), Catch::StartsWith("error: data check: "));
  }
}

TEST_CASE("values in place: an MSHR that merges a read into another line's ends the run") {
  CHECK_THAT((ended<MshrKind, rtl::MshrRtl>("needle", 1)), Catch::StartsWith("error: data check: "));
}

// A thread loads a word, stores to it and loads it again while the first load is still in flight.
TEST_CASE("values in place: an MSHR that merges a read across a write ends the run") {
  const char* const kernel = R"(.version 6.0
.target sm_50
.address_size 64
.visible .entry k(.param .u64 k_param_0) {
  .reg .b32 %r<4>;
  .reg .b64 %rd<4>;
  mov.u32 %r1, %tid.x;
  ld.param.u64 %rd1, [k_param_0];
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd1, %rd1, %rd2;
  ld.global.u32 %r2, [%rd1];
  st.global.u32 [%rd1], %r1;
  ld.global.u32 %r3, [%rd1];
  add.u32 %r3, %r3, %r2;
  st.global.u32 [%rd1], %r3;
  ret;
})";
  const auto run = [&](unsigned fault) {
    return forked([&] {
      DeviceMemory memory;
      GpuBackend backend(watched(), memory, factories_with<MshrKind, rtl::MshrRtl>(fault));
      Device device(backend, memory);
      device.load(kernel, "k.ptx");
      const std::uint64_t words = device.upload(std::vector<std::uint32_t>(32, 7));
      device.launch("k", {1, 1, 1}, {32, 1, 1}, Arguments(words));
      return std::to_string(device.download<std::uint32_t>(words, 32)[5]);
    });
  };
  CHECK(run(0) == "12");
  CHECK_THAT(run(3), Catch::StartsWith("error: data check: "));
}
