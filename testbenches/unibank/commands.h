// The commands of the program. Each returns exit status 0 or 1 and throws InputError for status 2; some return others.
#pragma once

#include "unibank/options.h"

namespace unibank {

int run_command(const RunOptions& options);
int exec_command(const ExecOptions& options);  // may also return the program's own status
int record_command(const RecordOptions& options);
int list_command(const ListOptions& options);
int compile_command(const CompileCommandOptions& options);  // 2: some kernels cannot be compiled
int occupancy_command(const OccupancyOptions& options);
int show_command(const ShowOptions& options);
int characterize_command(const CharacterizeOptions& options);
int correlate_command(const CorrelateOptions& options);
int schema_command(const std::string& what);  // "design", "manifest", "experiment", "paper" or "study"
int reproduce_command(const ReproduceOptions& options);
int sweep_command(const SweepOptions& options);
int report_command(const ReproduceOptions& options);  // reproduce --report; 2: a number without a point

}  // namespace unibank
