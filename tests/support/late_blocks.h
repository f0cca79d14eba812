// Late doubles: for each chosen kind, the native block behind a LateRelay.
#pragma once

#include <memory>

#include "block/factories.h"
#include "memory/dram_channel.h"
#include "memory/interconnect.h"
#include "memory/l2_slice.h"
#include "memory/mshr.h"
#include "memory/tag_array.h"
#include "sm/crossbar.h"
#include "sm/narrow_banks.h"
#include "support/late_relay.h"

namespace unibank::test {

class LateBank : public sc_core::sc_module, public BankInterface {
 public:
  LateBank(const sc_core::sc_module_name& name, const BankParameters& parameters, LateOptions options);
  LateBank(const sc_core::sc_module_name& name, const NarrowBankParameters& parameters, LateOptions options);
  ~LateBank() override;
  TargetSocket& socket(unsigned port = kRegisters) override { return relay_.target(port); }
  BankCounters counters(unsigned bank) const override { return native_->counters(bank); }
  void add_counters_to(CounterValues& all) const override { native_->add_counters_to(all); }

 private:
  LateRelay relay_;
  std::unique_ptr<BankInterface> native_;
};

class LateTagArray : public sc_core::sc_module, public TagArrayInterface {
 public:
  LateTagArray(const sc_core::sc_module_name& name, const TagArrayParameters& parameters, LateOptions options);
  ~LateTagArray() override;
  TargetSocket& socket(unsigned port) override { return relay_.target(port); }
  void configure(unsigned sets, unsigned ways = 0) override { native_.configure(sets, ways); }
  unsigned lines(std::uint8_t state) const override { return native_.lines(state); }
  TagCounters counters() const override { return native_.counters(); }
  void add_counters_to(CounterValues& all) const override { native_.add_counters_to(all); }

 private:
  LateRelay relay_;
  TagArray native_;
};

class LateCrossbar : public sc_core::sc_module, public CrossbarInterface {
 public:
  LateCrossbar(const sc_core::sc_module_name& name, const CrossbarParameters& parameters, LateOptions options);
  ~LateCrossbar() override;
  TargetSocket& target(unsigned port) override { return relay_.target(port); }
  InitiatorSocket& initiator(unsigned port, unsigned range) override { return native_.initiator(port, range); }
  std::uint64_t transfers(unsigned port) const override { return native_.transfers(port); }
  unsigned ports() const override { return native_.ports(); }

 private:
  LateRelay relay_;
  Crossbar native_;
};

class LateMshr : public sc_core::sc_module, public MshrInterface {
 public:
  LateMshr(const sc_core::sc_module_name& name, const MshrParameters& parameters, LateOptions options);
  ~LateMshr() override;
  TargetSocket& socket(unsigned port) override { return relay_.target(port); }
  InitiatorSocket& memory() override { return native_.memory(); }
  unsigned occupancy() const override { return native_.occupancy(); }
  unsigned in_flight() const override { return native_.in_flight(); }
  MshrCounters counters() const override { return native_.counters(); }

 private:
  LateRelay relay_;
  Mshr native_;
};

class LateInterconnect : public sc_core::sc_module, public InterconnectInterface {
 public:
  LateInterconnect(const sc_core::sc_module_name& name, const InterconnectParameters& parameters, LateOptions options);
  ~LateInterconnect() override;
  TargetSocket& from_sm(unsigned sm) override { return relay_.target(sm); }
  InitiatorSocket& to_slice(unsigned slice) override { return native_.to_slice(slice); }
  unsigned in_flight() const override { return native_.in_flight(); }
  InterconnectCounters counters() const override { return native_.counters(); }

 private:
  LateRelay relay_;
  Interconnect native_;
};

class LateL2Slice : public sc_core::sc_module, public L2SliceInterface {
 public:
  LateL2Slice(const sc_core::sc_module_name& name, const L2SliceParameters& parameters, LateOptions options);
  ~LateL2Slice() override;
  TargetSocket& socket() override { return relay_.target(0); }
  InitiatorSocket& memory() override { return native_.memory(); }
  unsigned occupancy() const override { return native_.occupancy(); }
  unsigned in_flight() const override { return native_.in_flight(); }
  L2SliceCounters counters() const override { return native_.counters(); }

 private:
  LateRelay relay_;
  L2Slice native_;
};

class LateDram : public sc_core::sc_module, public DramInterface {
 public:
  LateDram(const sc_core::sc_module_name& name, const DramParameters& parameters, LateOptions options);
  // A relay in front of a channel that `make` creates.
  LateDram(const sc_core::sc_module_name& name, const DramParameters& parameters, LateOptions options,
           const BlockFactory<DramKind>& make);
  ~LateDram() override;
  TargetSocket& socket(unsigned port) override { return relay_.target(port); }
  unsigned queue_depth() const override { return native_->queue_depth(); }
  unsigned in_flight() const override { return native_->in_flight(); }
  DramChannelCounters counters() const override { return native_->counters(); }

 private:
  LateRelay relay_;
  std::unique_ptr<DramInterface> native_;
};

struct LateChoice {
  bool bank = false, tag_array = false, crossbar = false, mshr = false, dram = false;
  bool interconnect = false, l2_slice = false;
};

// Factories of the chosen doubles. The double of a DRAM channel is in front of the channel that `choices` select.
BlockFactories late_blocks(const LateChoice& late, LateOptions options, const BlockChoices& choices = {});

}  // namespace unibank::test
