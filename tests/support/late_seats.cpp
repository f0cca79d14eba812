#include "support/late_seats.h"

namespace unibank::test {
namespace {

std::unique_ptr<DramSeat> native_dram(const char* name, const DramParameters& parameters) {
  if (parameters.fr_fcfs) return std::make_unique<FrFcfsChannel>(name, parameters);
  return std::make_unique<DramChannel>(name, parameters);
}

}  // namespace

LateBank::LateBank(const sc_core::sc_module_name& name, const BankParameters& parameters, LateOptions options)
    : sc_module(name),
      relay_("relay", parameters.memory_socket ? 2 : 1, options),
      seat_(std::make_unique<UnifiedBank>("native", parameters)) {
  relay_.initiator(0).bind(seat_->socket(kRegisters));
  if (parameters.memory_socket) relay_.initiator(1).bind(seat_->socket(kMemory));
}

LateBank::LateBank(const sc_core::sc_module_name& name, const NarrowBankParameters& parameters, LateOptions options)
    : sc_module(name), relay_("relay", 1, options), seat_(std::make_unique<NarrowBankGroup>("native", parameters)) {
  relay_.initiator(0).bind(seat_->socket());
}

LateBank::~LateBank() = default;

LateTagArray::LateTagArray(const sc_core::sc_module_name& name, const TagArrayParameters& parameters,
                           LateOptions options)
    : sc_module(name), relay_("relay", parameters.ports, options), native_("native", parameters) {
  for (unsigned port = 0; port < parameters.ports; ++port) relay_.initiator(port).bind(native_.socket(port));
}

LateTagArray::~LateTagArray() = default;

LateCrossbar::LateCrossbar(const sc_core::sc_module_name& name, const CrossbarParameters& parameters,
                           LateOptions options)
    : sc_module(name), relay_("relay", parameters.ports, options), native_("native", parameters) {
  for (unsigned port = 0; port < parameters.ports; ++port) relay_.initiator(port).bind(native_.target(port));
}

LateCrossbar::~LateCrossbar() = default;

LateMshr::LateMshr(const sc_core::sc_module_name& name, const MshrParameters& parameters, LateOptions options)
    : sc_module(name), relay_("relay", parameters.ports, options), native_("native", parameters) {
  for (unsigned port = 0; port < parameters.ports; ++port) relay_.initiator(port).bind(native_.socket(port));
}

LateMshr::~LateMshr() = default;

LateInterconnect::LateInterconnect(const sc_core::sc_module_name& name, const InterconnectParameters& parameters,
                                   LateOptions options)
    : sc_module(name), relay_("relay", parameters.sms, options), native_("native", parameters) {
  for (unsigned sm = 0; sm < parameters.sms; ++sm) relay_.initiator(sm).bind(native_.from_sm(sm));
}

LateInterconnect::~LateInterconnect() = default;

LateL2Slice::LateL2Slice(const sc_core::sc_module_name& name, const L2SliceParameters& parameters, LateOptions options)
    : sc_module(name), relay_("relay", 1, options), native_("native", parameters) {
  relay_.initiator(0).bind(native_.socket());
}

LateL2Slice::~LateL2Slice() = default;

LateDram::LateDram(const sc_core::sc_module_name& name, const DramParameters& parameters, LateOptions options)
    : sc_module(name),
      relay_("relay", parameters.ports, options),
      seat_(native_dram("native", parameters)) {
  for (unsigned port = 0; port < parameters.ports; ++port) relay_.initiator(port).bind(seat_->socket(port));
}

LateDram::~LateDram() = default;

Seats late_seats(const LateChoice& late, LateOptions o) {
  Seats seats = native_seats();
  if (late.bank) {
    seats.bank = [o](const char* n, const BankParameters& p) { return std::make_unique<LateBank>(n, p, o); };
    seats.narrow_banks = [o](const char* n, const NarrowBankParameters& p) {
      return std::make_unique<LateBank>(n, p, o);
    };
  }
  if (late.tag_array) {
    seats.tag_array = [o](const char* n, const TagArrayParameters& p) {
      return std::make_unique<LateTagArray>(n, p, o);
    };
  }
  if (late.crossbar) {
    seats.crossbar = [o](const char* n, const CrossbarParameters& p) {
      return std::make_unique<LateCrossbar>(n, p, o);
    };
  }
  if (late.mshr)
    seats.mshr = [o](const char* n, const MshrParameters& p) { return std::make_unique<LateMshr>(n, p, o); };
  if (late.interconnect) {
    seats.interconnect = [o](const char* n, const InterconnectParameters& p) {
      return std::make_unique<LateInterconnect>(n, p, o);
    };
  }
  if (late.l2_slice) {
    seats.l2_slice = [o](const char* n, const L2SliceParameters& p) { return std::make_unique<LateL2Slice>(n, p, o); };
  }
  if (late.dram)
    seats.dram = [o](const char* n, const DramParameters& p) { return std::make_unique<LateDram>(n, p, o); };
  return seats;
}

}  // namespace unibank::test
