// Computes `verified`, and the contents of a dump.
#include <cmath>
#include <cstdio>

#include "manifest/initial.h"
#include "manifest/values.h"

namespace unibank {
namespace {

using manifest_values::Bytes;
using manifest_values::integer_at;
using manifest_values::real_at;
using manifest_values::text_at;

// Integers and floats agree if they are equal or within the tolerances; a NaN agrees with a NaN.
bool agree(const Bytes& found, const Bytes& expected, std::uint64_t i, ptx::Type type, const ManifestVerify& verify) {
  const double want = real_at(expected, i, type);
  double apart = 0;
  if (manifest_values::is_float(type)) {
    const double have = real_at(found, i, type);
    if (have == want || (std::isnan(have) && std::isnan(want))) return true;
    apart = std::abs(have - want);
    if (!std::isfinite(have) || !std::isfinite(want)) return false;
  } else {
    const std::uint64_t one = integer_at(found, i, type), other = integer_at(expected, i, type);
    if (one == other) return true;
    const bool less = real_at(found, i, type) == want ? one < other : real_at(found, i, type) < want;
    apart = static_cast<double>(less ? other - one : one - other);
  }
  return apart <= verify.absolute || apart <= verify.relative * std::abs(want);
}

std::string tolerance_text(const ManifestVerify& verify) {
  if (verify.absolute == 0 && verify.relative == 0) return " equal";
  std::string text = " within";
  char number[32];
  const auto print = [&number](double value) {
    std::snprintf(number, sizeof number, " %g", value);
    return std::string(number);
  };
  if (verify.absolute != 0) text += print(verify.absolute) + (verify.relative != 0 ? " absolute or" : " absolute");
  if (verify.relative != 0) text += print(verify.relative) + " relative";
  return text;
}

// Empty when all agree.
std::string first_difference(const ManifestBuffer& buffer, const Bytes& found, const ManifestVerify& verify) {
  std::uint64_t different = 0, first = 0;
  for (std::uint64_t i = buffer.count; i-- > 0;) {
    if (agree(found, verify.expected, i, buffer.type, verify)) continue;
    ++different;
    first = i;
  }
  if (different == 0) return "";
  return buffer.name + "[" + std::to_string(first) + "] is " + text_at(found, first, buffer.type) + ", " + verify.file +
         " has " + text_at(verify.expected, first, buffer.type) + " (" + std::to_string(different) + " of " +
         std::to_string(buffer.count) + " differ)";
}

}  // namespace

void judge(const Manifest& manifest, ManifestResult& result) {
  result.judged = !manifest.verifications.empty();
  result.right = result.judged;
  result.text = result.judged ? "" : "nothing to compare with";
  std::string wrong;
  for (const ManifestVerify& verify : manifest.verifications) {
    const ManifestBuffer& buffer = *manifest.find_buffer(verify.buffer);
    const std::string difference = first_difference(buffer, result.buffers.at(verify.buffer), verify);
    if (!difference.empty()) wrong += (wrong.empty() ? "" : "; ") + difference;
    result.text += (result.text.empty() ? "" : "; ") + std::to_string(buffer.count) + " values of '" + buffer.name +
                   "'" + tolerance_text(verify);
  }
  if (wrong.empty()) return;
  result.right = false;
  result.text = wrong;
}

std::string dump_text(const ManifestBuffer& buffer, const std::vector<std::uint8_t>& bytes) {
  if (manifest_reader::is_csv(buffer.dump)) return manifest_values::print_csv(bytes, buffer.type);
  return std::string(bytes.begin(), bytes.end());
}

}  // namespace unibank
