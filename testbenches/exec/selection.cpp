#include "exec/selection.h"

#include <algorithm>
#include <charconv>

#include "base/input_error.h"

namespace unibank::exec {
namespace {

bool number(const std::string& text, std::uint64_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

bool Selection::takes(std::uint64_t number, const std::string& kernel) const {
  const auto holds = [number](const auto& range) { return range.first <= number && number <= range.second; };
  const auto names = [&kernel](const std::string& part) { return kernel.find(part) != std::string::npos; };
  return (numbers.empty() || std::any_of(numbers.begin(), numbers.end(), holds)) &&
         (kernels.empty() || std::any_of(kernels.begin(), kernels.end(), names));
}

std::string Selection::text() const {
  std::string text;
  for (const auto& [first, last] : numbers) {
    text += text.empty() ? "--launches " : ",";
    text += std::to_string(first) + (first == last ? "" : "-" + std::to_string(last));
  }
  for (const std::string& part : kernels) text += (text.empty() ? "--kernel " : " --kernel ") + part;
  return text;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> launch_numbers(const std::string& text) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> all;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    const std::size_t dash = part.find('-');
    std::pair<std::uint64_t, std::uint64_t> range;
    const bool right = number(part.substr(0, dash), range.first) &&
                       number(dash == std::string::npos ? part : part.substr(dash + 1), range.second) &&
                       range.first <= range.second;
    if (!right)
      throw InputError("--launches is '" + text + "', expected numbers from 0 and ranges of them, such as 3,10-12");
    all.push_back(range);
    begin = end + 1;
  }
  return all;
}

}  // namespace unibank::exec
