#include "report/human.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace unibank {

namespace {

template <std::size_t count>
std::string scaled(double value, double step, const std::array<const char*, count>& units) {
  std::size_t unit = 0;
  // As shown, with one digit: 1023.96 KB is 1.0 MB.
  while (unit + 1 < count && std::round(std::abs(value) * 10) >= step * 10) {
    value /= step;
    ++unit;
  }
  return fixed(value, 1) + " " + units[unit];
}

}  // namespace

std::string with_commas(std::uint64_t value) {
  std::string text = std::to_string(value);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

std::string fixed(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string human_bytes(double bytes) {
  if (bytes < 1024 && bytes == std::floor(bytes)) return fixed(bytes, 0) + " B";
  return scaled(bytes, 1024, std::array<const char*, 4>{"B", "KB", "MB", "GB"});
}

std::string human_energy(double picojoule) {
  return scaled(picojoule, 1000, std::array<const char*, 5>{"pJ", "nJ", "uJ", "mJ", "J"});
}

std::string percent(double share) { return fixed(share * 100, 1) + " %"; }

}  // namespace unibank
