#include <map>
#include <utility>

#include "block/hierarchy.h"

namespace unibank {

namespace {

class Picture {
 public:
  explicit Picture(const MachineModule& machine) {
    text_ = "digraph machine {\n  compound=true; rankdir=TB; node [shape=box, fontname=sans]; edge [fontname=sans];\n"
            "  graph [fontname=sans];\n";
    add({{&machine}}, 1);
    for (const MachineModule* module : drawn_) count_edges(*module);
    for (const auto& [ends, sockets] : edges_) {
      text_ += "  " + ends.first + " -> " + ends.second +
               (sockets == 1 ? "" : " [label=\"" + std::to_string(sockets) + "\"]") + ";\n";
    }
    text_ += "}\n";
  }
  const std::string& text() const { return text_; }

 private:
  // Modules in `other` are drawn as the corresponding ones in `first`.
  void stands_for(const MachineModule& first, const MachineModule& other) {
    drawn_as_[other.name] = first.name;
    for (std::size_t i = 0; i < first.modules.size(); ++i) stands_for(first.modules[i], other.modules[i]);
  }

  void add(const ModuleGroup& group, unsigned depth) {
    const MachineModule& module = group.first();
    const std::string indent(2 * std::size_t{depth}, ' '), number = std::to_string(drawn_.size());
    const std::string kind = last_name(module.name) + ": ";  // omitted if it is the module's name
    const std::string block = module.block.rfind(kind, 0) == 0 ? module.block.substr(kind.size()) : module.block;
    const std::string label = group.label() + (block.empty() ? "" : "\\n" + block);
    drawn_.push_back(&module);
    node_of_[module.name] = "n" + number;
    for (std::size_t i = 1; i < group.modules.size(); ++i) stands_for(module, *group.modules[i]);
    if (module.modules.empty()) {
      text_ += indent + "n" + number + " [label=\"" + label + "\"];\n";
      return;
    }
    text_ += indent + "subgraph cluster_" + number + " {\n" + indent + "  label=\"" + label + "\";\n";
    if (!module.sockets.empty())
      text_ += indent + "  n" + number + " [label=\"" + last_name(module.name) + "'s own\"];\n";
    for (const ModuleGroup& inner : groups_of(module.modules)) add(inner, depth + 1);
    text_ += indent + "}\n";
  }

  void count_edges(const MachineModule& module) {
    for (const MachineSocket& socket : module.sockets) {
      if (!socket.initiator) continue;
      for (const std::string& peer : socket.peers) ++edges_[{node_of_.at(module.name), node(owner_name(peer))}];
    }
  }

  const std::string& node(std::string name) const {
    for (auto at = drawn_as_.find(name); at != drawn_as_.end(); at = drawn_as_.find(name)) name = at->second;
    return node_of_.at(name);
  }

  std::string text_;
  std::vector<const MachineModule*> drawn_;
  std::map<std::string, std::string> node_of_;                     // by the module's full name
  std::map<std::string, std::string> drawn_as_;                    // [module's name]: the module that represents it
  std::map<std::pair<std::string, std::string>, unsigned> edges_;  // sockets between two nodes
};

}  // namespace

std::string hierarchy_dot(const MachineModule& machine) { return Picture(machine).text(); }

}  // namespace unibank
