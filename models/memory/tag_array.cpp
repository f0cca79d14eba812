#include "memory/tag_array.h"

#include <cstring>
#include <string>

#include "block/factories.h"
#include "block/signals.h"
#include "tlm/protocol.h"
#include "tlm/time.h"

namespace unibank {

namespace {

// The host's integers have the byte order of the register map.
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);

template <typename Number>
void put(unsigned char* bytes, Number value) {
  std::memcpy(bytes, &value, sizeof(value));
}

template <typename Number>
Number get(const unsigned char* bytes) {
  Number value;
  std::memcpy(&value, bytes, sizeof(value));
  return value;
}

}  // namespace

void pack_tag_answer(const TagResult& result, unsigned char* bytes) {
  bytes[0] = static_cast<unsigned char>(result.hit | result.victim_valid << 1);
  bytes[1] = result.way;
  bytes[2] = result.victim_state;
  bytes[3] = result.state;
  put(bytes + 4, result.set);
  put(bytes + 8, result.victim_address);
}

TagResult unpack_tag_answer(const unsigned char* bytes) {
  TagResult result;
  result.hit = bytes[0] & 1;
  result.victim_valid = bytes[0] >> 1 & 1;
  result.way = bytes[1];
  result.victim_state = bytes[2];
  result.state = bytes[3];
  result.set = get<std::uint32_t>(bytes + 4);
  result.victim_address = get<std::uint64_t>(bytes + 8);
  return result;
}

TagArray::TagArray(const sc_core::sc_module_name& name, const TagArrayParameters& parameters)
    : sc_module(name), core_(parameters.ways, parameters.replacement, parameters.index, parameters.banks) {
  for (unsigned port = 0; port < parameters.ports; ++port) {
    ports_.push_back(std::make_unique<TargetPort<TagArray>>(("port" + std::to_string(port)).c_str(), this, port));
  }
}

tlm::tlm_sync_enum TagArray::request(unsigned port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ) protocol_error(name(), "only BEGIN_REQ is expected here");
  count_request(payload.get_address(), port);
  access(payload);
  delay += next_cycle_delay();
  return tlm::TLM_COMPLETED;
}

void TagArray::request_blocking(unsigned port, Payload& payload) {
  count_request(payload.get_address(), port);
  access(payload);
}

void TagArray::access(Payload& payload) {
  const std::uint64_t word = payload.get_address();
  const std::uint64_t line = word & kTagAddressMask;
  const auto state = static_cast<std::uint8_t>(word >> 56 & 15);
  if (!payload.is_read()) return payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
  if (payload.get_data_length() != kTagAnswerBytes) return payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
  TagResult result;
  switch (static_cast<TagOperation>(word >> 60)) {
    case TagOperation::kLookup: result = core_.lookup(line); break;
    case TagOperation::kFill: result = core_.fill(line, state); break;
    case TagOperation::kInvalidate: result = core_.invalidate(line); break;
    case TagOperation::kSetState: result = core_.set_state(line, state); break;
    case TagOperation::kProbe: result = core_.probe(line); break;
    case TagOperation::kStore: result = core_.store(line, state); break;
    case TagOperation::kClean: result = core_.clean(line / kLineBytes); break;
    case TagOperation::kClaim: result = core_.claim(line, state); break;
    case TagOperation::kMark: result = core_.mark(line, state); break;
    default: return payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  }
  pack_tag_answer(result, payload.get_data_ptr());
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
}

namespace {

const NativeBlock<TagArrayKind, TagArray> kTagArray("sets and ways in C++");
const SignalDeclaration kTagArraySignals("cache", "lookups of the tag array", {"tag_array"});

}  // namespace

}  // namespace unibank
