// A program's model: answers its calls, and is summed up when the program has ended.
#pragma once

#include <string>
#include <string_view>

#include "exec/calls.h"
#include "exec/machine.h"

namespace unibank::exec {

struct Served {
  std::string program;          // its name
  RunResult result;             // as simulate() of a workload leaves it, nothing judged
  std::vector<KernelRow> rows;
  std::string failure;          // what left the device of no more use; empty: nothing did
};

// At most one in a process, as Machine.
class Server {
 public:
  // `waves` may be null. Throws InputError if the design has no machine.
  Server(const MachineRequest& request, wave::Writer* waves);

  std::string answer(std::string_view call) { return calls_.answer(call); }
  // The file with device memory that goes along with the last answer; -1: none does.
  int file() const { return calls_.sends_memory() ? file_.descriptor() : -1; }
  // Completes waves.
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

// The answer to the first call of a program that gets no model: so that it has a reason, and not only an end.
std::string refusal(const std::string& why);

}  // namespace unibank::exec
