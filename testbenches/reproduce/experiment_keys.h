// Every key of experiment files, by table.
#pragma once

#include "base/file_keys.h"

namespace unibank {

// The tables of EXPERIMENT.toml: "experiment" is the top of the file, "workload" a table of its key `workloads`; the
// others have their names in the file.
const std::vector<FileTable>& experiment_tables();
// The table of paper.toml: "paper", the top of the file.
const std::vector<FileTable>& paper_tables();

}  // namespace unibank
