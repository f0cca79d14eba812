// Variants of a policy, registered by name. A variant is one file that ends with a static Registration; no other file
// refers to it. A linker must keep the registrations (the target unibank::unibank ensures that).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/input_error.h"
#include "base/policy_value.h"

namespace unibank {

// A value that a policy variant takes from its table in the design file.
//   {"patience", 16, 1, 1000, "issues", what it means, where the default comes from}    a whole number
//   {"threshold", 0.5, 0, 1, "of all loads", ...}                                       a real one
//   PolicyParameter::word("order", "oldest", {"oldest", "youngest"}, ..., ...)           one of some words
struct PolicyParameter {
  std::string name;
  PolicyValue default_value;
  double least, most;       // limits of a number
  std::string unit;         // "warps", "cycles", ...
  std::string description;
  std::string source;       // the source of the default
  std::vector<std::string> words = {};  // allowed words

  static PolicyParameter word(std::string name, std::string default_value, std::vector<std::string> words,
                              std::string description, std::string source) {
    return {std::move(name),        std::move(default_value), 0, 0, "", std::move(description),
            std::move(source),      std::move(words)};
  }
};

// The values a design gives to a variant's declared parameters, complete.
class PolicyValues : public std::map<std::string, PolicyValue> {
 public:
  using std::map<std::string, PolicyValue>::map;
  // Throws RunError with the declared names if the variant does not declare this parameter.
  const PolicyValue& at(const std::string& name) const;
};

// A variant by its name, and what the design gives to its parameters.
struct PolicyChoice {
  std::string name;
  PolicyValues values;
};

// Throws InputError if a variant of this kind cannot be registered: it has no name, another variant has its name
// (`taken`), a parameter is declared twice or has one of the `reserved` names of keys, or the default of a parameter is
// outside of its own limits.
void check_registration(const std::string& kind, const std::string& name, bool taken,
                        const std::vector<PolicyParameter>& parameters, const std::vector<std::string>& reserved);
// Ends the program with exit status 2 where check_registration throws: before main(), nothing could catch the error.
void register_or_end(const std::string& kind, const std::string& name, bool taken,
                     const std::vector<PolicyParameter>& parameters, const std::vector<std::string>& reserved);

// Entries by their member `name`.
template <typename Entry>
class NamedEntries {
 public:
  void add(Entry entry) { entries_[entry.name] = std::move(entry); }
  // Null: there is no such name.
  const Entry* find(const std::string& name) const {
    const auto it = entries_.find(name);
    return it == entries_.end() ? nullptr : &it->second;
  }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& [name, entry] : entries_) all.push_back(name);
    return all;
  }

 private:
  std::map<std::string, Entry> entries_;  // ordered, so that lists are the same everywhere
};

template <typename Policy>
struct PolicyVariant {
  std::string name, description;
  std::vector<PolicyParameter> parameters;
  std::function<std::unique_ptr<Policy>(const PolicyValues&)> make;
};

template <typename Policy>
class Registry : public NamedEntries<PolicyVariant<Policy>> {
 public:
  using Variant = PolicyVariant<Policy>;

  static Registry& instance() {
    static Registry registry;
    return registry;
  }

  // Throws InputError with the known names. Missing values take the variant's defaults.
  std::unique_ptr<Policy> make(const std::string& name, const PolicyValues& given = {}) const {
    const Variant* variant = this->find(name);
    if (!variant) throw InputError(unknown_name(Policy::kKind, name, this->names()));
    PolicyValues values;
    for (const PolicyParameter& parameter : variant->parameters) {
      const auto it = given.find(parameter.name);
      values[parameter.name] = it == given.end() ? parameter.default_value : it->second;
    }
    return variant->make(values);
  }

  // A static object of this type at the end of a variant's file registers it.
  struct Registration {
    explicit Registration(Variant variant) {
      register_or_end(Policy::kKind, variant.name, instance().find(variant.name), variant.parameters, {"policy"});
      instance().add(std::move(variant));
    }
  };
};

}  // namespace unibank
