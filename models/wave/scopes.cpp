#include "wave/scopes.h"

#include "base/input_error.h"

namespace unibank::wave {

Scopes::Scope& Scopes::Scope::child(const std::string& wanted) {
  for (auto& scope : inner)
    if (scope->name == wanted) return *scope;
  inner.push_back(std::make_unique<Scope>());
  inner.back()->name = wanted;
  return *inner.back();
}

void Scopes::add(const std::string& path, unsigned bits) {
  if (path.empty() || path.front() == '.' || path.back() == '.' || path.find("..") != std::string::npos ||
      path.find(' ') != std::string::npos)
    throw RunError("wave signal '" + path + "' is not a dotted path");
  if (bits == 0 || bits > 64) throw RunError("wave signal '" + path + "' has " + std::to_string(bits) + " bits");
  const auto number = static_cast<unsigned>(paths_.size());
  if (!paths_.insert(path).second) throw RunError("wave signal '" + path + "' is declared twice");
  Scope* scope = &top_;
  std::size_t begin = 0;
  for (std::size_t dot; (dot = path.find('.', begin)) != std::string::npos; begin = dot + 1)
    scope = &scope->child(path.substr(begin, dot - begin));
  scope->signals.emplace_back(number, path.substr(begin));
}

void Scopes::visit(const Scope& scope, Visitor& visitor) {
  for (const auto& [number, name] : scope.signals) visitor.signal(number, name);
  for (const auto& inner : scope.inner) {
    visitor.enter(inner->name);
    visit(*inner, visitor);
    visitor.leave();
  }
}

}  // namespace unibank::wave
