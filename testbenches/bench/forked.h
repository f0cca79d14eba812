// One measurement in a process of its own: SystemC elaborates once a process.
#pragma once

#include <functional>

namespace unibank::bench {

struct Measured {
  double cpu_seconds = 0;
  double events = 0;  // of the kind the benchmark counts
};

// CPU seconds this process has used.
double cpu_seconds();

// Runs `measure` in a child and returns what it returned. RunError, after the child has printed why, when it throws.
Measured measure_forked(const std::function<Measured()>& measure);

}  // namespace unibank::bench
