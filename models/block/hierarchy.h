// The modules of an elaborated machine, their sockets and bindings: as text, and as a picture.
#pragma once

#include <string>
#include <vector>

namespace unibank {

struct MachineSocket {
  std::string name;  // full: "gpu.sm0.mshr.memory"
  bool initiator = false;
  std::vector<std::string> peers;  // full names of the sockets that it is bound to
};

struct MachineModule {
  std::string name;   // full: "gpu.sm0.mshr"
  std::string block;  // kind and variant, "mshr: native"; empty: not a replaceable block
  std::vector<MachineSocket> sockets;
  std::vector<MachineModule> modules;
};

// Modules below one module that differ only in their numbers: `first` represents all of them.
struct ModuleGroup {
  std::vector<const MachineModule*> modules;
  const MachineModule& first() const { return *modules.front(); }
  std::string label() const;  // "sm0 .. sm14 (15)"
};
std::vector<ModuleGroup> groups_of(const std::vector<MachineModule>& modules);

// One line per module and per socket, indented; modules and sockets that differ only in their numbers share a line.
std::string hierarchy_text(const MachineModule& machine);
// Graphviz: a node per module, a box around the children of a module, an arrow from initiator to target.
std::string hierarchy_dot(const MachineModule& machine);

// last_name: the part after the last point, "mshr" of "gpu.sm0.mshr"; owner_name: the part before it.
std::string last_name(const std::string& name);
std::string owner_name(const std::string& name);
// Returns the name with '#' in place of every number.
std::string without_numbers(const std::string& name);

}  // namespace unibank
