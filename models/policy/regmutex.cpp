// Register store `regmutex`: a warp always holds its base registers, and acquires a section with its extended registers
// before instructions that need them (Khorasani et al.: RegMutex, ISCA 2018). Registers outside of all base sets are
// sections of a pool; each scheduler has banks, and so a pool, of its own (sub_core_banks.h). A warp that finds no
// section free waits until one is released.
//
// A section belongs to a warp. acqreg and relreg are executed by lanes, which may have diverged: a warp has its section
// from the first lane's acqreg until no live lane is between the two. No public text describes the authors' choice.
#include <vector>

#include "base/bits_for.h"
#include "block/signals.h"
#include "policy/sub_core_banks.h"

namespace unibank {
namespace {

#define REGMUTEX_COUNTERS(counter) \
  counter(acquires, "regmutex.acquires", "sections", "taken by a warp") \
  counter(waits, "regmutex.waits", "sections", "taken by a warp that had to wait") \
  counter(wait_cycles, "regmutex.wait_cycles", "cycles", "that warps waited for a section") \
  counter(held_cycles, "regmutex.held_cycles", "cycles", \
          "that warps held a section; divided by all cycles: the sections in use")
UNIBANK_COUNTERS(RegmutexCounters, "sm.register_store", REGMUTEX_COUNTERS);

class Regmutex : public RegisterStore {
 public:
  std::string refusal(const SmCapacity& capacity, unsigned banks_per_cluster, unsigned schedulers) const override {
    if (!capacity.alone(Part::kRegisters))
      return "the pool is what warps leave of a register file; expected a memory of registers alone";
    return SubCoreBanks::refusal(capacity, banks_per_cluster, schedulers);
  }
  void reset(const RegisterLayout& layout) override {
    banks_.reset(layout);
    shares_ = layout.base_registers != 0;
    warps_.assign(layout.warps, {});
    free_.assign(layout.schedulers, {});
    for (unsigned section = layout.sections / layout.schedulers; section-- > 0;)
      for (std::vector<unsigned>& of_sub_core : free_) of_sub_core.push_back(section);
    held_ = 0;
  }
  RegisterStep next(RegisterAccess& access, const TagAnswer* /*answer*/) override {
    return banks_.place(access.warp, access.number, warps_[access.warp].section);
  }
  unsigned bank(unsigned warp, unsigned number) const override { return banks_.bank(warp, number); }
  unsigned rows_per_bank() const override { return banks_.rows_per_bank(); }

  bool time_shares() const override { return true; }
  bool acquire(unsigned warp, LaneMask lanes, Cycle cycle) override;
  bool release(unsigned warp, LaneMask lanes, Cycle cycle) override {
    return keep(warps_[warp], ~lanes, banks_.sub_core(warp), cycle);
  }
  bool lanes_ended(unsigned warp, LaneMask live, Cycle cycle) override {
    return keep(warps_[warp], live, banks_.sub_core(warp), cycle);
  }
  unsigned extended_held() const override { return held_ * banks_.extended(); }
  // A bit per warp and one per section, and a section's number for each warp, as in the authors' patent (US
  // 11,537,397); and a bit per lane.
  std::uint64_t added_state_bits(unsigned warps) const override {
    return std::uint64_t{warps} * (2 + bits_for(warps) + kWarpSize);
  }
  void add_counters_to(CounterValues& all) const override { all.add(counters_); }
  PolicySignals signals() const override {
    return {{"sections_held", 8, [this] { return held_; }}};
  }

 private:
  struct Warp {
    LaneMask inside = 0;  // lanes between acqreg and relreg; if any, the warp holds `section`
    unsigned section = 0;
    bool waits = false;
    Cycle since = 0;  // the cycle since which the warp holds its section or waits
  };
  bool keep(Warp& warp, LaneMask lanes, unsigned sub_core, Cycle cycle);

  SubCoreBanks banks_;
  bool shares_ = false;
  std::vector<Warp> warps_;
  std::vector<std::vector<unsigned>> free_;  // [sub-core]: sections, the next to take last
  unsigned held_ = 0;
  RegmutexCounters counters_;
};

bool Regmutex::acquire(unsigned number, LaneMask lanes, Cycle cycle) {
  if (!shares_) return true;
  Warp& warp = warps_[number];
  std::vector<unsigned>& free = free_[banks_.sub_core(number)];
  if (warp.inside == 0 && free.empty()) {
    if (!warp.waits) warp.since = cycle;
    warp.waits = true;
    return false;
  }
  if (warp.inside == 0) {
    if (warp.waits) counters_.wait_cycles += cycle - warp.since;
    counters_.waits += warp.waits;
    ++counters_.acquires;
    warp.waits = false;
    warp.since = cycle;
    warp.section = free.back();
    free.pop_back();
    ++held_;
  }
  warp.inside |= lanes;
  return true;
}

// Records that only `lanes` of the warp may still be between acqreg and relreg.
bool Regmutex::keep(Warp& warp, LaneMask lanes, unsigned sub_core, Cycle cycle) {
  if (warp.inside == 0) return false;
  warp.inside &= lanes;
  if (warp.inside != 0) return false;
  counters_.held_cycles += cycle - warp.since;
  free_[sub_core].push_back(warp.section);
  --held_;
  return true;
}

const RegisterStoreRegistry::Registration kRegistration({
    "regmutex",
    "as sub-cores; warps share registers that each of them needs only temporarily (Khorasani et al.)",
    {},
    [](const PolicyValues&) { return std::make_unique<Regmutex>(); },
});

const SignalDeclaration kSignals("policies", "variables of policies",
                                 {{"smN.register_store.sections_held", "regmutex: sections that warps hold"}});

}  // namespace
}  // namespace unibank
