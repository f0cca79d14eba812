#include <csignal>
#include <cstdio>
#include <exception>

#include "base/input_error.h"
#include "files/temporaries.h"
#include "unibank/commands.h"

namespace {

int failed(const std::exception& error, int status) {
  std::fprintf(stderr, "unibank: error: %s\n", error.what());
  return status;
}

int dispatch(const unibank::Options& options) {
  using Command = unibank::Options::Command;
  switch (options.command) {
    case Command::kRun: return run_command(options.run);
    case Command::kRecord: return record_command(options.record);
    case Command::kList: return list_command(options.list);
    case Command::kShow: return show_command(options.show);
    case Command::kCompile: return compile_command(options.compile);
    case Command::kOccupancy: return unibank::occupancy_command(options.occupancy);
    case Command::kReproduce: return unibank::reproduce_command(options.reproduce);
    case Command::kNone: break;
  }
  return 0;
}

// A full disk or a closed pipe shows only when the last of the text leaves.
int flushed(int status) {
  const bool left = std::fflush(stdout) == 0;
  if (left && !std::ferror(stdout)) return status;
  std::fputs("unibank: error: cannot write to standard output\n", stderr);
  return 1;
}

}  // namespace

// The SystemC library wants one; this program elaborates in processes of its own.
extern "C" int sc_main(int, char**) { return 0; }

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that is too large is an error, where it is written
  unibank::files::remove_temporaries_on_signals();
  try {
    return flushed(dispatch(unibank::parse_options(argc, argv)));
  } catch (const unibank::InputError& error) {
    return failed(error, 2);
  } catch (const std::exception& error) {
    return failed(error, 1);
  }
}
