// One direction of a crossbar network: packets from input ports to output ports, bandwidth per port, latency. Knows
// cycles and nothing of SystemC; packets are handles (opaque pointers) of its owner.
//
// A packet of b bytes occupies its input and its output for transfer = ceil(b / bytes per cycle) cycles from its start
// s on, and arrives at s + latency + transfer - 1. An input moves one packet at a time, out of the first `choices` that
// wait there: with one choice it is a FIFO, whose first packet blocks those for other outputs. Packets for the same
// output stay in order. The packet that has waited longest starts first; of equal ones, the packet of the lower input.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "base/types.h"
#include "memory/marks.h"

namespace unibank {

struct NetworkParameters {
  unsigned inputs = 1, outputs = 1;
  unsigned latency = 1;          // cycles
  unsigned bytes_per_cycle = 32; // bandwidth of every port
  unsigned places = 0;            // packets under way to one output, including arrived ones that wait; 0: no limit
  unsigned choices = 1;           // packets at an input of which any may start
};

class NetworkCore {
 public:
  struct Packet {
    void* name = nullptr;
    unsigned output = 0;
    unsigned bytes = 0;
    Cycle ready = 0;  // the first cycle in which it may start
    unsigned rank = 0;  // among packets that become ready in one cycle at one input, the lowest is sent first
  };

  // Throws InputError for a parameter of 0 (except places).
  explicit NetworkCore(const NetworkParameters& parameters);

  // Queues the packet after all packets of this input that are ready earlier, or in the same cycle with no higher rank.
  void arrive(unsigned input, const Packet& packet);
  // Starts the packets that may start in cycle `now`; returns whether any did.
  bool advance(Cycle now);
  // Packets that have not started.
  unsigned waiting(unsigned input) const { return static_cast<unsigned>(inputs_[input].waiting.size()); }
  // Whether this one has not.
  bool waits(unsigned input, const void* name) const;

  // The next packet that has arrived at an output by cycle `now`; null: none.
  const Packet* come(unsigned output, Cycle now) const;
  // Returns whether packets may have waited for the place that this one frees.
  bool take(unsigned output, Cycle now);
  // Calls use(output) for the outputs to which a packet is under way, or has arrived, in ascending order.
  template <typename Use>
  void each_output(const Use& use) const {
    coming_.each([&use](std::size_t output) { use(static_cast<unsigned>(output)); });
  }

  // The first cycle from `from` on in which a packet may start without a take(); kNever: none.
  Cycle next_start(Cycle from) const;
  // The cycle in which the first packet for an output arrives, or has arrived; kNever: no packet for the output.
  Cycle next_come(unsigned output) const;

  // Total delay of all packets taken so far, compared with an idle network, in which a packet starts when it is ready.
  std::uint64_t wait_cycles() const { return wait_cycles_; }

 private:
  struct Input {
    std::deque<Packet> waiting;
    Cycle free = 0;  // the cycle from which the port may start a transfer
  };
  struct UnderWay {
    Packet packet;
    Cycle due;  // the cycle of its arrival
  };
  struct Output {
    std::deque<UnderWay> under_way;  // in order of time
    Cycle free = 0;
  };
  // transfer(): the cycles for which the packet occupies its ports. way(): the cycles from its start to its arrival.
  Cycle transfer(const Packet& packet) const;
  Cycle way(const Packet& packet) const { return parameters_.latency + transfer(packet) - 1; }
  bool has_room(const Output& output) const;
  bool may_start(const Packet& packet, Cycle now) const;
  void add_candidates(Input& input, Cycle now);
  void start(Input& input, std::size_t place, Cycle now);
  template <typename Use>
  void each_choice(const Input& input, const Use& use) const;

  NetworkParameters parameters_;
  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
  Marks waiting_, coming_;  // inputs with packets that wait; outputs to which packets are under way
  struct Candidate {
    Cycle ready;
    Input* input;
    std::size_t place;  // in its queue
  };
  std::vector<Candidate> candidates_;  // candidates of this cycle
  std::uint64_t wait_cycles_ = 0;
};

}  // namespace unibank
