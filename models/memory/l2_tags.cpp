#include "memory/l2_tags.h"

#include "block/factories.h"

namespace unibank {

namespace {

// A slice makes its own where nothing else is installed.
const InstalledBlock kNative({"l2_tags", "native", "sets and ways in C++", {}, {}, false, true, {}},
                             [](BlockFactories&, const BlockOptions&) {});

}  // namespace

}  // namespace unibank
