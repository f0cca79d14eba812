#include "design/load.h"

namespace unibank {

LoadedDesign load_one_of_several(const DesignText& source, const std::vector<std::string>& search_dirs,
                                 const std::vector<std::string>& overrides) {
  try {
    return load_design(source, search_dirs, overrides);
  } catch (const OverrideError& error) {
    throw InputError(source.name + ": " + error.what());
  }
}

}  // namespace unibank
