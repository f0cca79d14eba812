#include "policy/index_hash.h"

namespace unibank {

namespace {

bool power_of_two(unsigned places) { return (places & (places - 1)) == 0; }

class Modulo : public IndexHash {
 public:
  unsigned key(std::uint64_t /*upper*/, unsigned /*places*/) const override { return 0; }
};

// All digits are used, so no stride of a power of `places` lines stays in one place.
class Xor : public IndexHash {
 public:
  unsigned key(std::uint64_t upper, unsigned places) const override {
    if (places == 1) return 0;
    unsigned key = 0;
    for (; upper != 0; upper /= places) {
      const auto digit = static_cast<unsigned>(upper % places);
      key = power_of_two(places) ? key ^ digit : (key + digit) % places;
    }
    return key;
  }
};

// Nugteren et al., A Detailed GPU Cache Model Based on Reuse Distance Theory, HPCA 2014, measured it on a Fermi: bits 7
// to 11 of an address are combined with bits 13, 14, 15, 17 and 19; with 64 sets bit 12 is the sixth bit of the index.
class Fermi : public Xor {
 public:
  unsigned key(std::uint64_t upper, unsigned places) const override {
    if (places != 32 && places != 64) return Xor::key(upper, places);
    const unsigned first = places == 32 ? 12 : 13;  // address bit of upper's lowest
    const auto bit = [upper, first](unsigned of_address, unsigned to) {
      return static_cast<unsigned>(upper >> (of_address - first) & 1) << to;
    };
    return bit(13, 0) | bit(14, 1) | bit(15, 2) | bit(17, 3) | bit(19, 4);
  }
};

template <typename Hash>
IndexHashRegistry::Variant variant(const char* name, const char* description) {
  return {name, description, {}, [](const PolicyValues&) { return std::make_unique<Hash>(); }};
}

const IndexHashRegistry::Registration kModulo(variant<Modulo>("modulo",
                                                              "the line's number modulo the number of places"));
const IndexHashRegistry::Registration kXor(
    variant<Xor>("xor", "for n places all digits of the line's number in base n: their XOR if n is a power of two, "
                        "else their sum"));
const IndexHashRegistry::Registration kFermi(variant<Fermi>(
    "fermi", "for 32 or 64 places that of Fermi's L1 (Nugteren et al. 2014, GPGPU-Sim 3.x); for others xor"));

}  // namespace

HashedIndex::HashedIndex(unsigned places, const std::string& hash, unsigned banks)
    : places_(places), banks_(banks), per_bank_(places / banks) {
  if (hash != "modulo") hash_ = IndexHashRegistry::instance().make(hash, {});
}

unsigned HashedIndex::of_bank(unsigned low, std::uint64_t upper, bool back) const {
  const unsigned key = hash_->key(upper, per_bank_);
  const bool exclusive_or = (per_bank_ & (per_bank_ - 1)) == 0;
  return low % banks_ + banks_ * moved(low / banks_, back && !exclusive_or ? per_bank_ - key : key);
}

std::uint64_t HashedIndex::restored(std::uint64_t hashed) const {
  if (!hash_) return hashed;
  const auto low = static_cast<unsigned>(hashed % places_);
  return hashed - low + of_bank(low, hashed / places_, true);
}

}  // namespace unibank
