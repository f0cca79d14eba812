// One DRAM channel as a module: bandwidth, latency and a bounded queue, several initiators.
//
// Sockets and END_REQ are those of DramModule; the channel has room while its queue has. BEGIN_RESP comes at the whole
// cycle that DramChannelCore::accept() returns.
#pragma once

#include <deque>
#include <vector>

#include "memory/dram_module.h"

namespace unibank {

class DramChannel : public DramModule {
 public:
  // Throws InputError for a parameter of 0.
  DramChannel(const sc_core::sc_module_name& name, const DramParameters& parameters);

  unsigned queue_depth() const override;
  DramChannelCounters counters() const override { return core_.counters(); }

 private:
  struct Answer {
    Cycle due;
    std::uint64_t order;
    Payload* payload;
  };
  struct Answers {  // responses of a port
    std::deque<Answer> reads, writes;  // each in order of time
    std::deque<Answer>* first();       // the queue with the earlier front; null: both are empty
  };

  Cycle run(Cycle now) override;
  bool has_room(Cycle now) override { return core_.has_room(now); }
  void take(unsigned port, Payload& payload, Cycle now) override;
  Ahead take_ahead(Payload& payload, Cycle at) override;
  void give_answers(Cycle now);

  mutable DramChannelCore core_;  // depth() drops started requests
  std::vector<Answers> answers_;  // [port]
  std::uint64_t order_ = 0;
};

}  // namespace unibank
