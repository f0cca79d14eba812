// DRAM address hash `xor`: permutation-based page interleaving (Zhang, Zhu and Zhang, MICRO 2000). The bank is combined
// with the low bits of the row, so rows that would conflict in one bank are in different ones.
#include "dram/address_map.h"

namespace unibank {
namespace {

class XorHash : public DramHash {
 public:
  std::string refusal(unsigned banks) const override {
    return (banks & (banks - 1)) != 0 ? "the hash needs a power of two of banks, dram.banks is " + std::to_string(banks)
                                      : "";
  }
  unsigned bank(unsigned bank, std::uint64_t row, unsigned banks) const override {
    return bank ^ (static_cast<unsigned>(row) & (banks - 1));
  }
};

const DramHashRegistry::Registration kRegistration({
    "xor",
    "the bank combined with the low bits of the row (permutation-based page interleaving)",
    {},
    [](const PolicyValues&) { return std::make_unique<XorHash>(); },
});

}  // namespace
}  // namespace unibank
