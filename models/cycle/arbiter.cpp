#include "cycle/arbiter.h"

#include "block/factories.h"

namespace unibank {

namespace {

// An Sm has its own arbiter, which it asks without a virtual call; there is none to be made.
const InstalledBlock kNative({"arbiter", "native", "the Sm's own, in C++", {}, {}, false, true, {}},
                             [](BlockFactories&, const BlockOptions&) {});

}  // namespace

}  // namespace unibank
