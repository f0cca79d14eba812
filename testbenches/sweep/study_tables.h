// Every key of a study file, by table.
#pragma once

#include "base/file_keys.h"

namespace unibank::sweep {

// "study" is the top of the file, "search" its table [search].
const std::vector<FileTable>& study_tables();

}  // namespace unibank::sweep
