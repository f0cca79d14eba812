#include "sm/seats.h"

namespace unibank {

Seats native_seats() {
  Seats seats;
  seats.bank = [](const char* name, const BankParameters& p) { return std::make_unique<UnifiedBank>(name, p); };
  seats.narrow_banks = [](const char* name, const NarrowBankParameters& p) {
    return std::make_unique<NarrowBankGroup>(name, p);
  };
  seats.tag_array = [](const char* name, const TagArrayParameters& p) { return std::make_unique<TagArray>(name, p); };
  seats.crossbar = [](const char* name, const CrossbarParameters& p) { return std::make_unique<Crossbar>(name, p); };
  seats.mshr = [](const char* name, const MshrParameters& p) { return std::make_unique<Mshr>(name, p); };
  seats.interconnect = [](const char* name, const InterconnectParameters& p) {
    return std::make_unique<Interconnect>(name, p);
  };
  seats.l2_slice = [](const char* name, const L2SliceParameters& p) { return std::make_unique<L2Slice>(name, p); };
  seats.dram = [](const char* name, const DramParameters& p) -> std::unique_ptr<DramSeat> {
    if (p.fr_fcfs) return std::make_unique<FrFcfsChannel>(name, p);
    return std::make_unique<DramChannel>(name, p);
  };
  seats.gate = [](const char*, const PolicyChoice& p) {
    return ScratchpadGateRegistry::instance().make(p.name, p.values);
  };
  seats.warp_order = [](const char*, const PolicyChoice& p) {
    return WarpOrderRegistry::instance().make(p.name, p.values);
  };
  return seats;
}

}  // namespace unibank
