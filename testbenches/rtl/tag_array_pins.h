// The Verilated tag array as plain C++: its pins, its clock, and the size that it was built with. Knows no SystemC:
// Verilator's headers and SystemC's cannot be read in one file.
#pragma once

#include <cstdint>
#include <memory>

#include "memory/tag_array_core.h"

class Vtag_array;
class VerilatedContext;

namespace unibank::rtl {

class TagArrayPins {
 public:
  // Parameters SETS and WAYS of tag_array.sv.
  static constexpr unsigned kSets = 1024, kWays = 8;
  // Numbers of the faults that it can be given (FAULTS = 1), 0 being none.
  static constexpr unsigned kFaults = 24;

  explicit TagArrayPins(unsigned fault = 0);
  ~TagArrayPins();

  // One rising edge with `clear`: drops all lines. At most kSets and kWays.
  void configure(unsigned sets, unsigned ways, std::uint16_t keep);

  struct Request {
    std::uint8_t operation = 0, state = 0;  // as TagOperation
    std::uint64_t line = 0;                 // its number; of kClean the place (set x kWays + way)
  };
  void request(const Request& request);  // stands at the pins until the next edge
  bool requested() const;
  Request request() const;
  bool ready() const;
  void edge();
  // Of the last edge.
  bool answered() const;
  TagResult answer() const;

  unsigned lines(std::uint8_t state) const;
  TagCounters counters() const;

 private:
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Vtag_array> top_;
};

}  // namespace unibank::rtl
