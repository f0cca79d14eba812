// The interface of the front of a DRAM channel in RTL to its transactor: its pins, its clock and its size, as plain
// C++. Knows no SystemC.
#pragma once

#include "memory/dram_channel_core.h"

namespace unibank::rtl {

class DramFrontBlock {
 public:
  virtual ~DramFrontBlock() = default;
  // The size that the RTL was built with: ports, queue entries, cycles of latency, outstanding requests.
  virtual unsigned most_ports() const = 0;
  virtual unsigned most_queue() const = 0;
  virtual unsigned most_cycles() const = 0;
  virtual unsigned names() const = 0;

  // Resets the front. No parameter exceeds these sizes. Called once, before the first request.
  virtual void configure(const DramParameters& parameters) = 0;

  // Sets the cycle of the pins; outputs follow combinationally.
  virtual void cycle(Cycle now) = 0;
  virtual void request(unsigned port, bool write, unsigned sectors, unsigned name) = 0;  // held until the edge
  virtual bool requested() const = 0;
  virtual bool ready() const = 0;

  struct Answer {
    bool valid = false, write = false;
    unsigned name = 0;
  };
  virtual Answer answer(unsigned port) const = 0;
  virtual void take_answers() = 0;        // takes this cycle's answers at the next edge
  // The cycle of the next answer, and of the next start of a waiting transfer; kNever: none. A front that needs its
  // clock returns the next cycle for both while it holds a request.
  virtual Cycle next_answer() const = 0;
  virtual Cycle next_start() const = 0;
  virtual unsigned depth() const = 0;     // requests that wait
  virtual void edge() = 0;                // the end of the cycle

  virtual DramChannelCounters counters() const = 0;  // of the whole run: they are never reset
};

}  // namespace unibank::rtl
