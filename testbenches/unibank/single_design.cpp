#include "unibank/single_design.h"

#include "base/input_error.h"

namespace unibank {

LoadedDesign load_single_design(const std::string& name, const std::vector<std::string>& overrides) {
  LoadedDesign loaded = load_design(name, {}, overrides);
  if (!loaded.design.best_of.empty())
    throw InputError("'" + loaded.design.name + "' stands for the fastest of several designs; expected one of them: " +
                     loaded.design.best_of.front() + ", ...");
  return loaded;
}

}  // namespace unibank
