// The calls of a program and their answers (protocol.h), without the socket between them.
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
  // As Machine's.
  Calls(const MachineRequest& request, int file, wave::Writer* waves);

  // The answer to one call. Every call has one: bytes that are no call are an error of it.
  std::string answer(std::string_view bytes);
  // The file with device memory goes along with the last answer.
  bool sends_memory() const { return sends_memory_; }

  Machine& machine() { return machine_; }
  const std::string& program() const { return program_; }   // its name
  const std::string& failure() const { return failure_; }   // what left the device of no more use; empty: nothing did

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
