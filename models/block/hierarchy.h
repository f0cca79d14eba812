// The modules of an elaborated machine, their sockets, and what these are bound to: as text, and as a picture.
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
  std::string block;  // kind and variant, "mshr: native"; empty: no replaceable block
  std::vector<MachineSocket> sockets;
  std::vector<MachineModule> modules;
};

// Modules of one module that differ in their numbers alone: `first` stands for all of them.
struct ModuleGroup {
  std::vector<const MachineModule*> modules;
  const MachineModule& first() const { return *modules.front(); }
  std::string label() const;  // "sm0 .. sm14 (15)"
};
std::vector<ModuleGroup> groups_of(const std::vector<MachineModule>& modules);

// A line a module and a line a socket, indented; modules and sockets that differ in their numbers alone share one.
std::string hierarchy_text(const MachineModule& machine);
// GraphViz: a node a module, a box around a module's modules, an arrow from initiator to target.
std::string hierarchy_dot(const MachineModule& machine);

// The name behind the last point: "mshr" of "gpu.sm0.mshr"; and what stands before it.
std::string last_name(const std::string& name);
std::string owner_name(const std::string& name);
// With '#' for every number.
std::string without_numbers(const std::string& name);

}  // namespace unibank
