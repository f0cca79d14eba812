// The PTX files of a manifest, each a module of its own.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "manifest/reader.h"
#include "ptx/kernel.h"

namespace unibank::manifest_reader {

class Modules {
 public:
  // `place`: where the manifest names the module's file. Refuses a kernel that another file has, and addresses of
  // another width.
  void add(const Source& source, ManifestPlace place, ptx::Module module);

  // The kernel that a [[launch]] means, as the PTX has its name.
  std::string kernel_of(const Section& section) const;
  const ptx::Kernel& kernel(const std::string& name) const;

  // The variable that the key 'symbol' names, of those that `is_one` takes; `kind` is what messages call them.
  const ptx::Variable& variable_of(const Section& section, const std::string& kind,
                                   bool (*is_one)(const ptx::Variable& variable)) const;

  unsigned address_bytes() const { return modules_.empty() ? 8 : modules_.front().address_bits / 8; }

 private:
  std::vector<ptx::Module> modules_;
};

}  // namespace unibank::manifest_reader
