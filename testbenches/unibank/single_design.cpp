#include "unibank/single_design.h"

#include "unibank/complain.h"

namespace unibank {

LoadedDesign load_single_design(const std::string& name, const std::vector<std::string>& overrides,
                                bool one_of_several) {
  const DesignText text = find_design(name, {});
  LoadedDesign loaded = one_of_several ? load_one_of_several(text, {}, overrides) : load_design(text, {}, overrides);
  expect_one_machine(loaded.design);
  return loaded;
}

void warn_of_idle(const LoadedDesign& loaded) {
  for (const IdleOverride& idle : loaded.idle) complain("warning", loaded.design.name + ": " + idle.warning());
}

}  // namespace unibank
