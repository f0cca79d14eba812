// The Verilated crossbar as plain C++, without SystemC.
#pragma once

#include <memory>

#include "cosim/crossbar_block.h"

class Vcrossbar;
class VerilatedContext;

namespace unibank::rtl {

class CrossbarPins : public CrossbarBlock {
 public:
  static constexpr unsigned kPorts = 8, kLanes = 4, kRanges = 8, kNames = 256;  // parameters of crossbar.sv
  static constexpr unsigned kFaults = 9;  // highest number of a fault (FAULTS = 1); 0 is none

  explicit CrossbarPins(unsigned fault = 0);
  ~CrossbarPins() override;

  unsigned most_ports() const override { return kPorts; }
  unsigned most_ranges() const override { return kRanges; }
  unsigned lanes() const override { return kLanes; }
  unsigned names() const override { return kNames; }
  void configure(const std::vector<std::uint64_t>& ends) override;

  Route request(unsigned port, std::uint32_t address) override;
  unsigned requests(unsigned port) const override;
  void answer(unsigned port, unsigned name, const Bytes& bytes) override;
  unsigned answers(unsigned port) const override;
  bool answers_out(unsigned port, unsigned lane) const override;
  unsigned name_out(unsigned port, unsigned lane) const override;
  Bytes bytes_out(unsigned port, unsigned lane) const override;
  std::uint64_t transfers(unsigned port) const override;
  bool busy() const override;
  void edge() override;

 private:
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Vcrossbar> top_;
};

}  // namespace unibank::rtl
