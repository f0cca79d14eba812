// The options of `correlate`.
#pragma once

#include "unibank/options.h"

namespace CLI {
class App;
}

namespace unibank {

void add_correlate(CLI::App& app, CorrelateOptions& correlate);

}  // namespace unibank
