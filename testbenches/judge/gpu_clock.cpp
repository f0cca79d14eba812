#include "judge/gpu_clock.h"

#include <algorithm>
#include <sstream>

namespace unibank {

namespace {

// Only lane 0 notes the clock: 32 lanes on one address would be 32 operations.
const char* const kBegin =
    "  .reg .b32 %clocked_r<2>;\n"
    "  .reg .b64 %clocked_d<4>;\n"
    "  .reg .pred %clocked_p;\n"
    "  mov.u32 %clocked_r0, %smid;\n"
    "  mul.wide.u32 %clocked_d0, %clocked_r0, 16;\n"
    "  mov.u64 %clocked_d1, unibank_clocks;\n"
    "  add.u64 %clocked_d0, %clocked_d0, %clocked_d1;\n"
    "  mov.u32 %clocked_r1, %laneid;\n"
    "  setp.eq.u32 %clocked_p, %clocked_r1, 0;\n"
    "  mov.u64 %clocked_d2, %clock64;\n"
    "  @%clocked_p red.global.min.u64 [%clocked_d0], %clocked_d2;\n";
const char* const kEnd =
    "  mov.u64 %clocked_d3, %clock64;\n"
    "  @%clocked_p red.global.max.u64 [%clocked_d0+8], %clocked_d3;\n";

std::string trimmed(const std::string& line) {
  const std::size_t first = line.find_first_not_of(" \t"), last = line.find_last_not_of(" \t\r");
  return first == std::string::npos ? "" : line.substr(first, last - first + 1);
}

// "ld.shared.u32" -> "ld.volatile.shared.u32".
void make_volatile(std::string& line) {
  for (const std::string access : {"ld.shared.", "st.shared."}) {
    const std::size_t at = line.find(access);
    if (at != std::string::npos) line.insert(at + 2, ".volatile");
  }
}

}  // namespace

std::string with_clocks(const std::string& ptx, bool keeps_accesses) {
  std::istringstream lines(ptx);
  std::string out;
  bool declared = false;
  for (std::string line; std::getline(lines, line);) {
    const std::string text = trimmed(line);
    if (text == "ret;") out += kEnd;
    if (keeps_accesses) make_volatile(line);
    out += line + "\n";
    if (text == "{") out += kBegin;
    if (!declared && text.rfind(".address_size", 0) == 0) {
      out += ".visible .global .align 8 .u64 " + std::string(kClocks) + "[" + std::to_string(2 * kClockedSms) + "];\n";
      declared = true;
    }
  }
  return out;
}

std::vector<std::uint64_t> clocks_before() {
  std::vector<std::uint64_t> clocks(2 * kClockedSms);
  for (unsigned sm = 0; sm < kClockedSms; ++sm) clocks[2 * sm] = ~std::uint64_t{0};
  return clocks;
}

std::uint64_t longest(const std::vector<std::uint64_t>& clocks) {
  std::uint64_t cycles = 0;
  for (unsigned sm = 0; sm < kClockedSms; ++sm)
    if (clocks[2 * sm + 1] > clocks[2 * sm]) cycles = std::max(cycles, clocks[2 * sm + 1] - clocks[2 * sm]);
  return cycles;
}

}  // namespace unibank
