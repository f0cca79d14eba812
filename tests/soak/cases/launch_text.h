// A program of several launches as PTX files and a manifest.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "soak/cases/launch_program.h"

namespace unibank::test {

// The kernels of one file.
std::string ptx_of(const LaunchProgram& program, unsigned file);

// Writes into an empty folder: case.toml, which is the manifest, case0.ptx, ..., the initial values of each buffer
// (in0.bin, ...), and the values it must have at the end (out0.bin, ...).
void write_launches(const std::filesystem::path& folder, const LaunchProgram& program,
                    const std::vector<std::vector<std::uint32_t>>& expected);

}  // namespace unibank::test
