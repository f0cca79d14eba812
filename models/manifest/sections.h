// The tables of a manifest, each as its structure.
#pragma once

#include "manifest/reader.h"

namespace unibank::manifest_reader {

// What all buffers of a manifest may take together: the device memory of a run.
constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 30;

// `used`: bytes of the buffers before it, counted up.
ManifestBuffer read_buffer(const Section& section, std::uint64_t& used);
// The module says what the symbol can hold.
ManifestBuffer read_constant(const Section& section, const ptx::Module& module, std::uint64_t& used);
ManifestTexture read_texture(const Section& section, const Manifest& manifest, const ptx::Module& module, bool surface);
ManifestLaunch read_launch(const Section& section, const ptx::Module& module);
ManifestVerify read_verify(const Section& section, const Manifest& manifest);

// The keys that each of them knows.
std::vector<std::string> buffer_keys(const char* name);  // "name" or "symbol"
std::vector<std::string> texture_keys(bool surface);
std::vector<std::string> launch_keys();
std::vector<std::string> verify_keys();

// Refuses what does not fit the kernel's parameters, with the parameter's name.
void check_arguments(const Source& source, const Manifest& manifest, const ManifestLaunch& launch,
                     const ptx::Module& module);

}  // namespace unibank::manifest_reader
