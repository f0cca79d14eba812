// The PTX and the manifests of benchmarks/, by file name. They are built into the program, which therefore needs no
// file at run time.
#pragma once

#include <map>
#include <string>

namespace unibank::characterize {

const std::map<std::string, std::string>& benchmark_files();

}  // namespace unibank::characterize
