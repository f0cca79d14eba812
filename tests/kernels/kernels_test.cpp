// Every regression kernel, from both compilers, against its reference.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "host/device.h"
#include "host/functional_backend.h"
#include "manifest/manifest.h"
#include "reference.h"
#include "simt/device_memory.h"

using namespace unibank;
using kernels::Buffers;
namespace fs = std::filesystem;

namespace {

const fs::path kFolder = fs::path(UNIBANK_SOURCE_DIR) / "testbenches/kernels";

const kernels::References& references() {
  static const kernels::References all = [] {
    kernels::References merged;
    for (const auto& some : {kernels::integer_references(), kernels::float_references(), kernels::memory_references(),
                             kernels::block_references(), kernels::control_references(), kernels::texture_references()})
      merged.insert(some.begin(), some.end());
    return merged;
  }();
  return all;
}

// The manifest of a kernel with the PTX of one compiler.
Manifest manifest_of(const std::string& name, const std::string& ptx) {
  const fs::path file = kFolder / name / (name + ".toml");
  std::string text = read_whole_file(file.string());
  const std::string first_line = "ptx = \"" + ptx + "\"";
  text.replace(0, text.find('\n'), first_line);
  return load_manifest(text, file.string(), read_whole_file);
}

// How far two values may be apart counts only where neither tolerance is 0.
template <typename T>
std::string compare_floats(const std::vector<std::uint8_t>& found, const std::vector<std::uint8_t>& expected,
                           const Buffers::Tolerance& tolerance) {
  for (std::size_t i = 0; i < expected.size() / sizeof(T); ++i) {
    T have, want;
    std::memcpy(&have, &found[i * sizeof(T)], sizeof(T));
    std::memcpy(&want, &expected[i * sizeof(T)], sizeof(T));
    const double apart = std::fabs(double{have} - double{want});
    if (!(apart <= tolerance.absolute || apart <= tolerance.relative * std::fabs(want)))
      return "[" + std::to_string(i) + "] is " + std::to_string(have) + ", expected " + std::to_string(want);
  }
  return "";
}

std::string hex(const std::vector<std::uint8_t>& bytes, std::size_t at, std::size_t size) {
  const char* digits = "0123456789abcdef";
  std::string text = "0x";
  for (std::size_t k = size; k-- > 0;) text += {digits[bytes[at + k] >> 4], digits[bytes[at + k] & 15]};
  return text;
}

// The first difference; empty when there is none.
std::string difference(const ManifestBuffer& buffer, const std::vector<std::uint8_t>& found, const Buffers& expected) {
  const std::vector<std::uint8_t>& want = expected.bytes.at(buffer.name);
  if (found.size() != want.size()) return "has " + std::to_string(found.size()) + " bytes";
  const auto tolerance = expected.tolerances.find(buffer.name);
  if (tolerance != expected.tolerances.end()) return compare_floats<float>(found, want, tolerance->second);
  const std::size_t size = ptx::bytes_of(buffer.type);
  std::string first;
  unsigned wrong = 0;
  for (std::size_t at = 0; at < want.size(); at += size) {
    if (std::equal(&want[at], &want[at] + size, &found[at])) continue;
    if (++wrong == 1)
      first = "[" + std::to_string(at / size) + "] is " + hex(found, at, size) + ", expected " + hex(want, at, size);
  }
  return wrong == 0 ? "" : first + " (" + std::to_string(wrong) + " differ)";
}

void check(const Manifest& manifest, const ManifestResult& result) {
  Buffers expected;
  for (const ManifestBuffer& buffer : manifest.buffers) expected.bytes[buffer.name] = buffer.bytes;
  references().at(manifest.name)(expected);
  for (const ManifestBuffer& buffer : manifest.buffers) {
    INFO(manifest.ptx_file << ", " << buffer.name << difference(buffer, result.buffers.at(buffer.name), expected));
    CHECK(difference(buffer, result.buffers.at(buffer.name), expected) == "");
  }
}

std::vector<std::string> kernel_names() {
  std::vector<std::string> names;
  for (const auto& [name, reference] : references()) names.push_back(name);
  return names;
}

std::vector<std::string> ptx_files(const std::string& name) {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(kFolder / name))
    if (entry.path().extension() == ".ptx") files.push_back(entry.path().filename().string());
  std::sort(files.begin(), files.end());
  return files;
}

// Executes and compares; a refusal or an error of the run is a failure that says what it was.
void run_functionally(const std::string& name, const std::string& ptx) {
  try {
    const Manifest manifest = manifest_of(name, ptx);
    DeviceMemory memory;
    FunctionalBackend backend(memory, 10'000'000);
    compiler::CompileOptions options;
    if (manifest.stack_bytes != 0) options.stack_bytes = manifest.stack_bytes;
    Device device(backend, memory, options);
    check(manifest, run(manifest, device));
  } catch (const std::exception& error) {
    FAIL_CHECK(name << "/" << ptx << ": " << error.what());
  }
}

void run_folder(const std::vector<std::string>& names) {
  for (const std::string& name : names)
    for (const std::string& ptx : ptx_files(name)) run_functionally(name, ptx);
}

}  // namespace

TEST_CASE("every folder of kernels has a manifest and a reference and two compilers' PTX or PTX by hand") {
  std::vector<std::string> folders;
  for (const auto& entry : fs::directory_iterator(kFolder))
    if (entry.is_directory()) folders.push_back(entry.path().filename().string());
  std::sort(folders.begin(), folders.end());
  CHECK(folders == kernel_names());
  CHECK(folders.size() >= 25);
  for (const std::string& folder : folders) {
    const bool compiled = fs::exists(kFolder / folder / (folder + ".cu"));
    CHECK(ptx_files(folder) ==
          (compiled ? std::vector<std::string>{"clang.ptx", "nvcc.ptx"} : std::vector<std::string>{folder + ".ptx"}));
    CHECK(fs::exists(kFolder / folder / (folder + ".toml")));
  }
}

TEST_CASE("every regression kernel computes what its reference says") { run_folder(kernel_names()); }
