// The Verilated front of a DRAM channel as plain C++, without SystemC.
#pragma once

#include <memory>

#include "cosim/dram_front_block.h"

class Vdram_front;
class VerilatedContext;

namespace unibank::rtl {

class DramFrontPins : public DramFrontBlock {
 public:
  static constexpr unsigned kPorts = 4, kQueue = 128, kNames = 1024, kSectors = 8;  // parameters of dram_front.sv
  static constexpr unsigned kMostCycles = 0xffff;                                  // longest latency or transfer
  static constexpr unsigned kFaults = 12;  // highest number of a fault (FAULTS = 1); 0 is none

  explicit DramFrontPins(unsigned fault = 0);
  ~DramFrontPins() override;

  unsigned most_ports() const override { return kPorts; }
  unsigned most_queue() const override { return kQueue; }
  unsigned most_cycles() const override { return kMostCycles; }
  unsigned names() const override { return kNames; }
  void configure(const DramParameters& parameters) override;

  void cycle(Cycle now) override;
  void request(unsigned port, bool write, unsigned sectors, unsigned name) override;
  bool requested() const override;
  bool ready() const override;
  Answer answer(unsigned port) const override;
  void take_answers() override;
  Cycle next_answer() const override;
  Cycle next_start() const override;
  unsigned depth() const override;
  void edge() override;
  DramChannelCounters counters() const override;

 private:
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Vdram_front> top_;
};

}  // namespace unibank::rtl
