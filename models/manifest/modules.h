// The PTX files of a manifest, each a separate module.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "manifest/reader.h"
#include "ptx/kernel.h"

namespace unibank::manifest_reader {

class Modules {
 public:
  // `place`: where the manifest names the module's file. Refuses a kernel that another file has, and a module with
  // addresses of another width.
  void add(const Source& source, ManifestPlace place, ptx::Module module);

  // The PTX name of the kernel of a [[launch]].
  std::string kernel_of(const Section& section) const;
  const ptx::Kernel& kernel(const std::string& name) const;

  // The variable named by the key 'symbol', among those with `is_one`; `kind` is their name in messages.
  const ptx::Variable& variable_of(const Section& section, const std::string& kind,
                                   bool (*is_one)(const ptx::Variable& variable)) const;

  unsigned address_bytes() const { return modules_.empty() ? 8 : modules_.front().address_bits / 8; }

 private:
  std::vector<ptx::Module> modules_;
};

}  // namespace unibank::manifest_reader
