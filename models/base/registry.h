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
using PolicyValues = std::map<std::string, PolicyValue>;

// A variant by its name, and what the design gives to its parameters.
struct PolicyChoice {
  std::string name;
  PolicyValues values;
};

// Entries by their member `name`. A later entry with the same name replaces the earlier one.
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
    explicit Registration(Variant variant) { instance().add(std::move(variant)); }
  };
};

}  // namespace unibank
