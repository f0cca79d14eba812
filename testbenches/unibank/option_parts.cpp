#include "unibank/option_parts.h"

#include <algorithm>
#include <charconv>

#include "base/input_error.h"
#include "base/text.h"

namespace unibank {

namespace {

constexpr unsigned kMostThreads = 1024;

// A manifest writes [32, 8], and people write 32x8. 0 in x: the text is something else, or more than a block can have.
Dim3 block_size(std::string text) {
  std::replace(text.begin(), text.end(), ',', 'x');
  unsigned sizes[3] = {1, 1, 1};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    const auto [behind, error] = std::from_chars(at, end, sizes[dimension]);
    if (error != std::errc() || sizes[dimension] == 0 || sizes[dimension] > kMostThreads) break;
    const bool fits = sizes[0] * sizes[1] * sizes[2] <= kMostThreads;  // at most 2^30
    if (behind == end && fits) return {sizes[0], sizes[1], sizes[2]};
    if (behind == end || *behind != 'x') break;
    at = behind + 1;
  }
  return {0, 0, 0};
}

}  // namespace

std::string check_not_empty(const std::string& text) { return text.empty() ? "the value is empty" : ""; }

std::string check_file(const std::string& text) {
  return text == "-" ? "found '-', expected a file" : check_not_empty(text);
}

void check_given_once(const std::vector<std::string>& designs) {
  for (auto design = designs.begin(); design != designs.end(); ++design)
    if (std::find(designs.begin(), design, *design) != design)
      throw InputError("--design gives '" + *design + "' twice");
}

CLI::Validator one_of(const std::vector<std::string>& words) {
  const auto check = [words](std::string& found) {
    const bool known = std::find(words.begin(), words.end(), found) != words.end();
    return known ? std::string() : unknown_name("value", found, words);
  };
  return CLI::Validator(check, "{" + joined(words, ",") + "}");
}

CLI::Option* repeated(CLI::Option* option, const std::string& type) {
  return option->expected(1)
      ->type_name(type)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
}

CLI::Option* add_repeated(CLI::App& command, const std::string& name, std::vector<std::string>& values,
                          const std::string& type, const std::string& what) {
  return repeated(command.add_option(name, values, what + "; may be repeated"), type);
}

void add_overrides(CLI::App& command, std::vector<std::string>& overrides, const std::string& what) {
  add_repeated(command, "--set", overrides, "section.key=value", what);
}

void add_blocks(CLI::App& command, std::vector<std::string>& blocks) {
  add_repeated(command, "--block,--rtl", blocks, "NAME[=check]",
               "Replace a block ('unibank list blocks'), or with =check compare it with the model's")
      ->check(check_not_empty);
}

void exclude_each_other(CLI::App& command, const std::vector<std::string>& options) {
  for (auto option = options.begin(); option != options.end(); ++option)
    for (auto other = options.begin(); other != option; ++other) command.get_option(*option)->excludes(*other);
}

CLI::Option* add_block_size(CLI::App& command, Dim3& block, const std::string& what) {
  const auto read = [&block](const std::string& text) {
    const Dim3 size = block_size(text);
    if (size.x == 0)
      throw CLI::ValidationError("--block", "found '" + text + "', expected the threads of a block, at most 1024 in "
                                            "all, such as 256, 32x8 or 8x8x4");
    block = size;
  };
  return command.add_option_function<std::string>("--block", read, what)->type_name("N|XxY|XxYxZ");
}

}  // namespace unibank
