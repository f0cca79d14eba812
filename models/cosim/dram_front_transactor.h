// The front of a DRAM channel in RTL in place of the model's. Requests of a half cycle are at the pins in the next
// cycle, and are accepted and answered there, those of several ports one after the other. Edges are made only for
// cycles with events; those in which only a transfer starts are made on the next access.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "memory/dram_module.h"
#include "cosim/dram_front_block.h"
#include "cosim/pin_watch.h"

namespace unibank::rtl {

class DramFrontTransactor : public DramModule {
 public:
  // Throws InputError for more ports or larger numbers than the RTL has.
  DramFrontTransactor(const sc_core::sc_module_name& name, const DramParameters& parameters,
                      const BlockOptions& options, std::unique_ptr<DramFrontBlock> pins);

  unsigned queue_depth() const override;
  DramChannelCounters counters() const override { return pins_->counters(); }

 private:
  struct Model {
    explicit Model(const DramParameters& parameters) : core(parameters), answers(parameters.ports) {}
    Cycle next_answer() const;
    DramChannelCore core;
    std::vector<std::map<std::pair<Cycle, std::uint64_t>, const Payload*>> answers;  // [port][due, order of requests]
    std::uint64_t order = 0;
  };

  Cycle run(Cycle now) override;
  bool has_room(Cycle now) override;
  void take(unsigned port, Payload& payload, Cycle now) override;
  void give_answers(Cycle now);
  void compare_answer(unsigned port, const Payload* found, Cycle now);
  void compare_counters(Cycle now) const;
  void show(Cycle now);

  const std::unique_ptr<DramFrontBlock> pins_;  // its clock may be behind
  const unsigned ports_;
  std::vector<Payload*> named_;   // [name]
  std::vector<unsigned> free_names_;
  std::unique_ptr<Model> model_;  // null: no comparison
  PinWatch watch_;
  Cycle shown_ = kNever;
};

}  // namespace unibank::rtl
