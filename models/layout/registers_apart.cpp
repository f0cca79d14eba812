// Layout `registers-apart`: separate register banks, scratchpad and cache in one pool of 32 banks of 4 bytes behind the
// crossbar. This is the organisation of NVIDIA's SMs since Volta ("unified data cache"), and of Fermi's.
//
// The scratchpad is at the bottom of the pool's banks, word w in bank w mod 32 as in `separate`; a line is a row of all
// banks, and the lines are at the top, where they stay when the scratchpad below grows or shrinks. So accesses of
// scratchpad and cache conflict with each other, but not with registers.
#include <algorithm>

#include "layout/rows.h"

namespace unibank {
namespace {

class Places final : public NarrowScratchpad {
 public:
  Places(const StorageShape& shape, const LaunchNeeds& needs)
      : NarrowScratchpad({0, 0}),
        ways_(shape.ways),
        conflicts_(conflict_layout(shape, false)) {
    check_rows(needs.register_rows, 0, WideRows(shape, shape.register_bytes).rows());
    const auto rows = static_cast<std::uint32_t>(shape.unified_bytes / kLineBytes);
    const auto taken = static_cast<std::uint32_t>(in_whole(kLineBytes, needs.scratchpad_bytes));
    check_rows(0, taken, rows);
    cache_sets = std::min(needs.cache_sets, (rows - taken) / ways_);
    cache_ways = ways_;
    first_row_ = rows - cache_sets * ways_;
  }
  BankRow line(std::uint32_t set, unsigned way) const override {
    return scratchpad_.line(first_row_ + set * ways_ + way);
  }
  ConflictCount conflicts(const std::uint8_t* register_reads, const MemoryAccess& access) const override {
    return conflicts_in_narrow_banks(conflicts_, register_reads, access);
  }

 private:
  const unsigned ways_;
  std::uint32_t first_row_ = 0;  // the first row of the cache
  const ConflictLayout conflicts_;
};

class RegistersApart : public StorageLayout {
 public:
  std::vector<StorageSize> sizes() const override {
    return {{&StorageSizes::register_bytes, 256 * 1024, true, "a register file"},
            {&StorageSizes::unified_bytes, 128 * 1024, false, "a pool for scratchpad and cache"}};
  }
  std::unique_ptr<StoragePlaces> places(const StorageShape& shape, const LaunchNeeds& needs) const override {
    return std::make_unique<Places>(shape, needs);
  }
  std::vector<StorageSizes> small() const override { return {{128 * 1024, 0, 0, 32 * 1024}}; }

 protected:
  std::vector<StorageMemory> list(const StorageShape& shape) const override {
    StorageMemory registers{{shape.register_bytes, true, false, false}, "cluster", true, shape.banks_per_cluster};
    registers.crossbar = false;
    return {registers, {{shape.unified_bytes, false, true, true}, "pool", false, kNarrowBanksAPort}};
  }
};

const StorageLayoutRegistry::Registration kRegistration({
    "registers-apart",
    "separate register banks, scratchpad and cache in one pool (NVIDIA since Volta)",
    {},
    [](const PolicyValues&) { return std::make_unique<RegistersApart>(); },
});

}  // namespace
}  // namespace unibank
