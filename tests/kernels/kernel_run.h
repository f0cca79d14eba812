// The regression kernels of testbenches/kernels: their manifests, and what is wrong with a result.
#pragma once

#include <string>
#include <vector>

#include "compiler/link.h"
#include "manifest/manifest.h"

namespace unibank::kernels {

std::string kernel_folder();
std::vector<std::string> kernel_names();                       // those that have a reference, in alphabetical order
std::vector<std::string> ptx_files(const std::string& kernel); // "clang.ptx", ...

// The manifest of a kernel with the PTX of one compiler.
Manifest manifest_of(const std::string& kernel, const std::string& ptx_file);
compiler::CompileOptions options_of(const Manifest& manifest);

// A line for every buffer that is not what the reference says; empty when all are.
std::string differences(const Manifest& manifest, const ManifestResult& result);

}  // namespace unibank::kernels
