// The interface of the front of a DRAM channel in RTL to its transactor: its pins, its clock and its size, as plain
// C++. Knows no SystemC.
#pragma once

#include "memory/dram_channel_core.h"

namespace unibank::rtl {

class DramFrontBlock {
 public:
  virtual ~DramFrontBlock() = default;
  // The size that it was built with: ports, queue entries, cycles of latency, requests under way.
  virtual unsigned most_ports() const = 0;
  virtual unsigned most_queue() const = 0;
  virtual unsigned most_cycles() const = 0;
  virtual unsigned names() const = 0;

  // Resets it, with at most those numbers.
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
  virtual void take_answers() = 0;        // of this cycle, at the next edge
  // kNever: none. A front that needs its clock returns the next cycle for both while it holds a request.
  virtual Cycle next_answer() const = 0;
  virtual Cycle next_start() const = 0;   // of a waiting transfer
  virtual unsigned depth() const = 0;     // waiting requests
  virtual void edge() = 0;                // the end of the cycle

  virtual DramChannelCounters counters() const = 0;
};

}  // namespace unibank::rtl
