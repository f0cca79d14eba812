// One DRAM channel with banks, rows and a standard's timing as a module: takes the place of a DramChannel. Sockets and
// END_REQ are those of DramModule; scheduler, row policy, refresh and address map are those of the controller
// (dram/controller.h).
//
// A request takes as many column commands as it touches bursts, at least one. The scheduler sees a request accepted in
// cycle c from the first memory cycle on that does not begin before c; DramController issues the commands. The response
// to a read comes answer_latency cycles after the first whole cycle in which its data have arrived, and the response to
// a write in the first whole cycle after its data; responses may be out of order.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "dram/controller.h"
#include "memory/dram_module.h"
#include "memory/slices.h"

namespace unibank {

class FrFcfsChannel : public DramModule {
 public:
  // Throws InputError for invalid parameters.
  FrFcfsChannel(const sc_core::sc_module_name& name, const DramParameters& parameters);

  unsigned queue_depth() const override { return controller_.waiting(); }
  DramChannelCounters counters() const override;

 private:
  // [due, order]
  using Answers = std::map<std::pair<Cycle, std::uint64_t>, Payload*>;

  Cycle run(Cycle now) override;
  bool has_room(Cycle /*now*/) override { return controller_.has_room(); }
  void take(unsigned port, Payload& payload, Cycle now) override;
  void issue_commands(Cycle now);
  void give_answers(Cycle now);
  Cycle next_time(Cycle now) const;
  // The first memory cycle that does not begin before an SM cycle, and the inverse.
  Cycle memory_cycle(Cycle sm_cycle) const { return (sm_cycle * parameters_.memory_cycles + 999) / 1000; }
  Cycle sm_cycle(Cycle memory_cycle) const {
    return (memory_cycle * 1000 + parameters_.memory_cycles - 1) / parameters_.memory_cycles;
  }

  DramParameters parameters_;
  SliceMap slice_map_;
  mutable DramController controller_;            // counters() issues the commands of an idle channel
  std::vector<Answers> answers_;                 // [port]
  std::map<const Payload*, unsigned> accepted_;  // ports of requests whose last column command is still to come
  DramChannelCounters counters_;
  std::uint64_t order_ = 0;
};

}  // namespace unibank
