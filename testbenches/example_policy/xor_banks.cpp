// Storage layout `xor-banks`: separate memories; scratchpad word w is not in bank w mod 32 but in bank
// (w mod 32) xor (row mod 32), row = w / 32. Adjacent words are in different banks as before, and so are the words of a
// column of an array that is 32 words wide, which otherwise all are in one bank. The layout `separate` does everything
// else.
#include "layout/storage_layout.h"

namespace {

using namespace unibank;

class XorPlaces : public StoragePlaces {
 public:
  explicit XorPlaces(std::unique_ptr<StoragePlaces> separate) : separate_(std::move(separate)) {
    cache_sets = separate_->cache_sets;
    cache_ways = separate_->cache_ways;
  }
  void scratchpad(const std::uint64_t* addresses, unsigned count, unsigned bytes, BankRow* rows) const override {
    for (unsigned i = 0; i < count; ++i) {
      const std::uint64_t word = addresses[i] / 4, row = word / kNarrowBanks;
      const std::uint64_t place = 4 * (row * kNarrowBanks + (word ^ row) % kNarrowBanks);
      separate_->scratchpad(&place, 1, bytes, &rows[i]);
    }
  }
  BankRow line(std::uint32_t set, unsigned way) const override { return separate_->line(set, way); }
  ConflictCount conflicts(const std::uint8_t* register_reads, const MemoryAccess& access) const override {
    return separate_->conflicts(register_reads, access);
  }

 private:
  const std::unique_ptr<StoragePlaces> separate_;
};

class XorBanks : public StorageLayout {
 public:
  std::vector<StorageSize> sizes() const override { return separate_->sizes(); }
  std::unique_ptr<StoragePlaces> places(const StorageShape& shape, const LaunchNeeds& needs) const override {
    return std::make_unique<XorPlaces>(separate_->places(shape, needs));
  }
  std::vector<StorageSizes> small() const override { return separate_->small(); }

 protected:
  std::vector<StorageMemory> list(const StorageShape& shape) const override { return separate_->memories(shape); }

 private:
  const std::unique_ptr<StorageLayout> separate_ = StorageLayoutRegistry::instance().make("separate");
};

const StorageLayoutRegistry::Registration kXorBanks({
    "xor-banks",
    "separate memories, banks of a scratchpad row permuted by an exclusive or",
    {},
    [](const PolicyValues&) { return std::make_unique<XorBanks>(); },
});

}  // namespace
