#include "base/input_error.h"
#include "design/load.h"

namespace unibank {

LoadedDesign load_one_of_several(const DesignText& source, const std::vector<std::string>& search_dirs,
                                 const std::vector<std::string>& overrides) {
  try {
    return load_design(source, search_dirs, overrides);
  } catch (const InputError& error) {
    const std::string text = error.what();
    throw InputError(text.rfind("--set ", 0) == 0 ? source.name + ": " + text : text);
  }
}

}  // namespace unibank
