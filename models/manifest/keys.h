// Every key of a launch manifest, by table.
#pragma once

#include "base/file_keys.h"

namespace unibank {

// The tables of a manifest: "manifest" is the top of the file, the others are named as in it; "until" and "write" are
// the tables that a loop's keys of these names hold.
const std::vector<FileTable>& manifest_tables();
// The keys of one of them. The table must exist.
const std::vector<FileKey>& manifest_keys(const std::string& table);

}  // namespace unibank
