// The Verilated front of a DRAM channel as plain C++: its pins, its clock, and the size that it was built with. Knows
// no SystemC.
#pragma once

#include <cstdint>
#include <memory>

#include "memory/dram_channel_core.h"

class Vdram_front;
class VerilatedContext;

namespace unibank::rtl {

class DramFrontPins {
 public:
  static constexpr unsigned kPorts = 4, kQueue = 64, kNames = 1024, kSectors = 8;  // parameters of dram_front.sv
  static constexpr unsigned kMostCycles = 0xffff;                      // of a latency or a transfer
  static constexpr unsigned kFaults = 12;

  explicit DramFrontPins(const DramParameters& parameters, unsigned fault = 0);
  ~DramFrontPins();

  // The cycle that the pins are in; outputs follow at once.
  void cycle(Cycle now);
  Cycle cycle() const;
  void request(unsigned port, bool write, unsigned sectors, unsigned name);  // stands until the edge
  bool requested() const;
  bool ready() const;

  struct Answer {
    bool valid = false, write = false;
    unsigned name = 0;
  };
  Answer answer(unsigned port) const;
  void take_answers();        // of this cycle, at the next edge
  Cycle next_answer() const;  // kNever: none
  Cycle next_start() const;   // of a transfer that is waited for; kNever: none
  unsigned depth() const;
  void edge();  // the cycle's end

  DramChannelCounters counters() const;

 private:
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Vdram_front> top_;
};

}  // namespace unibank::rtl
