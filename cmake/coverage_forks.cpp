// Linked into every program of the preset `coverage`. gcov writes its counts when a program ends by exit(); a forked
// process that ends by _exit() would lose them, and one that wrote them would write those of its parent a second time.
#include <pthread.h>

extern "C" {
void __gcov_dump();
void __gcov_reset();
[[noreturn]] void __real__exit(int status);

// The linker calls this in place of _exit() (`--wrap=_exit`).
[[noreturn]] void __wrap__exit(int status) {
  __gcov_dump();
  __real__exit(status);
}
}

namespace {

// A fork in code compiled with --coverage is reset by gcov itself, one in a test or test bench is not.
[[gnu::constructor]] void count_from_the_fork_on() { pthread_atfork(nullptr, nullptr, __gcov_reset); }

}  // namespace
