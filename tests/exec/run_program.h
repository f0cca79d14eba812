// Runs a program of tests/exec/programs by `unibank exec`.
#pragma once

#include <string>

#include "unibank/folder.h"

inline Folder::Ended exec(const Folder& folder, const std::string& options, const std::string& program) {
  return folder.run("exec " + options + " -- " UNIBANK_PROGRAMS "/" + program);
}

inline const std::string kOnUnified = "--design gebhart2012/unified-384k";
inline const std::string kOnIntegrated = "--design jing2016/integrated-fair";
