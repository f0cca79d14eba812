#include "forked.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <ctime>
#include <exception>

#include "base/input_error.h"

namespace unibank::bench {

double cpu_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Measured measure_forked(const std::function<Measured()>& measure) {
  int ends[2];
  if (::pipe(ends) != 0) throw RunError("cannot make a pipe");
  const pid_t child = ::fork();
  if (child < 0) throw RunError("cannot start a process");
  if (child == 0) {
    try {
      const Measured measured = measure();
      ::_exit(::write(ends[1], &measured, sizeof measured) == sizeof measured ? 0 : 1);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "unibank_bench: error: %s\n", error.what());
      ::_exit(1);
    }
  }
  ::close(ends[1]);
  Measured measured;
  const bool complete = ::read(ends[0], &measured, sizeof measured) == sizeof measured;
  ::close(ends[0]);
  ::waitpid(child, nullptr, 0);
  if (!complete) throw RunError("the measuring process ended without a result");
  return measured;
}

}  // namespace unibank::bench
