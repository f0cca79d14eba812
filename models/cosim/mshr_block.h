// The interface of an MSHR in RTL to its transactor: its pins, its clock and its size, as plain C++. Knows no SystemC.
#pragma once

#include <cstdint>

namespace unibank::rtl {

class MshrBlock {
 public:
  virtual ~MshrBlock() = default;
  // The size that the RTL was built with. Outstanding requests have names below names(); one name always remains free.
  virtual unsigned most_entries() const = 0;
  virtual unsigned most_merges() const = 0;
  virtual unsigned names() const = 0;

  // Resets the MSHR; the numbers are at most most_entries() and most_merges(). Called once, before the first request.
  virtual void configure(unsigned entries, unsigned merges) = 0;

  // Inputs are held until the next edge; a request that is not accepted there stays. Outputs follow combinationally.
  struct Request {
    bool write = false;
    std::uint64_t address = 0;  // bytes
    unsigned length = 0;        // bytes
    unsigned name = 0;
    bool alone = false;  // a read that merges with no other (memory/mshr.h)
  };
  virtual void request(const Request& request) = 0;
  virtual void memory_took() = 0;  // accepts the output of to_memory()
  virtual void data(bool write, unsigned entry_or_name) = 0;  // memory's response: a read's entry, or a write's name
  virtual bool requested() const = 0;
  virtual bool has_data() const = 0;
  virtual bool has_data_of_read() const = 0;
  virtual bool room_now() const = 0;  // the request is accepted at once, and sent to memory in the same half cycle
  virtual bool taken() const = 0;     // whether the next edge accepts the request

  struct ToMemory {
    bool valid = false, write = false;
    std::uint64_t address = 0;  // address and length are of a read; those of a write are in the request with this name
    unsigned length = 0, entry = 0, name = 0;
  };
  virtual ToMemory to_memory() const = 0;
  struct Answer {
    bool valid = false;
    unsigned answer = 0, name = 0, entry = 0;  // answer: 0 merged, 1 allocated the entry, 2 the line is stale
  };
  virtual Answer answer() const = 0;  // one per cycle

  virtual bool busy() const = 0;  // whether the next edge changes any state, whatever the inputs
  virtual void edge() = 0;        // a rising edge of the clock

  // The counters are of the whole run: they are never reset.
  virtual unsigned occupancy() const = 0;  // entries in use
  virtual std::uint64_t allocations() const = 0;
  virtual std::uint64_t merges() const = 0;
  virtual std::uint64_t stalls() const = 0;  // cycles in which a read was not accepted
};

}  // namespace unibank::rtl
