// The interface of a crossbar in RTL to its transactor: its pins, its clock and its size, as plain C++. Knows no
// SystemC.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace unibank::rtl {

class CrossbarBlock {
 public:
  using Bytes = std::array<unsigned char, 16>;

  virtual ~CrossbarBlock() = default;
  // The size that the RTL was built with. lanes(): the most requests, or responses, of one port in one cycle. names():
  // the most requests that are outstanding at the banks.
  virtual unsigned most_ports() const = 0;
  virtual unsigned most_ranges() const = 0;
  virtual unsigned lanes() const = 0;
  virtual unsigned names() const = 0;

  // Resets the crossbar. The ranges of every port, at most most_ranges(), end at these addresses. Called once, before
  // the first request.
  virtual void configure(const std::vector<std::uint64_t>& ends) = 0;

  struct Route {
    bool none = false;
    unsigned range = 0;
    std::uint32_t address = 0;
  };
  // The request is held until the edge; the result is combinational. To be called only while the port has a free lane.
  virtual Route request(unsigned port, std::uint32_t address) = 0;
  virtual unsigned requests(unsigned port) const = 0;
  virtual void answer(unsigned port, unsigned name, const Bytes& bytes) = 0;
  virtual unsigned answers(unsigned port) const = 0;

  // The outputs after the last edge.
  virtual bool answers_out(unsigned port, unsigned lane) const = 0;
  virtual unsigned name_out(unsigned port, unsigned lane) const = 0;
  virtual Bytes bytes_out(unsigned port, unsigned lane) const = 0;
  virtual std::uint64_t transfers(unsigned port) const = 0;  // requests of the port in the whole run
  virtual bool busy() const = 0;  // the pins hold a request, or a response is pending
  virtual void edge() = 0;        // a rising edge of the clock
};

}  // namespace unibank::rtl
