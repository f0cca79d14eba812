#include "memory/memory_bytes.h"

#include "values/store_order.h"

namespace unibank {

void MemoryBytes::access(Payload& payload) {
  if (!writers_of(payload)) return;
  payload.is_write() ? write(payload, true) : read(payload);
}

unsigned MemoryBytes::debug(Payload& payload) {
  if (!writers_of(payload)) return 0;
  payload.is_write() ? write(payload, false) : read(payload);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  return payload.get_data_length();
}

void MemoryBytes::write(const Payload& payload, bool in_order) {
  const Writer* const writers = writers_of(payload);
  const unsigned char* const enables = payload.get_byte_enable_ptr();
  const unsigned length = payload.get_data_length();
  const bool line = length == kLineBytes && !enables;
  for (unsigned i = 0; i < length; ++i) {
    if (enables && !enables[i % payload.get_byte_enable_length()]) continue;
    const std::uint64_t address = payload.get_address() + i;
    LineData& into = lines_[address / kLineBytes];
    const auto at = address % kLineBytes;
    if (in_order && !overwrites(into.writers[at], writers[i], address, line)) continue;
    into.bytes[at] = payload.get_data_ptr()[i];
    into.writers[at] = writers[i];
  }
}

void MemoryBytes::read(Payload& payload) const {
  static const LineData kNothing;
  Writer* const writers = writers_of(payload);
  for (unsigned i = 0; i < payload.get_data_length(); ++i) {
    const std::uint64_t address = payload.get_address() + i;
    const auto line = lines_.find(address / kLineBytes);
    const LineData& from = line == lines_.end() ? kNothing : line->second;
    payload.get_data_ptr()[i] = from.bytes[address % kLineBytes];
    writers[i] = from.writers[address % kLineBytes];
  }
}

}  // namespace unibank
