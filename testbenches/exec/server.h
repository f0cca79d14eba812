// A program's model: answers the program's calls, and returns the results when the program has ended.
#pragma once

#include <string>
#include <string_view>

#include "exec/calls.h"
#include "exec/machine.h"

namespace unibank::exec {

struct Served {
  std::string program;          // its file name
  RunResult result;             // as from simulate() of a workload, without a verdict
  std::vector<KernelRow> rows;
  std::string failure;          // the error that made the device unusable; empty: none
};

// A process has at most one Server, because it contains a Machine.
class Server {
 public:
  // `waves` may be null. Throws InputError when no machine can be built for the design.
  Server(const MachineRequest& request, wave::Writer* waves);

  std::string answer(std::string_view call) { return calls_.answer(call); }
  // The descriptor of the file with device memory that must be sent with the last answer; -1: none.
  int file() const { return calls_.sends_memory() ? file_.descriptor() : -1; }
  // Completes the waves, and returns the results.
  Served end();

 private:
  class File {
   public:
    explicit File(std::uint64_t bytes);
    ~File();
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    int descriptor() const { return descriptor_; }

   private:
    const int descriptor_;
  };

  const File file_;
  Calls calls_;
};

// The answer to the first call of a process that gets no model. The reason is an error of the session (session.h).
std::string refusal();

}  // namespace unibank::exec
