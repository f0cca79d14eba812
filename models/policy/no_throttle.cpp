// Throttle `none`: every resident warp may issue.
#include "policy/throttle.h"

namespace unibank {
namespace {

const ThrottleRegistry::Registration kRegistration({
    "none",
    "every resident warp may issue",
    {},
    [](const PolicyValues&) { return std::make_unique<Throttle>(); },
});

}  // namespace
}  // namespace unibank
