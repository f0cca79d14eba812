// Runs a measurement in its own process, because SystemC elaborates once per process.
#pragma once

#include <functional>

namespace unibank::bench {

struct Measured {
  double cpu_seconds = 0;
  double events = 0;  // in the benchmark's unit
};

// CPU seconds used by this process.
double cpu_seconds();

// Runs `measure` in a child process and returns its result. Throws RunError when `measure` throws; the child prints the
// reason.
Measured measure_forked(const std::function<Measured()>& measure);

}  // namespace unibank::bench
