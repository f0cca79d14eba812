#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>

#include "base/input_error.h"
#include "base/printable.h"
#include "files/temporaries.h"
#include "unibank/commands.h"
#include "unibank/large_pages.h"
#include "unibank/limits.h"

namespace {

int failed(const std::exception& error, int status) {
  std::fprintf(stderr, "unibank: error: %s\n", unibank::printable_lines(error.what()).c_str());
  return status;
}

// Needs no memory.
void say_out_of_memory() {
  for (const char* text : {"unibank: error: ", unibank::out_of_memory(), "\n"})
    if (::write(STDERR_FILENO, text, std::strlen(text)) < 0) break;
}

bool in_main = false;

// Before main() there may be no memory even for the exception; then there is no current exception.
bool is_out_of_memory() {
  if (!in_main && !std::current_exception()) return true;
  try {
    if (const std::exception_ptr error = std::current_exception()) std::rethrow_exception(error);
  } catch (const std::bad_alloc&) {
    return true;
  } catch (...) {
  }
  return false;
}

// Called when memory ends before main() or in a thread.
[[noreturn]] void ended_early() {
  unibank::files::remove_temporaries();
  if (!is_out_of_memory()) std::abort();
  say_out_of_memory();
  ::_exit(1);
}

// Runs before the code that libraries and registries execute when they are loaded.
void before_all() { std::set_terminate(ended_early); }
[[gnu::section(".preinit_array"), gnu::used]] void (*const kBeforeAll)() = before_all;

constexpr char kInterrupted[] = "unibank: error: interrupted\n";

// For commands and parts of them that have no processes of their own; those that have end them first (process.cpp).
extern "C" void end_interrupted(int) {
  unibank::files::remove_temporaries();
  if (::write(STDERR_FILENO, kInterrupted, sizeof kInterrupted - 1) < 0) ::_exit(1);
  ::_exit(1);
}

void end_with_message_on_signals() {
  for (const int signal : {SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU}) {
    struct sigaction now {};
    ::sigaction(signal, nullptr, &now);
    if (now.sa_handler != SIG_IGN) std::signal(signal, end_interrupted);
  }
}

int dispatch(const unibank::Options& options) {
  unibank::apply(options.limits);
  unibank::prefer_large_pages();
  using Command = unibank::Options::Command;
  switch (options.command) {
    case Command::kRun: return run_command(options.run);
    case Command::kExec: return unibank::exec_command(options.exec);
    case Command::kRecord: return record_command(options.record);
    case Command::kList: return list_command(options.list);
    case Command::kShow: return show_command(options.show);
    case Command::kCompile: return compile_command(options.compile);
    case Command::kOccupancy: return unibank::occupancy_command(options.occupancy);
    case Command::kCharacterize: return unibank::characterize_command(options.characterize);
    case Command::kCorrelate: return unibank::correlate_command(options.correlate);
    case Command::kReproduce: return unibank::reproduce_command(options.reproduce);
    case Command::kCompletion: return std::fputs(options.completion.c_str(), stdout) < 0 ? 1 : 0;
    case Command::kSchema: return unibank::schema_command(options.schema);
    case Command::kSweep: return unibank::sweep_command(options.sweep);
    case Command::kNone: break;
  }
  return 0;
}

// A full disk or a closed pipe is noticed only when the last text is flushed.
int flushed(int status) {
  const bool left = std::fflush(stdout) == 0;
  if (left && !std::ferror(stdout)) return status;
  std::fputs("unibank: error: cannot write to standard output\n", stderr);
  return 1;
}

}  // namespace

// SystemC's library requires an sc_main; this program elaborates in child processes.
extern "C" int sc_main(int, char**) { return 0; }

int main(int argc, char** argv) {
  in_main = true;
  std::signal(SIGXFSZ, SIG_IGN);  // makes writing a too large file an error instead
  unibank::files::remove_temporaries_on_signals();
  end_with_message_on_signals();
  try {
    // SystemC's own pools write to memory without checking whether they got it.
    if (::setenv("SYSTEMC_MEMPOOL_DONT_USE", "1", 1) != 0) throw std::bad_alloc();
    return flushed(dispatch(unibank::parse_options(argc, argv)));
  } catch (const unibank::InputError& error) {
    return failed(error, 2);
  } catch (const std::bad_alloc&) {
    say_out_of_memory();
    return 1;
  } catch (const std::exception& error) {
    return failed(error, 1);
  }
}
