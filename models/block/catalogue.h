// The variants of every kind of block, by name: those of this library, RTL, and those of a program outside this tree.
// A variant is declared in its own file, by a static object at the file's end; no other file refers to it. The
// declaration (name, parameters) needs no SystemC, the factory may (factories.h).
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/registry.h"
#include "block/kinds.h"

namespace unibank {

// Reports incompatible values: the name of a parameter, and the reason.
using RefuseValue = std::function<void(const std::string& name, const std::string& reason)>;

struct BlockVariant {
  std::string kind;  // of block_kinds()
  std::string name, description;
  std::vector<PolicyParameter> parameters = {};  // its own; declared as those of a policy are
  // The variant of the same kind that this variant implements. This variant also has the parameters of that variant,
  // and replaces it when --block names this variant. Empty: none.
  std::string implements = {};
  // Whether it can run in lock-step with the variant that it implements, until they differ (the key `check`).
  bool compares = false;
  bool native = false;  // part of this library, in C++
  std::function<void(const PolicyValues&, const RefuseValue&)> check_values = {};
};

class BlockCatalogue {
 public:
  static BlockCatalogue& instance();

  // Ends the program with a message if the kind has a variant of this name already (base/registry.h).
  void declare(BlockVariant variant);
  // Null: there is no such variant.
  const BlockVariant* find(const std::string& kind, const std::string& name) const;
  // The names that a design may choose, ordered.
  std::vector<std::string> names(const std::string& kind) const;
  // All parameters of a variant: those of the variant that it implements, and its own. Empty for an unknown variant.
  std::vector<PolicyParameter> parameters(const std::string& kind, const std::string& name) const;
  // All variants with this name, or with this name and ".sv".
  std::vector<const BlockVariant*> named(const std::string& name) const;
  // The names that belong to exactly one variant, as --block accepts them, except the defaults of designs.
  std::vector<std::string> unique_names() const;

 private:
  std::map<std::pair<std::string, std::string>, BlockVariant> variants_;  // [kind, name]
};

// A static object of this type declares a variant whose factory is elsewhere.
struct BlockDeclaration {
  explicit BlockDeclaration(BlockVariant variant) { BlockCatalogue::instance().declare(std::move(variant)); }
};

}  // namespace unibank
