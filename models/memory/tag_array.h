// The tag array as a module: sets x ways of 128-byte lines; the response takes one cycle.
//
// Register map: always a READ of 16 bytes.
//   address 63:60  operation (TagOperation)
//   address 59:56  state, for kFill, kSetState, kStore and kClaim; bits to add to it, for kMark
//   address 55:0   byte address of the line (low seven bits are ignored); kClean: 128 x the number of a line
// Response, 16 bytes, integers little-endian:
//   byte 0     bit 0 hit, bit 1 victim valid
//   byte 1     way; 255: not present (misses) or not entered (fills)
//   byte 2     state of the victim
//   byte 3     state of the present line (before kStore, kClaim, kMark, kInvalidate and kClean), or of the entered one
//   byte 4-7   set
//   byte 8-15  byte address of the victim line; for kClean, of the line that was found
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "memory/tag_array_core.h"
#include "memory/tag_operation.h"
#include "tlm/ports.h"

namespace unibank {

constexpr unsigned kTagAnswerBytes = 16;
constexpr std::uint64_t kTagAddressMask = (std::uint64_t{1} << 56) - kLineBytes;

inline std::uint64_t tag_request_address(TagOperation operation, std::uint64_t line, std::uint8_t state = 0) {
  return static_cast<std::uint64_t>(operation) << 60 | static_cast<std::uint64_t>(state & 15u) << 56 |
         (line & kTagAddressMask);
}
void pack_tag_answer(const TagResult& result, unsigned char* bytes);
TagResult unpack_tag_answer(const unsigned char* bytes);

// Requests, independent of their results.
#define UNIBANK_TAG_REQUEST_COUNTERS(counter) \
  counter(lookups, "tag_lookups", "requests", "of loads, stores, atomics and registers for their line's tag") \
  counter(fills, "tag_fills", "requests", "to enter a line or a register that came from memory")
UNIBANK_COUNTERS(TagRequestCounters, "sm.tag_array", UNIBANK_TAG_REQUEST_COUNTERS);

struct TagArrayParameters {
  unsigned ways = 4;
  unsigned ports = 2;                        // target sockets: 0 L1, 1 operand stage
  const Replacement* replacement = nullptr;  // null: LRU
  unsigned lookups = 1;                      // most lookups per cycle, in all tag banks
  std::string index = "modulo";              // the hash that chooses a line's set (policy/index_hash.h)
  unsigned banks = 1;                        // tag banks; line L is in bank L mod banks
};

// The Sm's interface to a tag array.
class TagArrayInterface {
 public:
  virtual ~TagArrayInterface() = default;
  virtual TargetSocket& socket(unsigned port) = 0;
  virtual void configure(unsigned sets, unsigned ways = 0) = 0;  // between launches: drops all lines; 0: all ways
  virtual unsigned lines(std::uint8_t state) const = 0;      // lines with this state
  // An array indexed by state with the same numbers, always up to date; null: only lines() gives them.
  virtual const unsigned* lines_in() const { return nullptr; }
  virtual TagCounters counters() const = 0;
  // True: every response comes at once, whatever the time of the request. Then answer() is the same as a request of
  // this address at a socket, for an initiator without an observer.
  virtual bool answers_at_once() const { return false; }
  virtual TagResult answer(std::uint64_t /*address*/, unsigned /*port*/) { return {}; }
  // For blocks that are not timed. warm(): a load; returns whether the line was present, and enters it if it may enter.
  // drop_warm(): an access after which the L1 no longer has the line; a dirty line stays. Both take no time and change
  // no counter; a variant that cannot do so stays as it is.
  virtual bool warm(std::uint64_t /*line*/) { return false; }
  virtual void drop_warm(std::uint64_t /*line*/) {}
  // Adds its counters under their names; a variant with further counters adds those too.
  virtual void add_counters_to(CounterValues& all) const {
    all.add(counters());
    all.add(requests_);
  }

 protected:
  // To be called with the address of every request. A line dropped by the operand stage (port 1) is a dead register,
  // which takes no lookup. Other changes of a state take no lookup either.
  void count_request(std::uint64_t word, unsigned port) {
    const auto operation = static_cast<TagOperation>(word >> 60);
    requests_.fills += operation == TagOperation::kFill;
    requests_.lookups += operation == TagOperation::kLookup || operation == TagOperation::kStore ||
                         operation == TagOperation::kClaim || (operation == TagOperation::kInvalidate && port == 0);
  }

 private:
  TagRequestCounters requests_;
};

struct TagArrayKind {
  static constexpr const char* kName = "tag_array";
  using Block = TagArrayInterface;
  using Parameters = TagArrayParameters;
};

// The Sm arbitrates the lookups per cycle; every request gets its response at once, due one cycle later.
class TagArray : public sc_core::sc_module, public TagArrayInterface {
 public:
  TagArray(const sc_core::sc_module_name& name, const TagArrayParameters& parameters);

  TargetSocket& socket(unsigned port) override { return *ports_[port]; }
  void configure(unsigned sets, unsigned ways = 0) override { core_.configure(sets, ways); }
  unsigned lines(std::uint8_t state) const override { return core_.lines(state); }
  const unsigned* lines_in() const override { return core_.lines_in(); }
  TagCounters counters() const override { return core_.counters(); }
  bool answers_at_once() const override { return true; }
  TagResult answer(std::uint64_t address, unsigned port) override;
  bool warm(std::uint64_t line) override { return core_.warm(line); }
  void drop_warm(std::uint64_t line) override {
    if (core_.probe(line).state == kCleanLine) core_.invalidate(line);
  }
  const TagArrayCore& core() const { return core_; }

 private:
  friend class TargetPort<TagArray>;
  tlm::tlm_sync_enum request(unsigned port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void request_blocking(unsigned port, Payload& payload);
  void access(Payload& payload);
  static bool is_operation(std::uint64_t word) { return word >> 60 <= static_cast<std::uint64_t>(TagOperation::kMark); }
  TagResult operate(std::uint64_t word);

  TagArrayCore core_;
  std::vector<std::unique_ptr<TargetPort<TagArray>>> ports_;
};

}  // namespace unibank
