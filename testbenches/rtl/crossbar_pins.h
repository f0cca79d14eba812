// The Verilated crossbar as plain C++: its pins, its clock, and the size that it was built with. Knows no SystemC.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

class Vcrossbar;
class VerilatedContext;

namespace unibank::rtl {

class CrossbarPins {
 public:
  static constexpr unsigned kPorts = 8, kLanes = 4, kRanges = 8, kNames = 256;  // parameters of crossbar.sv
  static constexpr unsigned kFaults = 9;
  using Bytes = std::array<unsigned char, 16>;

  // The ranges of every port, kRanges at most, end at these addresses.
  CrossbarPins(const std::vector<std::uint64_t>& ends, unsigned fault = 0);
  ~CrossbarPins();

  struct Route {
    bool none = false;
    unsigned range = 0;
    std::uint32_t address = 0;
  };
  // Stands until the edge. The caller has a lane left.
  Route request(unsigned port, std::uint32_t address);
  unsigned requests(unsigned port) const;
  void answer(unsigned port, unsigned name, const Bytes& bytes);
  unsigned answers(unsigned port) const;

  bool answers_out(unsigned port, unsigned lane) const;
  unsigned name_out(unsigned port, unsigned lane) const;
  Bytes bytes_out(unsigned port, unsigned lane) const;
  std::uint64_t transfers(unsigned port) const;
  // Something stands at the pins, or an answer is out.
  bool busy() const;
  void edge();

 private:
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Vcrossbar> top_;
};

}  // namespace unibank::rtl
