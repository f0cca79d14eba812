#include "memory/miss_path.h"

#include "block/factories.h"

namespace unibank {

namespace {

const InstalledBlock kNone({"miss_path", "none", "the MSHR is bound to the memory system", {}, {}, false, true, {}},
                           [](BlockFactories&, const BlockOptions&) {});

}  // namespace

}  // namespace unibank
