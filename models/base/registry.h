// Variants of a policy, registered by name. A variant is one file that ends with a static Registration; nothing else
// has to know it. Whoever links the library must keep its registrations (the target unibank::unibank sees to that).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/input_error.h"

namespace unibank {

// A number a policy variant takes from its table in the design file.
struct PolicyParameter {
  std::string name;
  std::int64_t default_value;
  std::int64_t least, most;
  std::string unit;         // "warps", "cycles", ...
  std::string description;
  std::string source;       // where the default comes from
};

// The values a design gives to a variant's declared parameters, complete.
using PolicyValues = std::map<std::string, std::int64_t>;

template <typename Policy>
class Registry {
 public:
  using Make = std::function<std::unique_ptr<Policy>(const PolicyValues&)>;
  struct Variant {
    std::string name, description;
    std::vector<PolicyParameter> parameters;
    Make make;
  };

  static Registry& instance() {
    static Registry registry;
    return registry;
  }

  void add(Variant variant) { variants_[variant.name] = std::move(variant); }
  const Variant* find(const std::string& name) const {
    const auto it = variants_.find(name);
    return it == variants_.end() ? nullptr : &it->second;
  }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& [name, variant] : variants_) all.push_back(name);
    return all;
  }
  // Throws InputError with the known names. Values that are not given take the variant's defaults.
  std::unique_ptr<Policy> make(const std::string& name, const PolicyValues& given = {}) const {
    const Variant* variant = find(name);
    if (!variant) throw InputError(unknown_name(Policy::kKind, name, names()));
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

 private:
  std::map<std::string, Variant> variants_;  // ordered, so that lists are the same everywhere
};

}  // namespace unibank
