// Line policy `all`: every missing load allocates its line; the least recently used line is evicted.
#include "policy/line_policy.h"

namespace unibank {
namespace {

const LinePolicyRegistry::Registration kRegistration({
    "all",
    "every missing load allocates its line; the least recently used line is evicted",
    {},
    [](const PolicyValues&) { return std::make_unique<LinePolicy>(); },
});

}  // namespace
}  // namespace unibank
