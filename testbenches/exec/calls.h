// Executes the calls of a program and forms their answers (protocol.h); independent of the socket.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "exec/machine.h"
#include "exec/message.h"
#include "exec/modules.h"

namespace unibank::exec {

class Calls {
 public:
  // The parameters are those of Machine.
  Calls(const MachineRequest& request, int file, wave::Writer* waves);

  // Executes one call and returns its answer. Every call has an answer: for bytes that are not a valid call, the answer
  // is an error.
  std::string answer(std::string_view bytes);
  // Whether the file with device memory is sent with the last answer.
  bool sends_memory() const { return sends_memory_; }

  Machine& machine() { return machine_; }
  const std::string& program() const { return program_; }   // its name
  const std::string& failure() const { return failure_; }   // the error that made the device unusable; empty: none

 private:
  void take(Call which, Unpacked& call, Packed& values);
  void memory(Call which, Unpacked& call, Packed& values);
  void allocate(Unpacked& call, Packed& values);
  void check(Unpacked& call);
  void limit(Unpacked& call);
  void prefer(Unpacked& call);
  void kernel(Unpacked& call, Packed& values);
  void variable(Unpacked& call, Packed& values);
  void launch(Unpacked& call);
  void texture(Unpacked& call, Packed& values);
  void occupancy(Unpacked& call, Packed& values);

  Machine machine_;
  Modules modules_;
  std::string program_, printed_, failure_;
  std::optional<CallError> broken_;
  bool sends_memory_ = false;
};

}  // namespace unibank::exec
