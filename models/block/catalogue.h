// The variants of every kind of block, by name: those of this library, RTL, and what a program outside this tree adds.
// A variant is declared in its own file, by a static object at the file's end; nothing else has to know it. What a
// design may say of it (name, parameters) needs no SystemC, how it is made may (factories.h).
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/registry.h"
#include "block/kinds.h"

namespace unibank {

// Refuses values that do not go together: the name of a parameter, and the reason.
using RefuseValue = std::function<void(const std::string& name, const std::string& reason)>;

struct BlockVariant {
  std::string kind;  // of block_kinds()
  std::string name, description;
  std::vector<PolicyParameter> parameters = {};  // its own, beside those of its section; as those of a policy
  // Another variant of its kind that it is built after: it has that one's parameters too, and takes its place where
  // --block names it. Empty: a machine of its own.
  std::string implements = {};
  // It can run beside the variant that it implements, until they differ (the key `check`).
  bool compares = false;
  bool native = false;  // of this library, in C++
  std::function<void(const PolicyValues&, const RefuseValue&)> check_values = {};
};

class BlockCatalogue {
 public:
  static BlockCatalogue& instance();

  // The later of two of one kind and name counts.
  void declare(BlockVariant variant);
  // Null: there is none.
  const BlockVariant* find(const std::string& kind, const std::string& name) const;
  // What a design may choose, ordered.
  std::vector<std::string> names(const std::string& kind) const;
  // All parameters of a variant: those of the variant that it implements, and its own. None where there is none.
  std::vector<PolicyParameter> parameters(const std::string& kind, const std::string& name) const;
  // All of this name, or of it and ".sv".
  std::vector<const BlockVariant*> named(const std::string& name) const;
  // Names that are of one variant alone, as --block takes them, but for those that a design has without saying so.
  std::vector<std::string> unique_names() const;

 private:
  std::map<std::pair<std::string, std::string>, BlockVariant> variants_;  // [kind, name]
};

// A static object of this type declares a variant that is made elsewhere.
struct BlockDeclaration {
  explicit BlockDeclaration(BlockVariant variant) { BlockCatalogue::instance().declare(std::move(variant)); }
};

}  // namespace unibank
