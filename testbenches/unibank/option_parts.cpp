#include "unibank/option_parts.h"

namespace unibank {

std::string check_not_empty(const std::string& text) { return text.empty() ? "the value is empty" : ""; }

CLI::Option* add_repeated(CLI::App& command, const std::string& name, std::vector<std::string>& values,
                          const std::string& type, const std::string& what) {
  return command.add_option(name, values, what + "; may be repeated")
      ->expected(1)
      ->type_name(type)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_overrides(CLI::App& command, std::vector<std::string>& overrides, const std::string& what) {
  add_repeated(command, "--set", overrides, "section.key=value", what);
}

void add_blocks(CLI::App& command, std::vector<std::string>& blocks) {
  add_repeated(command, "--block,--rtl", blocks, "NAME[=check]",
               "Replace a block ('unibank list blocks'), or with =check compare it with the model's")
      ->check(check_not_empty);
}

}  // namespace unibank
