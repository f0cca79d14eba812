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
  if (!payload.is_read()) return payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
  if (payload.get_data_length() != kTagAnswerBytes) return payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
  if (!is_operation(word)) return payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  pack_tag_answer(operate(word), payload.get_data_ptr());
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
}

TagResult TagArray::answer(std::uint64_t word, unsigned port) {
  count_request(word, port);
  return operate(word);
}

TagResult TagArray::operate(std::uint64_t word) {
  const std::uint64_t line = word & kTagAddressMask;
  const auto state = static_cast<std::uint8_t>(word >> 56 & 15);
  switch (static_cast<TagOperation>(word >> 60)) {
    case TagOperation::kLookup: return core_.lookup(line);
    case TagOperation::kFill: return core_.fill(line, state);
    case TagOperation::kInvalidate: return core_.invalidate(line);
    case TagOperation::kSetState: return core_.set_state(line, state);
    case TagOperation::kProbe: return core_.probe(line);
    case TagOperation::kStore: return core_.store(line, state);
    case TagOperation::kClean: return core_.clean(line / kLineBytes);
    case TagOperation::kClaim: return core_.claim(line, state);
    case TagOperation::kMark: return core_.mark(line, state);
  }
  return {};
}

namespace {

const NativeBlock<TagArrayKind, TagArray> kTagArray("sets and ways in C++");
const SignalDeclaration kTagArraySignals("cache", "lookups of the tag array",
                                         {{"smN.tag_array.lookup",
                                           "1 in a cycle with a lookup of a load, a store or an atomic; that of an "
                                           "atomic is neither hit nor miss"},
                                          {"smN.tag_array.hit", "1 in a cycle with a hit"},
                                          {"smN.tag_array.miss", "1 in a cycle with a miss"}});

}  // namespace

}  // namespace unibank
