#include "cycle/arbiter.h"

#include "block/factories.h"

namespace unibank {

namespace {

// An Sm contains its own arbiter and calls it without a virtual call; there is no factory.
const InstalledBlock kNative({"arbiter", "native", "the Sm's own, in C++", {}, {}, false, true, {}},
                             [](BlockFactories&, const BlockOptions&) {});

}  // namespace

}  // namespace unibank
