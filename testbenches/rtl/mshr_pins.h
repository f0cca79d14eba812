// The Verilated MSHR as plain C++: its pins, its clock, and the size that it was built with. Knows no SystemC.
#pragma once

#include <cstdint>
#include <memory>

class Vmshr;
class VerilatedContext;

namespace unibank::rtl {

class MshrPins {
 public:
  static constexpr unsigned kEntries = 128, kMerges = 32, kNames = 8192;  // parameters of mshr.sv
  static constexpr unsigned kFaults = 15;

  MshrPins(unsigned entries, unsigned merges, unsigned fault = 0);
  ~MshrPins();

  // Inputs stand until the next edge; a request that is not taken there goes on standing. Outputs follow at once.
  struct Request {
    bool write = false;
    std::uint64_t address = 0;
    unsigned length = 0;
    unsigned name = 0;
    bool alone = false;
  };
  void request(const Request& request);
  void memory_took();
  void data(bool write, unsigned entry_or_name);
  bool requested() const;
  bool has_data() const;
  bool has_data_of_read() const;
  bool room_now() const;
  bool taken() const;  // at the next edge

  struct ToMemory {
    bool valid = false, write = false;
    std::uint64_t address = 0;  // of a read, as its length
    unsigned length = 0, entry = 0, name = 0;
  };
  ToMemory to_memory() const;
  struct Answer {
    bool valid = false;
    unsigned answer = 0, name = 0, entry = 0;
  };
  Answer answer() const;

  bool busy() const;
  void edge();

  unsigned occupancy() const;
  std::uint64_t allocations() const;
  std::uint64_t merges() const;
  std::uint64_t stalls() const;

 private:
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Vmshr> top_;
};

}  // namespace unibank::rtl
