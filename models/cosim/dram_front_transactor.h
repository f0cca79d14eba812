// The front of a DRAM channel in RTL in place of the model's. Requests of a half cycle are at the pins in the next
// cycle, and are accepted and answered there, requests of several ports one after the other. Edges are made only for
// cycles with events; edges of cycles in which only a transfer starts are made on the next access. A front whose clock
// has to run returns the next cycle from next_start() and next_answer() while it holds a request.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "memory/dram_module.h"
#include "cosim/check_mode.h"
#include "cosim/dram_front_block.h"
#include "cosim/pin_watch.h"
#include "cosim/request_text.h"

namespace unibank::rtl {

class DramFrontTransactor : public DramModule, public Compared {
 public:
  // Latency and bandwidth are taken from the options' values, if these have them. Throws InputError for more ports or
  // larger numbers than the RTL has.
  DramFrontTransactor(const sc_core::sc_module_name& name, const DramParameters& machine,
                      const BlockOptions& options, std::unique_ptr<DramFrontBlock> pins);

  unsigned queue_depth() const override;
  DramChannelCounters counters() const override { return pins_->counters(); }
  const Comparison* comparison() const override { return check_.comparison(); }
  void no_progress() const override;

 private:
  struct Asked {
    const Payload* payload = nullptr;
    std::uint64_t order = 0;
  };
  // The native channel with the requests that the RTL has taken, and the due cycles of its answers.
  struct Model {
    Model(const DramParameters& parameters, bool checks_order);
    struct Port {
      std::map<std::pair<Cycle, std::uint64_t>, const Payload*> answers;  // [due, order of requests]
      std::array<std::deque<Asked>, 2> open;         // [write]: requests not answered by the RTL
      std::map<std::uint64_t, Cycle> given;          // [order]: cycles of answers that the RTL has not given so far
      Cycle next = 0;                                // one answer a cycle
    };
    Cycle next_answer() const;
    void accept(unsigned port, const Payload& payload, unsigned sectors, Cycle now);
    void give(Port& port, Cycle now);
    DramChannelCore core;
    const bool by_order;
    std::vector<Port> ports;
    std::uint64_t order = 0;
  };

  Cycle run(Cycle now) override;
  bool has_room(Cycle now) override;
  void take(unsigned port, Payload& payload, Cycle now) override;
  void give_answers(Cycle now);
  void compare_answer(unsigned port, const Payload* found, Cycle now);
  void compare_order(unsigned port, const Payload& found, Cycle now);
  void compare_counters(Cycle now) const;
  void show(Cycle now);

  const std::unique_ptr<DramFrontBlock> pins_;  // its clock may be behind
  const unsigned ports_;
  std::vector<Payload*> named_;   // [name]
  std::vector<unsigned> free_names_;
  CheckMode check_;
  std::unique_ptr<Model> model_;  // null: no comparison
  PinWatch watch_;
  LastRequest last_;
  Cycle shown_ = kNever;
};

}  // namespace unibank::rtl
