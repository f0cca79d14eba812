#include <cstdio>

#include "design/load.h"
#include "unibank/commands.h"

namespace unibank {

int show_command(const ShowOptions& options) {
  std::fputs(show_text(load_design(options.design, {}, options.overrides)).c_str(), stdout);
  return 0;
}

}  // namespace unibank
