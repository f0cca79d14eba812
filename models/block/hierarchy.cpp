#include "block/hierarchy.h"

#include <cctype>
#include <map>
#include <utility>

namespace unibank {

namespace {

std::string shape_of(const MachineSocket& socket) {
  std::string shape = without_numbers(last_name(socket.name)) + (socket.initiator ? ">" : "<");
  for (const std::string& peer : socket.peers) shape += without_numbers(peer) + ",";
  return shape + ";";
}

std::string shape_of(const MachineModule& module) {
  std::string shape = without_numbers(last_name(module.name)) + "=" + module.block + "(";
  for (const MachineSocket& socket : module.sockets) shape += shape_of(socket);
  for (const MachineModule& inner : module.modules) shape += shape_of(inner);
  return shape + ")";
}

// Groups in the order of their first members.
template <typename Part>
std::vector<std::vector<const Part*>> alike(const std::vector<Part>& parts) {
  std::vector<std::vector<const Part*>> groups;
  std::map<std::string, std::size_t> number;
  for (const Part& part : parts) {
    const auto [at, added] = number.emplace(shape_of(part), groups.size());
    if (added) groups.emplace_back();
    groups[at->second].push_back(&part);
  }
  return groups;
}

std::string range_of(const std::string& first, const std::string& last) {
  return first == last ? first : first + " .. " + last;
}

std::string socket_line(const std::vector<const MachineSocket*>& family) {
  const MachineSocket &first = *family.front(), &last = *family.back();
  std::string line = range_of(last_name(first.name), last_name(last.name));
  if (family.size() > 1) line += " (" + std::to_string(family.size()) + ")";
  line += first.initiator ? " -> " : " <- ";
  if (first.peers.empty()) return line + "nothing";
  return line + range_of(first.peers.front(), last.peers.back());
}

void add(const ModuleGroup& group, unsigned depth, std::string& text) {
  const std::string indent(2 * std::size_t{depth}, ' ');
  const MachineModule& module = group.first();
  text += indent + group.label() + (module.block.empty() ? "" : "  [" + module.block + "]") + "\n";
  for (const auto& family : alike(module.sockets)) text += indent + "    " + socket_line(family) + "\n";
  for (const ModuleGroup& inner : groups_of(module.modules)) add(inner, depth + 1, text);
}

}  // namespace

std::string last_name(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos ? name : name.substr(dot + 1);
}

std::string owner_name(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos ? "" : name.substr(0, dot);
}

std::string without_numbers(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (!std::isdigit(static_cast<unsigned char>(c))) text += c;
    else if (text.empty() || text.back() != '#') text += '#';
  }
  return text;
}

std::string ModuleGroup::label() const {
  const std::string label = range_of(last_name(modules.front()->name), last_name(modules.back()->name));
  return modules.size() == 1 ? label : label + " (" + std::to_string(modules.size()) + ")";
}

std::vector<ModuleGroup> groups_of(const std::vector<MachineModule>& modules) {
  std::vector<ModuleGroup> groups;
  for (std::vector<const MachineModule*>& group : alike(modules)) groups.push_back({std::move(group)});
  return groups;
}

std::string hierarchy_text(const MachineModule& machine) {
  std::string text;
  add({{&machine}}, 0, text);
  return text;
}

}  // namespace unibank
