// The Verilated tag array as plain C++, without SystemC: its pins, its clock, and the size with which it was built.
#pragma once

#include <cstdint>
#include <memory>

#include "cosim/tag_array_block.h"

class Vtag_array;
class VerilatedContext;

namespace unibank::rtl {

class TagArrayPins : public TagArrayBlock {
 public:
  // Parameters SETS, WAYS and LANES of tag_array.sv.
  static constexpr unsigned kSets = 1024, kWays = 16, kLanes = 8;
  // Highest number of a fault (FAULTS = 1); 0 is none.
  static constexpr unsigned kFaults = 25;

  explicit TagArrayPins(unsigned fault = 0);
  ~TagArrayPins() override;

  unsigned most_sets() const override { return kSets; }
  unsigned most_ways() const override { return kWays; }
  // Causes one rising clock edge with `clear` set.
  void configure(unsigned sets, unsigned ways, std::uint16_t keep) override;

  void request(const Request& request) override;
  unsigned lanes() const override { return kLanes; }
  bool requested() const override { return requests() != 0; }
  unsigned requests() const override;
  Request request() const override;
  bool ready() const override;
  void edge() override;
  bool answered() const override { return answers() != 0; }
  unsigned answers() const override;
  TagResult answer() const override { return answer(0); }
  TagResult answer(unsigned number) const override;

  unsigned lines(std::uint8_t state) const override;
  TagCounters counters() const override;

 private:
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Vtag_array> top_;
};

}  // namespace unibank::rtl
