// The launches of a program that are timed.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace unibank::exec {

// Without numbers and names, all launches are timed.
struct Selection {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> numbers;  // first and last, from 0
  std::vector<std::string> kernels;                              // parts of their names
  bool any() const { return !numbers.empty() || !kernels.empty(); }
  bool takes(std::uint64_t number, const std::string& kernel) const;
  std::string text() const;  // "--launches 3,10-12 --kernel add", as on the command line
};

// Parses "3,10-12". Throws InputError if the text is not a list of numbers and ranges.
std::vector<std::pair<std::uint64_t, std::uint64_t>> launch_numbers(const std::string& text);

}  // namespace unibank::exec
