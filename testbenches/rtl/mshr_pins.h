// The Verilated MSHR as plain C++, without SystemC.
#pragma once

#include <memory>

#include "cosim/mshr_block.h"

class Vmshr;
class VerilatedContext;

namespace unibank::rtl {

class MshrPins : public MshrBlock {
 public:
  static constexpr unsigned kEntries = 512, kMerges = 32, kNames = 8192;  // parameters of mshr.sv
  static constexpr unsigned kFaults = 15;  // highest number of a fault (FAULTS = 1); 0 is none

  explicit MshrPins(unsigned fault = 0);
  ~MshrPins() override;

  unsigned most_entries() const override { return kEntries; }
  unsigned most_merges() const override { return kMerges; }
  unsigned names() const override { return kNames; }
  void configure(unsigned entries, unsigned merges) override;

  void request(const Request& request) override;
  void memory_took() override;
  void data(bool write, unsigned entry_or_name) override;
  bool requested() const override;
  bool has_data() const override;
  bool has_data_of_read() const override;
  bool room_now() const override;
  bool taken() const override;
  ToMemory to_memory() const override;
  Answer answer() const override;
  bool busy() const override;
  void edge() override;

  unsigned occupancy() const override;
  std::uint64_t allocations() const override;
  std::uint64_t merges() const override;
  std::uint64_t stalls() const override;

 private:
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Vmshr> top_;
};

}  // namespace unibank::rtl
