// The interface of a tag array in RTL to its transactor: its pins, its clock and its size, as plain C++. Knows no
// SystemC.
#pragma once

#include <cstdint>
#include <vector>

#include "cosim/pin_watch.h"
#include "memory/tag_array_core.h"

namespace unibank::rtl {

class TagArrayBlock {
 public:
  struct Request {
    std::uint8_t operation = 0, state = 0;  // values of TagOperation (memory/tag_array.h)
    std::uint64_t line = 0;                 // the line's number; for kClean its place (set x most_ways() + way)
  };

  virtual ~TagArrayBlock() = default;
  // The size that the RTL was built with.
  virtual unsigned most_sets() const = 0;
  virtual unsigned most_ways() const = 0;
  // Whether the RTL supports this operation with this state. Requesting an unsupported one ends the run.
  virtual bool has(const Request& request) const { return request.operation <= 8; }

  // Drops all lines, and keeps counters(), which are of the whole run: the machine calls it before a launch, and when
  // the size of the cache changes, while no request is under way. `sets` (0: no cache) and `ways` are at most
  // most_sets() and most_ways(). Bit s of `keep`: a line of state s is never evicted.
  virtual void configure(unsigned sets, unsigned ways, std::uint16_t keep) = 0;

  // How many requests the RTL takes at one edge, in designs with several lookups per cycle.
  virtual unsigned lanes() const { return 1; }

  // Adds a request behind those at the pins already. All are held there until the next edge, and carried out in this
  // order.
  virtual void request(const Request& request) = 0;
  virtual bool requested() const = 0;  // at least one request is at the pins
  virtual unsigned requests() const { return requested() ? 1 : 0; }
  virtual Request request() const = 0;  // the first; any value while none is at the pins
  virtual bool ready() const = 0;
  virtual void edge() = 0;  // a rising edge of the clock
  // The answers of the last edge, in the order of their requests.
  virtual bool answered() const = 0;
  virtual unsigned answers() const { return answered() ? 1 : 0; }
  virtual TagResult answer() const = 0;  // the first; any value while there is none
  virtual TagResult answer(unsigned /*number*/) const { return answer(); }

  virtual unsigned lines(std::uint8_t state) const = 0;  // lines of this state, after the last edge
  // Of all requests so far, also of those before the last configure(): memory/tag_array_core.h says what counts.
  virtual TagCounters counters() const = 0;

  // Its own signals in addition to the request and the response, for waveforms: names and current values.
  virtual std::vector<Pin> own_pins() const { return {}; }
  virtual PinValues own_values() const { return {}; }
};

}  // namespace unibank::rtl
