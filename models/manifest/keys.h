// Every key of a launch manifest, by table.
#pragma once

#include "base/file_keys.h"

namespace unibank {

// The tables of a manifest: "manifest" is the top of the file, the others have their names in the file; "until" and
// "write" are the tables of a loop's keys of these names.
const std::vector<FileTable>& manifest_tables();
// The keys of one of these tables. The table must exist.
const std::vector<FileKey>& manifest_keys(const std::string& table);

}  // namespace unibank
