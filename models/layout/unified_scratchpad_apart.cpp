// Layout `unified-scratchpad-apart`: registers and cache in the same banks of 16 bytes as in `unified`, followed at
// every crossbar port by those of a scratchpad as in `separate` (Jing 2016, unified-128k).
#include <algorithm>

#include "layout/rows.h"

namespace unibank {
namespace {

class Places final : public NarrowScratchpad {
 public:
  Places(const StorageShape& shape, const LaunchNeeds& needs)
      : NarrowScratchpad({shape.banks_per_cluster, static_cast<std::uint32_t>(shape.unified_bytes / kCrossbarPorts)}),
        rows_(shape, shape.unified_bytes),
        ways_(shape.ways),
        conflicts_(conflict_layout(shape, true)) {
    check_rows(needs.register_rows, 0, rows_.rows());
    cache_sets = std::min(needs.cache_sets, (rows_.rows() - needs.register_rows) * rows_.banks / ways_);
    cache_ways = ways_;
    cache_row_ = rows_.first_of_top(cache_sets * ways_);
  }
  BankRow line(std::uint32_t set, unsigned way) const override {
    return rows_.stretch(std::uint64_t{set} * ways_ + way, 0, cache_row_);
  }
  // The scratchpad does not conflict with registers.
  ConflictCount conflicts(const std::uint8_t* register_reads, const MemoryAccess& access) const override {
    return access.row_count != 0 ? conflicts_in_narrow_banks(conflicts_, register_reads, access)
                                 : conflicts_with_registers(conflicts_, register_reads, access);
  }

 private:
  const WideRows rows_;
  std::uint32_t cache_row_ = 0;  // the first row of the cache
  const unsigned ways_;
  const ConflictLayout conflicts_;
};

class ScratchpadApart : public StorageLayout {
 public:
  std::vector<StorageSize> sizes() const override {
    return {{&StorageSizes::unified_bytes, 384 * 1024, true, "some storage"},
            {&StorageSizes::scratchpad_bytes, 64 * 1024, false, "a scratchpad"}};
  }
  std::unique_ptr<StoragePlaces> places(const StorageShape& shape, const LaunchNeeds& needs) const override {
    return std::make_unique<Places>(shape, needs);
  }
  std::vector<StorageSizes> small() const override { return {{0, 16 * 1024, 0, 64 * 1024}}; }

 protected:
  std::vector<StorageMemory> list(const StorageShape& shape) const override {
    return {{{shape.unified_bytes, true, false, true}, "cluster", true, shape.banks_per_cluster, true, true},
            {{shape.scratchpad_bytes, false, true, false}, "scratchpad", false, kNarrowBanksAPort}};
  }
  void check_further(const StorageShape& shape, const Refuse& refuse) const override {
    check_banks_beside_scratchpad(shape, refuse);
  }
};

const StorageLayoutRegistry::Registration kRegistration({
    "unified-scratchpad-apart",
    "one memory for registers and cache, a separate scratchpad (Jing 2016)",
    {},
    [](const PolicyValues&) { return std::make_unique<ScratchpadApart>(); },
});

}  // namespace
}  // namespace unibank
