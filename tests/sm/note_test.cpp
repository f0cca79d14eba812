// The cause of an access, an extension on payloads for observers.
#include <catch2/catch.hpp>

#include "support/addresses.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

std::vector<AccessNote> seen;

// A bank that looks at every payload before it forwards it.
class WatchedBank : public UnifiedBank {
 public:
  WatchedBank(const char* name, const BankParameters& parameters)
      : UnifiedBank(name, parameters), in_("in", this), out_("out", this) {
    out_.bind(UnifiedBank::socket(kRegisters));
  }
  TargetSocket& socket(unsigned) override { return in_; }

  tlm::tlm_sync_enum request(unsigned, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    if (const AccessNote* note = payload.get_extension<AccessNote>()) seen.push_back(*note);
    return out_.send(payload, phase, delay);
  }
  void request_blocking(unsigned, Payload&) {}
  void answered(unsigned, Payload&, const tlm::tlm_phase&, const sc_core::sc_time&) {}

 private:
  TargetPort<WatchedBank> in_;
  InitiatorPort<WatchedBank> out_;
};

}  // namespace

TEST_CASE("a register access carries its warp and its lanes for observers") {
  BlockFactories factories;
  factories.set<UnifiedBankKind>([](const char* name, const BankParameters& parameters) {
    return std::make_unique<WatchedBank>(name, parameters);
  });
  SmBench bench(bench_design(), factories);
  bench.run(Script().alu({1}, {0}).lanes(0xff).exit(), 2);
  // Two clusters of four lanes each: one read and one write for each warp and cluster.
  CHECK(seen.size() == 2 * 2 * 2);
  unsigned of_warp_one = 0;
  for (const AccessNote& note : seen) {
    CHECK(note.kind == AccessNote::Kind::kRegister);
    CHECK(note.lanes == 0xff);
    of_warp_one += note.warp == 1;
  }
  CHECK(of_warp_one == seen.size() / 2);
}
