// Compares the sizes in a README's table of programs with those that run.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <fstream>
#include <string>
#include <vector>

#include "workloads/workload.h"

namespace unibank {

// The second cell of the table row that begins with "| NAME |"; empty if there is none.
inline std::string sizes_in_readme(const std::string& name, const std::string& readme) {
  std::ifstream file(UNIBANK_SOURCE_DIR "/" + readme);
  const std::string start = "| " + name + " | ";
  for (std::string line; std::getline(file, line);)
    if (line.compare(0, start.size(), start) == 0)
      return line.substr(start.size(), line.find(" | ", start.size()) - start.size());
  return "";
}

// "`n` 2^13 / 1,024": 8192 and 1024.
inline std::vector<std::int64_t> numbers_of(std::string text) {
  for (std::size_t i = 1; i + 1 < text.size(); ++i)
    if (text[i] == ',' && std::isdigit(text[i - 1]) != 0 && std::isdigit(text[i + 1]) != 0) text.erase(i, 1);
  std::vector<std::int64_t> numbers;
  for (std::size_t at = 0; at < text.size();) {
    if (std::isdigit(text[at]) == 0) {
      ++at;
      continue;
    }
    std::size_t read = 0;
    std::int64_t number = std::stoll(text.substr(at), &read);
    at += read;
    if (number == 2 && at < text.size() && text[at] == '^') {
      number = std::int64_t{1} << std::stoi(text.substr(at + 1), &read);
      at += 1 + read;
    }
    numbers.push_back(number);
  }
  return numbers;
}

inline void check_sizes_in_readme(const std::string& name, const std::string& readme) {
  const std::string sizes = sizes_in_readme(name, readme);
  const std::vector<std::int64_t> numbers = numbers_of(sizes);
  INFO(name << ": " << sizes);
  CHECK_FALSE(sizes.empty());
  for (const WorkloadArgument& argument : find_workload(name).arguments())
    for (const std::int64_t value : {argument.tiny, argument.test, argument.paper}) {
      INFO(argument.name << " " << value);
      CHECK(std::count(numbers.begin(), numbers.end(), value) != 0);
    }
}

}  // namespace unibank
