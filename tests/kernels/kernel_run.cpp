#include "kernel_run.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "reference.h"

namespace unibank::kernels {
namespace {

namespace fs = std::filesystem;

const References& references() {
  static const References all = [] {
    References merged;
    for (const auto& some : {integer_references(), float_references(), memory_references(),
                             block_references(), warp_references(), control_references(), texture_references()})
      merged.insert(some.begin(), some.end());
    return merged;
  }();
  return all;
}

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

}  // namespace

std::string kernel_folder() { return UNIBANK_SOURCE_DIR "/testbenches/kernels"; }

std::vector<std::string> kernel_names() {
  std::vector<std::string> names;
  for (const auto& [name, reference] : references()) names.push_back(name);
  return names;
}

std::vector<std::string> ptx_files(const std::string& kernel) {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(fs::path(kernel_folder()) / kernel))
    if (entry.path().extension() == ".ptx") files.push_back(entry.path().filename().string());
  std::sort(files.begin(), files.end());
  return files;
}

Manifest manifest_of(const std::string& kernel, const std::string& ptx_file) {
  const std::string file = kernel_folder() + "/" + kernel + "/" + kernel + ".toml";
  std::string text = read_whole_file(file);
  text.replace(0, text.find('\n'), "ptx = \"" + ptx_file + "\"");
  return load_manifest(text, file, read_whole_file);
}

compiler::CompileOptions options_of(const Manifest& manifest) {
  compiler::CompileOptions options;
  if (manifest.stack_bytes != 0) options.stack_bytes = manifest.stack_bytes;
  return options;
}

std::string differences(const Manifest& manifest, const ManifestResult& result) {
  Buffers expected;
  for (const ManifestBuffer& buffer : manifest.buffers) expected.bytes[buffer.name] = buffer.bytes;
  references().at(manifest.name)(expected);
  std::string all;
  for (const ManifestBuffer& buffer : manifest.buffers) {
    const std::string one = difference(buffer, result.buffers.at(buffer.name), expected);
    if (!one.empty()) all += manifest.ptx.front().file + ": " + buffer.name + one + "\n";
  }
  return all;
}

}  // namespace unibank::kernels
