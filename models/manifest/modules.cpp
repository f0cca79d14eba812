#include "manifest/modules.h"

#include "base/input_error.h"
#include "manifest/kernel_names.h"

namespace unibank::manifest_reader {
namespace {

std::string readable_list(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + readable_name(name);
  return text;
}

}  // namespace

void Modules::add(const Source& source, ManifestPlace place, ptx::Module module) {
  for (const ptx::Module& other : modules_) {
    for (const auto& [name, kernel] : module.kernels)
      if (other.kernels.count(name) != 0)
        source.fail(place, "ptx: kernel '" + readable_name(name) + "' is in '" + other.file + "' and in '" +
                               module.file + "'; expected one file with it");
    if (other.address_bits != module.address_bits)
      source.fail(place, "ptx: '" + module.file + "' has addresses of " + std::to_string(module.address_bits) +
                             " bits; expected " + std::to_string(other.address_bits) + " as in '" + other.file + "'");
  }
  modules_.push_back(std::move(module));
}

std::string Modules::kernel_of(const Section& section) const {
  std::vector<std::string> names;
  for (const ptx::Module& module : modules_)
    for (const auto& [name, kernel] : module.kernels) names.push_back(name);
  if (names.empty()) section.source().fail(section.place(), "the PTX has no kernel; expected at least one '.entry'");
  if (!section.find("kernel")) {
    if (names.size() == 1) return names.front();
    section.source().fail(section.place(), "[[launch]] needs the key 'kernel'; the PTX has " + readable_list(names));
  }
  const std::string wanted = section.text("kernel");
  const ManifestPlace place = place_of(section.need("kernel"));
  const std::vector<std::string> meant = names_meant(wanted, names);
  if (meant.size() == 1) return meant.front();
  if (!meant.empty())
    section.source().fail(place,
                          "kernel: '" + wanted + "' may be " + readable_list(meant) +
                              "; expected a longer part of the name");
  for (std::string& name : names) name = readable_name(name);
  section.source().fail(place, unknown_name("kernel", wanted, names));
}

const ptx::Kernel& Modules::kernel(const std::string& name) const {
  for (const ptx::Module& module : modules_) {
    const auto found = module.kernels.find(name);
    if (found != module.kernels.end()) return found->second;
  }
  throw InputError("kernel '" + name + "' is in no module");
}

const ptx::Variable& Modules::variable_of(const Section& section, const std::string& kind,
                                          bool (*is_one)(const ptx::Variable& variable)) const {
  const std::string wanted = section.text("symbol");
  const ManifestPlace place = place_of(section.need("symbol"));
  std::vector<std::string> known;
  const ptx::Variable* found = nullptr;
  std::string file;
  for (const ptx::Module& module : modules_) {
    for (const ptx::Variable& variable : module.globals) {
      if (!is_one(variable)) continue;
      known.push_back(variable.name);
      if (variable.name != wanted) continue;
      if (found)
        section.source().fail(place, "symbol '" + wanted + "' is in '" + file + "' and in '" + module.file +
                                         "'; expected a variable of one file");
      found = &variable;
      file = module.file;
    }
  }
  if (found) return *found;
  if (known.empty()) section.source().fail(place, "symbol '" + wanted + "': the PTX has no " + kind);
  section.source().fail(place, unknown_name(kind, wanted, known));
}

}  // namespace unibank::manifest_reader
