// The model of a program that `unibank exec` runs: in a separate process, or in the program's process.
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
  // Opens the files. Throws InputError if a file cannot be created, or no machine can be built for the design.
  ExecModel(const ExecSettings& settings, const LoadedDesign& design);

  std::string answer(std::string_view call) { return server_->answer(call); }
  // The descriptor of the file that must be sent with the last answer; -1: none.
  int file() const { return server_->file(); }
  // Called when the program has ended: completes the files, and returns a packed exec::Served.
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
