// A user's warp order `failing`, which throws when it is asked for a warp.
#include <stdexcept>

#include "policy/warp_order.h"

namespace {

using namespace unibank;

class Failing : public WarpOrder {
 public:
  void reset(unsigned /*warps*/) override {}
  void issued(unsigned /*warp*/) override {}
  int pick(const WarpView& /*view*/) override { throw std::runtime_error("the moon is not full"); }
};

const WarpOrderRegistry::Registration kRegistration({
    "failing", "for this test", {}, [](const PolicyValues&) { return std::make_unique<Failing>(); }});

}  // namespace
