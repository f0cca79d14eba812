// Which launches of a program are timed.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace unibank::exec {

// With neither numbers nor names all are.
struct Selection {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> numbers;  // first and last, from 0
  std::vector<std::string> kernels;                              // parts of their names
  bool any() const { return !numbers.empty() || !kernels.empty(); }
  bool takes(std::uint64_t number, const std::string& kernel) const;
};

// "3,10-12"; InputError for what is no list of numbers and ranges.
std::vector<std::pair<std::uint64_t, std::uint64_t>> launch_numbers(const std::string& text);

}  // namespace unibank::exec
