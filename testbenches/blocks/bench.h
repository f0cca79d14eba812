// Shared by the block benches: checks that are printed and counted, and a VCD of the socket traffic and of values
// sampled every cycle. The requests come from the Requester of tests/support.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "support/requester.h"
#include "wave/writer.h"

namespace unibank::bench {

class Bench : public sc_core::sc_module {
 public:
  // `tb_<block> [directory]` writes directory/tb_<block>.vcd; the directory (default "vcd") is created if necessary.
  Bench(const sc_core::sc_module_name& name, int argc, char** argv);

  // Shows a requester's traffic below `scope`. Call it before run().
  void show(const std::string& scope, const test::Requester& requester);
  // Samples a value at the half of every cycle.
  void sample(const std::string& signal, unsigned bits, std::function<std::uint64_t()> value);

  // Simulates `length` cycles.
  void run(Cycle length);

  void check(bool holds, const std::string& what);
  void check_equal(std::uint64_t found, std::uint64_t expected, const std::string& what);

  // Writes the VCD and prints the result of the checks; returns the program's exit status.
  int finish();

 private:
  struct Traffic {
    const test::Requester* requester;
    wave::SignalId request, address, write, waiting, answer, in_flight;
  };
  struct Sample {
    wave::SignalId signal;
    std::function<std::uint64_t()> value;
  };
  void take_samples();
  void write(const Traffic& traffic);

  std::string file_;
  std::unique_ptr<wave::Writer> writer_;
  std::vector<Traffic> traffic_;
  std::vector<Sample> samples_;
  sc_core::sc_event tick_;
  unsigned checks_ = 0, failures_ = 0;
  Cycle length_ = 0;
};

// The sc_main() of a bench (SystemC's library contains main): bad input gives one line and status 2, a broken model
// status 1. All sockets are checked against the base protocol.
int guarded(const std::function<int()>& body);

}  // namespace unibank::bench
