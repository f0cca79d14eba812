// my_tag_array.sv with the interface that the transactor needs for any tag array: pins, clock and size. This header
// does not use SystemC.
#pragma once

#include <memory>

#include "cosim/tag_array_block.h"

class Vmy_tag_array;
class VerilatedContext;

class MyTagArrayPins : public unibank::rtl::TagArrayBlock {
 public:
  MyTagArrayPins();
  ~MyTagArrayPins() override;

  unsigned most_sets() const override { return 1024; }  // parameter SETS
  unsigned most_ways() const override { return 4; }
  // Lookups, fills of clean lines, invalidations: the operations of designs with write-through stores.
  bool has(const Request& request) const override;
  // Throws InputError for other than four ways.
  void configure(unsigned sets, unsigned ways, std::uint16_t keep) override;

  void request(const Request& request) override;
  bool requested() const override { return requested_; }
  Request request() const override { return request_; }
  bool ready() const override { return true; }
  void edge() override;
  bool answered() const override;
  unibank::TagResult answer() const override;

  unsigned lines(std::uint8_t state) const override;
  unibank::TagCounters counters() const override { return counters_; }

  std::vector<unibank::rtl::Pin> own_pins() const override { return {{"held", 13}, {"recency", 8}}; }
  unibank::rtl::PinValues own_values() const override;

 private:
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Vmy_tag_array> top_;
  Request request_;
  bool requested_ = false;
  unibank::TagCounters counters_;  // counted here from the answers, as the block has no counters
};
