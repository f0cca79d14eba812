#include "judge/compare.h"

#include <algorithm>
#include <cmath>

#include "manifest/values.h"

namespace unibank {
namespace {

using Bytes = std::vector<std::uint8_t>;

bool is_allowed(const ManifestBuffer& buffer, const Bytes& model, const Bytes& gpu, std::uint64_t i) {
  const double expected = manifest_values::real_at(model, i, buffer.type);
  const double apart = std::fabs(manifest_values::real_at(gpu, i, buffer.type) - expected);
  return (buffer.absolute > 0 && apart <= buffer.absolute) ||
         (buffer.relative > 0 && apart <= buffer.relative * std::fabs(expected));
}

// The value and its bits: two floats that print alike may differ in sign, or be different NaNs.
std::string shown(const ManifestBuffer& buffer, const Bytes& bytes, std::uint64_t i) {
  const unsigned size = ptx::bytes_of(buffer.type);
  std::string hex;
  for (unsigned k = size; k-- > 0;) {
    const std::uint8_t byte = bytes[i * size + k];
    hex += {"0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15]};
  }
  return manifest_values::text_at(bytes, i, buffer.type) + " (0x" + hex + ")";
}

// Addresses and handles differ from machine to machine, so they are not compared.
Bytes without_pointers(Bytes bytes, const ManifestBuffer& buffer) {
  for (const ManifestArgument& pointer : buffer.pointers)
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(pointer.at), pointer.width, std::uint8_t{0});
  return bytes;
}

void compare_buffer(const ManifestBuffer& buffer, const Bytes& model, const Bytes& gpu, Comparison& comparison) {
  const unsigned size = ptx::bytes_of(buffer.type);
  std::uint64_t different = 0, first = 0;
  for (std::uint64_t i = buffer.count; i-- > 0;) {
    ++comparison.values;
    if (std::equal(&model[i * size], &model[i * size] + size, &gpu[i * size])) continue;
    if (is_allowed(buffer, model, gpu, i)) {
      ++comparison.within;
    } else {
      ++different;
      first = i;
    }
  }
  if (different == 0) return;
  comparison.equal = false;
  comparison.text += (comparison.text.empty() ? "" : "; ") + buffer.name + "[" + std::to_string(first) + "] is " +
                     shown(buffer, gpu, first) + " on the GPU, " + shown(buffer, model, first) + " in the model (" +
                     std::to_string(different) + " of " + std::to_string(buffer.count) + " differ)";
}

}  // namespace

Comparison compare(const Manifest& manifest, const std::map<std::string, Bytes>& model,
                   const std::map<std::string, Bytes>& gpu) {
  Comparison comparison;
  for (const ManifestBuffer& buffer : manifest.buffers)
    compare_buffer(buffer, without_pointers(model.at(buffer.name), buffer),
                   without_pointers(gpu.at(buffer.name), buffer), comparison);
  return comparison;
}

}  // namespace unibank
