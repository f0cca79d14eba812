#include "host/module_image.h"

#include <map>
#include <string>

#include "base/input_error.h"

namespace unibank {
namespace {

using Addresses = std::map<std::string, std::uint64_t>;

void apply_relocations(const ptx::Module& module, const ptx::Variable& variable, const Addresses& addresses,
                       DeviceMemory& memory) {
  for (const ptx::Relocation& relocation : variable.relocations) {
    const auto found = addresses.find(relocation.symbol);
    if (found == addresses.end())
      throw InputError(module.file, 0, "the initial value of '" + variable.name + "' holds the address of '" +
                                           relocation.symbol + "', which this module does not define");
    const std::uint64_t value = found->second + static_cast<std::uint64_t>(relocation.addend);
    memory.write(variable.offset + relocation.offset, &value, relocation.bytes);  // little endian
  }
}

Addresses addresses_of_functions(const ptx::Module& module) {
  Addresses addresses;
  for (std::size_t i = 0; i < module.functions.size(); ++i)
    addresses[module.functions[i].name] = ptx::kCodeWindow + 16 * std::uint64_t{i};
  return addresses;
}

// The variables have addresses, and their other bytes are zero.
void write_initial_values(const ptx::Module& module, const Addresses& addresses, DeviceMemory& memory) {
  for (const ptx::Variable& variable : module.globals)
    if (in_device_memory(variable)) memory.write(variable.offset, variable.initial.data(), variable.initial.size());
  for (const ptx::Variable& variable : module.globals) apply_relocations(module, variable, addresses, memory);
}

}  // namespace

bool in_device_memory(const ptx::Variable& variable) {
  return variable.space == ptx::StateSpace::kGlobal || variable.space == ptx::StateSpace::kConst;
}

void place_variables(ptx::Module& module, DeviceMemory& memory) {
  Addresses addresses = addresses_of_functions(module);
  for (ptx::Variable& variable : module.globals) {
    if (!in_device_memory(variable)) continue;
    variable.offset = memory.allocate(variable.bytes, variable.name);
    addresses[variable.name] = variable.offset;
  }
  write_initial_values(module, addresses, memory);
  const auto place = [&](ptx::Kernel& body) {
    for (ptx::Variable& symbol : body.symbols)
      if (in_device_memory(symbol)) symbol.offset = addresses.at(symbol.name);
  };
  for (auto& [name, kernel] : module.kernels) place(kernel);
  for (ptx::Kernel& function : module.functions) place(function);
}

void restore_variables(const ptx::Module& module, DeviceMemory& memory) {
  Addresses addresses = addresses_of_functions(module);
  for (const ptx::Variable& variable : module.globals) {
    if (!in_device_memory(variable)) continue;
    addresses[variable.name] = variable.offset;
    if (variable.bytes != 0) memory.fill(variable.offset, 0, variable.bytes);
  }
  write_initial_values(module, addresses, memory);
}

}  // namespace unibank
