#include "base/registry.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace unibank {

namespace {

bool allowed(const PolicyParameter& parameter) {
  const PolicyValue& value = parameter.default_value;
  const std::vector<std::string>& words = parameter.words;
  if (!words.empty()) return value.is_word() && std::find(words.begin(), words.end(), value.word()) != words.end();
  return !value.is_word() && parameter.least <= double{value} && double{value} <= parameter.most;
}

}  // namespace

const PolicyValue& PolicyValues::at(const std::string& name) const {
  const auto found = find(name);
  if (found != end()) return found->second;
  std::vector<std::string> declared;
  for (const auto& [one, value] : *this) declared.push_back(one);
  throw RunError("a policy or a block asks for a parameter that its registration does not declare: " +
                 unknown_name("parameter", name, declared));
}

void check_registration(const std::string& kind, const std::string& name, bool taken,
                        const std::vector<PolicyParameter>& parameters, const std::vector<std::string>& reserved) {
  const std::string what = kind + " '" + name + "'";
  if (name.empty()) throw InputError("a " + kind + " without a name is registered");
  if (taken) throw InputError("the " + what + " is registered twice; expected another name");
  for (auto one = parameters.begin(); one != parameters.end(); ++one) {
    const std::string parameter = "the parameter '" + one->name + "' of the " + what;
    const auto same = [&](const PolicyParameter& other) { return other.name == one->name; };
    if (std::any_of(parameters.begin(), one, same)) throw InputError(parameter + " is declared twice");
    if (std::find(reserved.begin(), reserved.end(), one->name) != reserved.end())
      throw InputError(parameter + " has the name of a key of every " + kind + "; expected another name");
    if (!allowed(*one)) throw InputError(parameter + " has a default that its own limits exclude");
  }
}

void register_or_end(const std::string& kind, const std::string& name, bool taken,
                     const std::vector<PolicyParameter>& parameters, const std::vector<std::string>& reserved) {
  try {
    check_registration(kind, name, taken, parameters, reserved);
  } catch (const InputError& error) {
    std::fprintf(stderr, "unibank: error: %s\n", error.what());
    std::exit(2);
  }
}

}  // namespace unibank
