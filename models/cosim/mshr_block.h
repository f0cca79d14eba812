// What the MSHR's transactor needs of an MSHR in RTL: its pins, its clock and its size, as plain C++. Knows no SystemC.
#pragma once

#include <cstdint>

namespace unibank::rtl {

class MshrBlock {
 public:
  virtual ~MshrBlock() = default;
  // The size that it was built with. Requests under way have names below names(); one name is always left over.
  virtual unsigned most_entries() const = 0;
  virtual unsigned most_merges() const = 0;
  virtual unsigned names() const = 0;

  // Resets it, with at most most_entries() and most_merges().
  virtual void configure(unsigned entries, unsigned merges) = 0;

  // Inputs stand until the next edge; a request that is not taken there goes on standing. Outputs follow at once.
  struct Request {
    bool write = false;
    std::uint64_t address = 0;  // bytes
    unsigned length = 0;        // bytes
    unsigned name = 0;
    bool alone = false;  // a read that merges with none (memory/passed_on.h)
  };
  virtual void request(const Request& request) = 0;
  virtual void memory_took() = 0;  // what to_memory() says
  virtual void data(bool write, unsigned entry_or_name) = 0;  // memory has answered: a read's entry, or a write's name
  virtual bool requested() const = 0;
  virtual bool has_data() const = 0;
  virtual bool has_data_of_read() const = 0;
  virtual bool room_now() const = 0;  // the request is taken at once, and goes to memory in the same half cycle
  virtual bool taken() const = 0;     // at the next edge

  struct ToMemory {
    bool valid = false, write = false;
    std::uint64_t address = 0;  // of a read, as its length; a write's is that of the request with its name
    unsigned length = 0, entry = 0, name = 0;
  };
  virtual ToMemory to_memory() const = 0;
  struct Answer {
    bool valid = false;
    unsigned answer = 0, name = 0, entry = 0;  // answer: 0 merged, 1 allocated the entry, 2 the line is stale
  };
  virtual Answer answer() const = 0;  // one a cycle

  virtual bool busy() const = 0;  // something changes at the next edge, whatever comes
  virtual void edge() = 0;        // a rising edge of the clock

  virtual unsigned occupancy() const = 0;  // entries in use
  virtual std::uint64_t allocations() const = 0;
  virtual std::uint64_t merges() const = 0;
  virtual std::uint64_t stalls() const = 0;  // cycles in which a read was not taken
};

}  // namespace unibank::rtl
