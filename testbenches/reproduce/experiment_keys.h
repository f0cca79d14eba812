// Every key of the files of experiments, by table.
#pragma once

#include "base/file_keys.h"

namespace unibank {

// Of EXPERIMENT.toml: "experiment" is the top of the file, "workload" a table of its key `workloads`, the others are
// named as in it.
const std::vector<FileTable>& experiment_tables();
// Of paper.toml: "paper", the top of the file.
const std::vector<FileTable>& paper_tables();

}  // namespace unibank
