// Faults of RTL that change no cycle: in the machine, without lock-step, the values find them.
#include "rtl/crossbar_transactor.h"
#include "rtl/in_place/in_place.h"
#include "rtl/mshr_transactor.h"
#include "rtl/unified_bank_transactor.h"

using namespace unibank;
using namespace unibank::test;

namespace {

// How a run of the workload ends in which a block is RTL with a fault.
template <typename Kind, typename Block>
std::string ended(const std::string& workload, unsigned fault) {
  Design design = arbitrated(unified_design());
  design.run.check_data = true;
  BlockFactories factories;
  factories.set<Kind>([fault](const char* name, const typename Kind::Parameters& parameters) {
    BlockOptions options;
    options.fault = fault;
    return std::make_unique<Block>(name, parameters, options);
  });
  return run_text(workload, design, factories);
}

}  // namespace

TEST_CASE("values in place: what a faulty bank does to a byte, an enable, a row or two lanes ends the run") {
  // EnablesIgnored, LastByteLost, ReadsRowZero, DataBitLost, EnableIgnored, RowOffByOne, LanesSwapped.
  for (const unsigned fault : {1, 4, 8, 9, 10, 11, 12}) {
    INFO("fault " << fault);
    CHECK_THAT((ended<UnifiedBankKind, rtl::UnifiedBankRtl>("needle", fault)),
               Catch::StartsWith("error: data check: ") && Catch::Contains(" expected "));
  }
}

TEST_CASE("values in place: what a faulty crossbar does to a byte, a bit or two words ends the run") {
  for (const unsigned fault : {4, 8, 9}) {  // LastByteLost, DataBitLost, WordsSwapped
    INFO("fault " << fault);
    CHECK_THAT((ended<CrossbarKind, rtl::CrossbarRtl>("needle", fault)), Catch::StartsWith("error: data check: "));
  }
}

TEST_CASE("values in place: an MSHR that merges a read into another line's, or behind a write, ends the run") {
  CHECK_THAT((ended<MshrKind, rtl::MshrRtl>("needle", 1)), Catch::StartsWith("error: data check: "));
  CHECK_THAT((ended<MshrKind, rtl::MshrRtl>("bfs", 3)), Catch::StartsWith("error: data check: "));
}
