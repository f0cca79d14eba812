#include "memory/l2_tags.h"

#include "block/factories.h"

namespace unibank {

namespace {

// A slice creates its own unless another variant is installed.
const InstalledBlock kL2Tags({"l2_tags", "native", "sets and ways in C++", {}, {}, false, true, {}},
                             [](BlockFactories&, const BlockOptions&) {});

}  // namespace

}  // namespace unibank
