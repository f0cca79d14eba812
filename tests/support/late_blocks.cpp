#include "support/late_blocks.h"

namespace unibank::test {
LateBank::LateBank(const sc_core::sc_module_name& name, const BankParameters& parameters, LateOptions options)
    : sc_module(name),
      relay_("relay", parameters.memory_socket ? 2 : 1, options),
      native_(std::make_unique<UnifiedBank>("native", parameters)) {
  relay_.initiator(0).bind(native_->socket(kRegisters));
  if (parameters.memory_socket) relay_.initiator(1).bind(native_->socket(kMemory));
}

LateBank::LateBank(const sc_core::sc_module_name& name, const NarrowBankParameters& parameters, LateOptions options)
    : sc_module(name), relay_("relay", 1, options), native_(std::make_unique<NarrowBankGroup>("native", parameters)) {
  relay_.initiator(0).bind(native_->socket());
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
    : LateDram(name, parameters, options, [](const char* native, const DramParameters& p) {
        return std::make_unique<DramChannel>(native, p);
      }) {}

LateDram::LateDram(const sc_core::sc_module_name& name, const DramParameters& parameters, LateOptions options,
                   const BlockFactory<DramKind>& make)
    : sc_module(name), relay_("relay", parameters.ports, options), native_(make("native", parameters)) {
  for (unsigned port = 0; port < parameters.ports; ++port) relay_.initiator(port).bind(native_->socket(port));
}

LateDram::~LateDram() = default;

namespace {

template <typename Kind, typename Late>
void put(BlockFactories& factories, LateOptions options) {
  factories.set<Kind>([options](const char* name, const typename Kind::Parameters& parameters) {
    return std::make_unique<Late>(name, parameters, options);
  });
}

}  // namespace

BlockFactories late_blocks(const LateChoice& late, LateOptions options, const BlockChoices& choices) {
  BlockFactories factories;
  if (late.bank) {
    put<UnifiedBankKind, LateBank>(factories, options);
    put<NarrowBanksKind, LateBank>(factories, options);
  }
  if (late.tag_array) put<TagArrayKind, LateTagArray>(factories, options);
  if (late.crossbar) put<CrossbarKind, LateCrossbar>(factories, options);
  if (late.mshr) put<MshrKind, LateMshr>(factories, options);
  if (late.interconnect) put<InterconnectKind, LateInterconnect>(factories, options);
  if (late.l2_slice) put<L2SliceKind, LateL2Slice>(factories, options);
  if (late.dram) {
    const BlockFactory<DramKind> make = factories_of(choices).of<DramKind>();
    factories.set<DramKind>([options, make](const char* name, const DramParameters& parameters) {
      return std::make_unique<LateDram>(name, parameters, options, make);
    });
  }
  return factories;
}

}  // namespace unibank::test
