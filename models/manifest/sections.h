// Reads each table of a manifest into its structure.
#pragma once

#include "manifest/counters.h"
#include "manifest/fields.h"
#include "manifest/modules.h"
#include "manifest/reader.h"

namespace unibank::manifest_reader {

// The maximum for all buffers of a manifest together: the device memory of a run.
constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 30;

// The highest device address that a manifest may name: the windows of shared and local memory are above it (those of
// modules with 32-bit addresses: check_addresses).
constexpr std::int64_t kMostAddress = std::int64_t{1} << 39;

// `used`: bytes of the earlier buffers; updated.
ManifestBuffer read_buffer(const Section& section, std::uint64_t& used);
// The modules give the type of the symbol.
ManifestBuffer read_constant(const Section& section, const Modules& modules, std::uint64_t& used);
// Reads the buffer's `values`, if it has any. They may name buffers and textures that follow in the file.
void read_values(const Section& section, const CheckContext& check, ManifestBuffer& buffer);
ManifestTexture read_texture(const Section& section, const Manifest& manifest, const Modules& modules, bool surface);
ManifestLaunch read_launch(const Section& section, const Modules& modules, const CounterRanges& ranges);
ManifestArgument read_argument(const Source& source, const Value& value, const CounterRanges& ranges);
ManifestVerify read_verify(const Section& section, const Manifest& manifest);
// The launches and loops of a table, in the order of the text.
std::vector<ManifestStep> read_steps(const Source& source, const Value& table, const Modules& modules,
                                     Manifest& manifest);

// The buffer or constant named by a key.
const ManifestBuffer& known_buffer(const Section& section, const char* key, const Manifest& manifest);

// The values of the key `channel` of a texture.
std::vector<std::string> channel_names();

// Refuses addresses that are missing, impossible, used twice, or in a window of shared or local memory.
// `address_bytes`: 4 or 8, of the modules' addresses.
void check_addresses(const Source& source, const Manifest& manifest, unsigned address_bytes);

// Refuses arguments that do not fit the kernel's parameters, with the parameter's name, and lays out structures.
void check_arguments(const CheckContext& check, ManifestLaunch& launch, const ptx::Kernel& kernel);

}  // namespace unibank::manifest_reader
