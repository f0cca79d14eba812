// Line requests: the register map of an L1's target socket `loads`.
//
//   READ   a load, or an atomic that returns old words; WRITE a store or a reduction. 128 bytes each.
//   IGNORE no line: a release, whose response comes when its warp's stores to global memory are visible to other SMs
//          (dirty lines are written back meanwhile); or an acquire, after which loads find no global line requested
//          before it
//   address 63:60  operation (LineOperation)
//   address 59     1: local memory, 0: global memory
//   address 58     the access must reach other SMs at once: a load that bypasses this cache, a store that leaves no
//                  dirty line; of a release: an acquire follows
//   address 55:0   the first byte of the line (low seven bits are 0)
//   byte enables   the bytes to write, or the words that a load needs; none: all of them
//   data           where values are followed (AccessNote::writers): the new bytes of a store or an atomic; in the
//                  response the bytes found by a load or an atomic
// Warp and pc, for policies, are in a LineNote of the payload; a request without a LineNote counts as one of warp 0.
//
// BEGIN_REQ returns END_REQ when the line has been accepted, TLM_COMPLETED if its response is due at once, and
// TLM_ACCEPTED until there is room for it. BEGIN_RESP is annotated with the cycle in which the words are valid: the
// cycle of the last row for a line that hit, one cycle after the MSHR's response for a miss. For a store it comes when
// its line has been looked up.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "base/byte_masks.h"
#include "l1/line_jobs.h"
#include "layout/storage_layout.h"
#include "tlm/ports.h"

namespace unibank {

// Note on a line request, for policies and (`turns`) for the atomic unit. An L1 without policies may ignore the rest.
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
  for (unsigned sector = 0; sector < bytes.size(); ++sector)
    put_32_bytes(&enables[sector * kSectorBytes], bytes[sector]);
  payload.set_byte_enable_ptr(enables.data());
  payload.set_byte_enable_length(static_cast<unsigned>(enables.size()));
}

// A write of part of a line has the enables of its bytes; a write of whole sectors needs none.
inline void enable_part(Payload& payload, const LineBytes& bytes, LineEnables& enables) {
  const auto first = static_cast<unsigned>(payload.get_address() % kLineBytes);
  const unsigned length = payload.get_data_length();
  bool whole = true;
  for (unsigned sector = first / kSectorBytes; sector < (first + length) / kSectorBytes; ++sector) {
    whole = whole && bytes[sector] == ~std::uint32_t{0};
    put_32_bytes(&enables[sector * kSectorBytes - first], bytes[sector]);
  }
  if (whole) return;
  payload.set_byte_enable_ptr(enables.data());
  payload.set_byte_enable_length(length);
}

// Byte enables of single words, as the requests of a gather have. The target of a request finds the word by the address
// of the enables.
class OneWordEnables {
 public:
  static constexpr unsigned kWords = kLineBytes / 4;

  OneWordEnables() {
    for (unsigned word = 0; word < kWords; ++word) std::memset(&enables_[word][4 * word], 0xff, 4);
  }
  unsigned char* of(unsigned word) { return enables_[word].data(); }
  // kWords: the enables are not from this table.
  unsigned word_of(const unsigned char* enables) const {
    const std::uintptr_t place = reinterpret_cast<std::uintptr_t>(enables) -
                                 reinterpret_cast<std::uintptr_t>(enables_.data());
    return place < sizeof enables_ ? static_cast<unsigned>(place / kLineBytes) : kWords;
  }

 private:
  std::array<LineEnables, kWords> enables_{};
};
inline OneWordEnables one_word_enables;

constexpr std::uint32_t kAllWords = ~std::uint32_t{0};  // all words of a line

// Sets byte enables for these words of a line; none if they are all its words.
inline void enable_words(Payload& payload, std::uint32_t words, LineEnables& enables) {
  if (words == kAllWords) {
    payload.set_byte_enable_ptr(nullptr);
    payload.set_byte_enable_length(0);
    return;
  }
  payload.set_byte_enable_length(static_cast<unsigned>(enables.size()));
  if ((words & (words - 1)) == 0 && words != 0)
    return payload.set_byte_enable_ptr(one_word_enables.of(static_cast<unsigned>(__builtin_ctz(words))));
  constexpr std::uint64_t kWord = 0xffffffff;
  static constexpr std::uint64_t kPairs[] = {0, kWord, kWord << 32, ~std::uint64_t{0}};
  enables.fill(0);
  for (std::uint32_t rest = words; rest != 0;) {  // mostly few words
    const auto pair = static_cast<unsigned>(__builtin_ctz(rest)) / 2;
    std::memcpy(&enables[8 * pair], &kPairs[rest >> 2 * pair & 3], 8);
    rest &= ~(std::uint32_t{3} << 2 * pair);
  }
  payload.set_byte_enable_ptr(enables.data());
}

// A request for rows at all ports of the crossbar (RowPorts::send_line): these words of the 128 bytes at `address`.
inline void address_all_ports(Payload& payload, std::uint64_t address, std::uint32_t words, LineEnables& enables) {
  payload.set_address(address);
  payload.set_data_length(kLineBytes);
  payload.set_streaming_width(kLineBytes);
  enable_words(payload, words, enables);
}

// The words that the payload touches; 0: its enables are invalid for a line.
inline std::uint32_t enabled_words(const Payload& payload) {
  const unsigned char* const enables = payload.get_byte_enable_ptr();
  if (!enables) return ~std::uint32_t{0};
  if (payload.get_byte_enable_length() != kLineBytes) return 0;
  const unsigned only = one_word_enables.word_of(enables);
  if (only != OneWordEnables::kWords) return std::uint32_t{1} << only;
  const auto pair_of = [enables](unsigned pair) {  // of words
    std::uint64_t bytes;
    std::memcpy(&bytes, enables + 8 * pair, sizeof bytes);
    return bytes;
  };
  std::uint32_t words = 0;
  for (unsigned first = 0; first < kLineBytes / 8; first += 4) {
    // In the lines of a gather nearly all enables are 0.
    if ((pair_of(first) | pair_of(first + 1) | pair_of(first + 2) | pair_of(first + 3)) == 0) continue;
    for (unsigned pair = first; pair < first + 4; ++pair) {
      const std::uint64_t bytes = pair_of(pair);
      words |= (std::uint32_t{(bytes & 0xffffffff) != 0} | std::uint32_t{bytes >> 32 != 0} << 1) << 2 * pair;
    }
  }
  return words;
}

inline LineBytes enabled_bytes(const Payload& payload) {
  const unsigned char* const enables = payload.get_byte_enable_ptr();
  LineBytes bytes;
  for (unsigned sector = 0; sector < bytes.size(); ++sector)
    bytes[sector] = enables ? bits_of_32_bytes(enables + sector * kSectorBytes) : ~std::uint32_t{0};
  return bytes;
}

}  // namespace unibank
