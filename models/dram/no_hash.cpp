// DRAM address hash `none`: the bank of the address map, unhashed.
#include "dram/address_map.h"

namespace unibank {
namespace {

class NoHash : public DramHash {
 public:
  unsigned bank(unsigned bank, std::uint64_t /*row*/, unsigned /*banks*/) const override { return bank; }
};

const DramHashRegistry::Registration kRegistration({
    "none",
    "the bank of the address map, unhashed",
    {},
    [](const PolicyValues&) { return std::make_unique<NoHash>(); },
});

}  // namespace
}  // namespace unibank
