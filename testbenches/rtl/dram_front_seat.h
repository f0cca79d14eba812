// The RTL front of a DRAM channel in the model's seat. What comes in a cycle's half stands at the pins in the next
// cycle, and is taken and answered there. Edges are made for the cycles in which something happens, those in which only
// a transfer starts when somebody looks again.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "memory/dram_module.h"
#include "rtl/dram_front_pins.h"
#include "cosim/pin_watch.h"

namespace unibank::rtl {

class DramFrontRtl : public DramModule {
 public:
  // Throws InputError for a channel with banks and rows, several ports, or larger numbers than the RTL has.
  DramFrontRtl(const sc_core::sc_module_name& name, const DramParameters& parameters, const SeatOptions& options);

  unsigned queue_depth() const override;
  DramChannelCounters counters() const override { return pins_.counters(); }

 private:
  struct Model {
    explicit Model(const DramParameters& parameters) : core(parameters) {}
    DramChannelCore core;
    std::map<std::pair<Cycle, std::uint64_t>, const Payload*> answers;  // [due, order of the requests]
    std::uint64_t order = 0;
  };

  Cycle run(Cycle now) override;
  bool has_room(Cycle now) override;
  void take(unsigned port, Payload& payload, Cycle now) override;
  void give_answer(Cycle now);
  void compare_answer(const Payload* found, Cycle now);
  void compare_counters(Cycle now) const;
  void show(Cycle now);

  mutable DramFrontPins pins_;    // its clock may have rested
  std::vector<Payload*> named_;   // [name]
  std::vector<unsigned> free_names_;
  std::unique_ptr<Model> model_;  // null: nobody compares
  PinWatch watch_;
};

}  // namespace unibank::rtl
