#include "memory/l2_data.h"

#include "values/store_order.h"

namespace unibank {

namespace {

bool has(const L2SliceCore::ByteMask& bytes, std::size_t byte) {
  return bytes[byte / kSectorBytes] >> byte % kSectorBytes & 1;
}

Payload& payload_of(L2SliceCore::RequestHandle handle) { return *static_cast<Payload*>(handle); }

}  // namespace

void L2Data::fetched(unsigned entry, const Payload& payload) {
  if (!writers_of(payload)) return;
  const auto first = static_cast<std::ptrdiff_t>(payload.get_address() % kLineBytes);
  std::copy_n(payload.get_data_ptr(), payload.get_data_length(), fetched_[entry].bytes.begin() + first);
  std::copy_n(writers_of(payload), payload.get_data_length(), fetched_[entry].writers.begin() + first);
}

void L2Data::put_write_back(Payload& payload) {
  const auto first = static_cast<std::ptrdiff_t>(payload.get_address() % kLineBytes);
  const LineData& line = write_backs_.front();
  std::copy_n(line.bytes.begin() + first, payload.get_data_length(), payload.get_data_ptr());
  if (Writer* const writers = writers_of(payload)) {
    std::copy_n(line.writers.begin() + first, payload.get_data_length(), writers);
  }
  write_backs_.pop_front();
}

void L2Data::debug(Payload& payload, std::size_t place, const L2SliceCore::ByteMask& present) {
  LineData& line = lines_[place];
  for (unsigned i = 0; i < payload.get_data_length(); ++i) {
    const std::size_t at = (payload.get_address() + i) % kLineBytes;
    if (!has(present, at)) continue;
    unsigned char& byte = payload.get_data_ptr()[i];
    Writer& writer = writers_of(payload)[i];
    payload.is_write() ? (line.bytes[at] = byte, line.writers[at] = writer)
                       : (byte = line.bytes[at], writer = line.writers[at]);
  }
}

void L2Data::read(L2SliceCore::RequestHandle handle, std::size_t place, const L2SliceCore::ByteMask& bytes) {
  Payload& payload = payload_of(handle);
  if (!writers_of(payload)) return;
  debug(payload, place, bytes);
}

// A byte that the line lacks may have left the slice with a younger writer: then it enters again.
void L2Data::write(L2SliceCore::RequestHandle handle, std::size_t place, const L2SliceCore::ByteMask& present) {
  const Payload& payload = payload_of(handle);
  const Writer* const writers = writers_of(payload);
  if (!writers) return;
  const unsigned char* const enables = payload.get_byte_enable_ptr();
  const unsigned length = payload.get_data_length();
  const bool whole = length == kLineBytes && !enables;
  const auto left = left_.find(payload.get_address() - payload.get_address() % kLineBytes);
  LineData& line = lines_[place];
  for (unsigned i = 0; i < length; ++i) {
    if (enables && !enables[i % payload.get_byte_enable_length()]) continue;
    const std::size_t at = (payload.get_address() + i) % kLineBytes;
    const bool was_here = left != left_.end() && has(left->second.bytes, at);
    const LineData* const last = has(present, at) ? &line : was_here ? &left->second.data : nullptr;
    const bool stays = last && !overwrites(last->writers[at], writers[i], payload.get_address() + i, whole);
    line.bytes[at] = stays ? last->bytes[at] : payload.get_data_ptr()[i];
    line.writers[at] = stays ? last->writers[at] : writers[i];
  }
}

void L2Data::fill(unsigned entry, std::size_t place, const L2SliceCore::ByteMask& bytes) {
  LineData& line = lines_[place];
  Part& overtaken = overtaken_[entry];
  for (std::size_t at = 0; at < kLineBytes; ++at) {
    if (!has(bytes, at)) continue;
    const LineData& from = has(overtaken.bytes, at) ? overtaken.data : fetched_[entry];
    line.bytes[at] = from.bytes[at];
    line.writers[at] = from.writers[at];
  }
  overtaken.bytes = {};
}

void L2Data::evicted(std::size_t place, std::uint64_t address, const L2SliceCore::ByteMask& present, bool written_back,
                     const std::vector<unsigned>& fetches) {
  if (written_back) write_backs_.push_back(lines_[place]);
  for (const unsigned entry : fetches) overtaken_[entry].take(lines_[place], present);
  left_[address].take(lines_[place], present);
}

void L2Data::Part::take(const LineData& line, const L2SliceCore::ByteMask& present) {
  for (std::size_t at = 0; at < kLineBytes; ++at) {
    if (!has(present, at)) continue;
    data.bytes[at] = line.bytes[at];
    data.writers[at] = line.writers[at];
  }
  for (std::size_t sector = 0; sector < bytes.size(); ++sector) bytes[sector] |= present[sector];
}

}  // namespace unibank
