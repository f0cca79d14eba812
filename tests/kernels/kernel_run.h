// The regression kernels of testbenches/kernels: their manifests, and the differences of a result from its reference.
#pragma once

#include <string>
#include <vector>

#include "compiler/link.h"
#include "manifest/manifest.h"

namespace unibank::kernels {

std::string kernel_folder();
std::vector<std::string> kernel_names();                       // those that have a reference, in alphabetical order
std::vector<std::string> ptx_files(const std::string& kernel); // "clang.ptx", ...

// The manifest of a kernel, with the PTX of one of the two compilers.
Manifest manifest_of(const std::string& kernel, const std::string& ptx_file);
compiler::CompileOptions options_of(const Manifest& manifest);

// A line for each buffer that differs from the reference; empty when none does.
std::string differences(const Manifest& manifest, const ManifestResult& result);

}  // namespace unibank::kernels
