#include "sweep/chunks.h"

#include <sstream>

#include "base/input_error.h"

namespace unibank::sweep {

double seconds_of_time(const std::string& text) {
  if (text.empty()) return 0;
  const auto refuse = [&text] {
    throw InputError("--time is '" + text + "', expected MINUTES, MINUTES:SECONDS, HOURS:MINUTES:SECONDS or "
                     "DAYS-HOURS[:MINUTES[:SECONDS]]");
  };
  const std::size_t dash = text.find('-');
  std::vector<double> parts;
  std::istringstream rest(dash == std::string::npos ? text : text.substr(dash + 1));
  const auto number = [&refuse](const std::string& digits) {
    if (digits.empty() || digits.size() > 6 || digits.find_first_not_of("0123456789") != std::string::npos) refuse();
    return std::stod(digits);
  };
  for (std::string part; std::getline(rest, part, ':');) parts.push_back(number(part));
  if (parts.empty() || parts.size() > 3 || text.back() == ':') refuse();
  if (dash != std::string::npos) {
    parts.resize(3);
    return number(text.substr(0, dash)) * 86400 + parts[0] * 3600 + parts[1] * 60 + parts[2];
  }
  if (parts.size() == 1) return parts[0] * 60;
  if (parts.size() == 2) return parts[0] * 60 + parts[1];
  return parts[0] * 3600 + parts[1] * 60 + parts[2];
}

std::vector<std::size_t> chunk_ends(const std::vector<float>& expected, double seconds) {
  std::vector<std::size_t> ends;
  std::size_t begin = 0;
  double sum = 0;
  for (std::size_t point = 0; point < expected.size(); ++point) {
    if (point != begin && sum + static_cast<double>(expected[point]) > seconds) {
      ends.push_back(point);
      begin = point;
      sum = 0;
    }
    sum += static_cast<double>(expected[point]);
  }
  if (!expected.empty()) ends.push_back(expected.size());
  return ends;
}

}  // namespace unibank::sweep
