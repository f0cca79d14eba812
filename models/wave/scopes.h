// The hierarchy of signals: a scope for each name in front of a dot, in the order in which the paths were added.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "wave/writer.h"

namespace unibank::wave {

class Scopes {
 public:
  // Receives scopes and signals: a scope's own signals come before the scopes in it.
  class Visitor {
   public:
    virtual ~Visitor() = default;
    virtual void enter(const std::string& name) = 0;
    virtual void leave() = 0;
    virtual void signal(unsigned number, const std::string& name) = 0;
  };

  // Adds a signal; signals are numbered in the order of these calls. Throws RunError for a path declared twice, a path
  // with an empty part or a blank, or a width that is not 1 .. 64 bits.
  void add(const std::string& path, unsigned bits);
  void visit(Visitor& visitor) const { visit(top_, visitor); }

 private:
  struct Scope {
    std::string name;
    std::vector<std::pair<unsigned, std::string>> signals;  // number, last part of the path
    std::vector<std::unique_ptr<Scope>> inner;
    Scope& child(const std::string& wanted);
  };
  static void visit(const Scope& scope, Visitor& visitor);

  Scope top_;
  std::set<std::string> paths_;
};

}  // namespace unibank::wave
