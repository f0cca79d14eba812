// Line requests: the register map of an L1's target socket `loads`.
//
//   READ   a load, or an atomic that returns old words; WRITE a store or a reduction. 128 bytes each.
//   IGNORE no line: a release, whose response comes when its warp's stores to global memory are visible to other SMs
//          (dirty lines are written back meanwhile), or an acquire: later loads find no global line requested before it
//   address 63:60  operation (LineOperation)
//   address 59     1: local memory, 0: global memory
//   address 58     the access must reach other SMs at once: a load that bypasses this cache, a store that no line keeps
//   address 55:0   the first byte of the line (low seven bits are 0)
//   byte enables   the bytes to write, or the words that a load needs; none: all of them
//   data           where values are followed (AccessNote::writers): the new bytes of a store or an atomic; in the
//                  response the bytes found by a load or an atomic
// Warp and pc, for policies, are in a LineNote of the payload; a request without one is of warp 0.
//
// BEGIN_REQ returns END_REQ when the line has been accepted, TLM_ACCEPTED until there is room for it. BEGIN_RESP
// is annotated with the cycle in which the words are valid: of the last row of a line that hit, and one cycle after the
// MSHR's response for a miss. For a store it comes when its line has been looked up.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "l1/line_jobs.h"
#include "layout/storage_layout.h"
#include "tlm/ports.h"

namespace unibank {

// Note on a line request, for policies and for the atomic unit; an L1 without policies may ignore the rest.
struct LineNote : tlm::tlm_extension<LineNote> {
  AtomicTurns turns{};
  unsigned warp = 0;
  unsigned lanes = 0;
  std::uint32_t pc = 0;
  tlm::tlm_extension_base* clone() const override { return new LineNote(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override { *this = static_cast<const LineNote&>(other); }
};

constexpr std::uint64_t kLineRequestLocal = std::uint64_t{1} << 59;
constexpr std::uint64_t kLineRequestPast = std::uint64_t{1} << 58;
constexpr std::uint64_t kLineRequestAddress = (std::uint64_t{1} << 56) - 1;

using LineEnables = std::array<unsigned char, kLineBytes>;

// Sets byte enables for these bytes of a line.
inline void enable_bytes(Payload& payload, const LineBytes& bytes, LineEnables& enables) {
  for (unsigned byte = 0; byte < kLineBytes; ++byte) {
    const bool enabled = bytes[byte / kSectorBytes] >> byte % kSectorBytes & 1;
    enables[byte] = enabled ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
  }
  payload.set_byte_enable_ptr(enables.data());
  payload.set_byte_enable_length(static_cast<unsigned>(enables.size()));
}

// A write of part of a line has the enables of its bytes; a write of whole sectors needs none.
inline void enable_part(Payload& payload, const LineBytes& bytes, LineEnables& enables) {
  const auto first = static_cast<unsigned>(payload.get_address() % kLineBytes);
  const unsigned length = payload.get_data_length();
  bool whole = true;
  for (unsigned sector = first / kSectorBytes; sector < (first + length) / kSectorBytes; ++sector)
    whole = whole && bytes[sector] == ~std::uint32_t{0};
  if (whole) return;
  for (unsigned i = 0; i < length; ++i) {
    const unsigned at = first + i;
    enables[i] = bytes[at / kSectorBytes] >> at % kSectorBytes & 1 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
  }
  payload.set_byte_enable_ptr(enables.data());
  payload.set_byte_enable_length(length);
}

// For these words.
inline void enable_words(Payload& payload, std::uint32_t words, LineEnables& enables) {
  if (words == ~std::uint32_t{0}) {
    payload.set_byte_enable_ptr(nullptr);
    payload.set_byte_enable_length(0);
    return;
  }
  std::array<std::uint32_t, kLineBytes / 4> masks;
  for (unsigned word = 0; word < masks.size(); ++word) masks[word] = 0u - (words >> word & 1);
  std::memcpy(enables.data(), masks.data(), enables.size());
  payload.set_byte_enable_ptr(enables.data());
  payload.set_byte_enable_length(static_cast<unsigned>(enables.size()));
}

// The words that the payload touches; 0: its enables are invalid for a line.
inline std::uint32_t enabled_words(const Payload& payload) {
  const unsigned char* const enables = payload.get_byte_enable_ptr();
  if (!enables) return ~std::uint32_t{0};
  if (payload.get_byte_enable_length() != kLineBytes) return 0;
  std::array<std::uint32_t, kLineBytes / 4> masks;
  std::memcpy(masks.data(), enables, kLineBytes);
  std::uint32_t words = 0;
  for (unsigned word = 0; word < masks.size(); ++word) words |= static_cast<std::uint32_t>(masks[word] != 0) << word;
  return words;
}

inline LineBytes enabled_bytes(const Payload& payload) {
  const unsigned char* const enables = payload.get_byte_enable_ptr();
  LineBytes bytes;
  bytes.fill(enables ? 0 : ~std::uint32_t{0});
  for (unsigned byte = 0; enables && byte < kLineBytes; ++byte)
    bytes[byte / kSectorBytes] |= static_cast<std::uint32_t>(enables[byte] != 0) << byte % kSectorBytes;
  return bytes;
}

}  // namespace unibank
