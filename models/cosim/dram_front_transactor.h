// The front of a DRAM channel in RTL in place of the model's. Requests of a half cycle are at the pins in the next
// cycle, and are accepted and answered there, those of several ports one after the other. Edges are made only for
// cycles with events; those in which only a transfer starts are made on the next access. A front whose clock has to run
// says so by next_start() and next_answer(): the next cycle, while anything is inside.
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

namespace unibank::rtl {

class DramFrontTransactor : public DramModule, public Compared {
 public:
  // Latency and bandwidth are those of the options' values, where there are any. Throws InputError for more ports or
  // larger numbers than the RTL has.
  DramFrontTransactor(const sc_core::sc_module_name& name, const DramParameters& machine,
                      const BlockOptions& options, std::unique_ptr<DramFrontBlock> pins);

  unsigned queue_depth() const override;
  DramChannelCounters counters() const override { return pins_->counters(); }
  const Comparison* comparison() const override { return check_.comparison(); }

 private:
  struct Asked {
    const Payload* payload = nullptr;
    std::uint64_t order = 0;
  };
  // The native channel with the requests that the RTL has taken, and what it answers when.
  struct Model {
    Model(const DramParameters& parameters, bool checks_order);
    struct Port {
      std::map<std::pair<Cycle, std::uint64_t>, const Payload*> answers;  // [due, order of requests]
      std::array<std::deque<Asked>, 2> open;         // [write]: not answered by the RTL
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
  Cycle shown_ = kNever;
};

}  // namespace unibank::rtl
