#include "sampling/sample.h"

#include <charconv>
#include <sstream>

#include "base/input_error.h"

namespace unibank {

namespace {

template <typename Number>
bool read(const std::string& text, Number& number) {
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stopped == end;
}

}  // namespace

Sample sample_from(const std::string& text, const std::string& where) {
  const auto refuse = [&](const std::string& found) {
    throw InputError(where + " is '" + text + "': " + found +
                     "; expected launches=PERCENT%, above 0 and at most 100, and if need be a seed, for example "
                     "launches=10% or launches=10%,seed=7");
  };
  Sample sample;
  bool launches = false, seed = false;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    const std::size_t equals = part.find('=');
    const std::string name = part.substr(0, equals);
    std::string value = equals == std::string::npos ? "" : part.substr(equals + 1);
    if (name != "launches" && name != "seed") refuse("'" + name + "' is neither launches nor seed");
    bool& given = name == "seed" ? seed : launches;
    if (given) refuse(name + " is given twice");
    given = true;
    if (name == "seed") {
      if (!read(value, sample.seed)) refuse("'" + value + "' is no whole number");
      continue;
    }
    if (value.empty() || value.back() != '%') refuse("'" + value + "' is no percentage");
    value.pop_back();
    if (!read(value, sample.percent) || !(sample.percent > 0 && sample.percent <= 100))
      refuse("'" + value + "' is no number above 0 and at most 100");
  }
  if (!launches) refuse("launches is missing");
  return sample;
}

std::string text_of(const Sample& sample) {
  char percent[32];
  const auto [end, error] = std::to_chars(percent, percent + sizeof percent, sample.percent);
  return "launches=" + std::string(percent, error == std::errc() ? end : percent) + "%,seed=" +
         std::to_string(sample.seed);
}

}  // namespace unibank
