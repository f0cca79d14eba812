// The model of a program that `unibank exec` runs: in a process of its own, or in the program's.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "design/load.h"
#include "exec/launch_record.h"
#include "exec/server.h"
#include "files/lock.h"
#include "trace/recorder.h"
#include "unibank/exec_settings.h"

namespace unibank {

class ExecModel {
 public:
  // Opens the files. Throws InputError if one cannot be created or the design has no machine.
  ExecModel(const ExecSettings& settings, const LoadedDesign& design);

  std::string answer(std::string_view call) { return server_->answer(call); }
  // The file that goes along with the last answer; -1: none does.
  int file() const { return server_->file(); }
  // The program has ended: completes the files, and returns a packed exec::Served.
  std::string end();

 private:
  void open_record(exec::MachineRequest& machine);

  const ExecSettings settings_;
  std::unique_ptr<wave::Writer> waves_;
  std::unique_ptr<TransactionRecorder> transactions_;
  std::unique_ptr<files::Lock> lock_;
  std::unique_ptr<trace::Recorder> recorder_;
  std::unique_ptr<exec::LaunchRecord> launches_;
  std::unique_ptr<exec::Server> server_;
};

}  // namespace unibank
