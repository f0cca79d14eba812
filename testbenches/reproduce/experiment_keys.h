// Every key of experiment files, by table.
#pragma once

#include "base/file_keys.h"

namespace unibank {

// The tables of EXPERIMENT.toml: "experiment" is the top of the file, "workload" is an element of its key `workloads`,
// and the other tables have the names that they have in the file.
const std::vector<FileTable>& experiment_tables();
// The table of paper.toml: "paper", the top of the file.
const std::vector<FileTable>& paper_tables();

}  // namespace unibank
