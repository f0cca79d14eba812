// A tag array in RTL in place of the model's: TLM requests at its sockets become requests at its pins.
//
// A request of a half cycle is at the pins until the edge at the next whole cycle, where its response is read and sent.
// The pins take one request per cycle, or as many as the RTL has lanes in a design with several lookups per cycle. A
// further request of the same cycle is not accepted until the pins are free, after that edge, and gets its response a
// cycle later than from the native block. (No Sm with `conflicts.model = "arbitrated"` and one lookup per cycle sends
// one.) The clock runs only while a request or a response is due.
//
// The RTL takes a line's number modulo its sets. If the design hashes the index (cache.index), the transactor applies
// the hash before the pins, and inverts it for the responses.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "cosim/check_mode.h"
#include "cosim/pin_watch.h"
#include "cosim/request_ports.h"
#include "cosim/tag_array_block.h"
#include "cosim/tag_rules.h"
#include "memory/tag_array.h"

namespace unibank::rtl {

class TagArrayTransactor : public sc_core::sc_module, public TagArrayInterface, public Compared {
 public:
  // Throws InputError for more ways or lookups per cycle than the RTL has, or a replacement other than LRU (KeptStates,
  // which never evicts lines of some states, is possible).
  TagArrayTransactor(const sc_core::sc_module_name& name, const TagArrayParameters& parameters,
                     const BlockOptions& options, std::unique_ptr<TagArrayBlock> pins);

  TargetSocket& socket(unsigned port) override { return ports_.socket(port); }
  // Throws InputError for more sets than the RTL has.
  void configure(unsigned sets, unsigned ways = 0) override;
  unsigned lines(std::uint8_t state) const override { return pins_->lines(state); }
  TagCounters counters() const override { return pins_->counters(); }
  const Comparison* comparison() const override { return check_.comparison(); }
  void no_progress() const override;

 private:
  friend class TargetPort<TagArrayTransactor>;
  friend class InitiatorPort<TagArrayTransactor>;
  struct Taken {
    Payload* payload;
    unsigned port;
    Cycle arrival;
    TagResult expected;  // result of the native block, if there is one
  };

  tlm::tlm_sync_enum request(unsigned port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void request_blocking(unsigned port, Payload& payload);
  void edge();
  TagArrayBlock::Request at_pins(std::uint64_t word) const;
  TagResult from_pins(unsigned number = 0) const;
  bool has_room() const { return pins_->ready() && pins_->requests() < lanes_; }
  void take(unsigned port, Payload& payload, Cycle arrival);
  void answer(unsigned number, Cycle now);
  void accept_waiting(Cycle now);
  void schedule(Cycle now);
  void wake_up(Cycle now);
  void show(Cycle at, bool rests = false);
  void answered(unsigned, Payload&, const tlm::tlm_phase&, const sc_core::sc_time&) {}  // never called by model_
  TagResult ask_model(std::uint64_t word);
  void check_answer(const TagResult& found, Cycle now);
  void compare(const TagResult& found, Cycle now);
  [[noreturn]] void differ(Cycle now, const std::string& what) const;
  std::string after_last() const;
  void compare_counts(Cycle now);
  void compare_with_rules(Cycle now);

  const std::string block_;  // its name in messages
  const std::unique_ptr<TagArrayBlock> pins_;
  const unsigned ways_, lanes_;  // lanes_: those in use
  const std::uint16_t keep_;     // bit s: a line of state s is never evicted
  const std::string hash_;
  const unsigned banks_;
  HashedIndex index_;
  RequestPorts<TagArrayTransactor> ports_;
  std::deque<Taken> taken_;  // in order of acceptance; the RTL may take several cycles for one
  CheckMode check_;
  std::unique_ptr<TagArray> model_;  // null: no native block in parallel with the RTL
  std::unique_ptr<TagRules> rules_;  // null: no rules are checked
  std::unique_ptr<InitiatorPort<TagArrayTransactor>> to_model_;
  PinWatch watch_;
  Cycle last_edge_ = 0;
  std::uint64_t last_word_ = 0;  // of the last request that was answered, and its arrival
  Cycle last_arrival_ = kNever;
  sc_core::sc_event edge_event_;
};

}  // namespace unibank::rtl
