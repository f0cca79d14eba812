// Layout `separate`: a register file in the clusters, and behind the crossbar the banks of a scratchpad and those of a
// cache (the baseline of all four papers).
#include "layout/rows.h"

namespace unibank {
namespace {

class Places final : public NarrowScratchpad {
 public:
  Places(const StorageShape& shape, const LaunchNeeds& needs)
      : NarrowScratchpad({0, 0}),
        cache_{kNarrowBanksAPort, static_cast<std::uint32_t>(shape.scratchpad_bytes / kCrossbarPorts)},
        ways_(shape.ways),
        conflicts_(conflict_layout(shape, false)) {
    check_rows(needs.register_rows, 0, WideRows(shape, shape.register_bytes).rows());
    cache_sets = needs.cache_sets;
    cache_ways = shape.ways;
  }
  BankRow line(std::uint32_t set, unsigned way) const override { return cache_.line(set * ways_ + way); }
  ConflictCount conflicts(const std::uint8_t* register_reads, const MemoryAccess& access) const override {
    return conflicts_in_narrow_banks(conflicts_, register_reads, access);
  }

 private:
  const NarrowRows cache_;
  const unsigned ways_;
  const ConflictLayout conflicts_;
};

class Separate : public StorageLayout {
 public:
  std::vector<StorageSize> sizes() const override {
    return {{&StorageSizes::register_bytes, 256 * 1024, true, "a register file"},
            {&StorageSizes::scratchpad_bytes, 64 * 1024},
            {&StorageSizes::cache_bytes, 64 * 1024}};
  }
  std::unique_ptr<StoragePlaces> places(const StorageShape& shape, const LaunchNeeds& needs) const override {
    return std::make_unique<Places>(shape, needs);
  }
  std::vector<StorageSizes> small() const override { return {{128 * 1024, 16 * 1024, 16 * 1024, 0}}; }

 protected:
  std::vector<StorageMemory> list(const StorageShape& shape) const override {
    StorageMemory registers{{shape.register_bytes, true, false, false}, "cluster", true, shape.banks_per_cluster};
    registers.crossbar = false;
    return {registers,
            {{shape.scratchpad_bytes, false, true, false}, "scratchpad", false, kNarrowBanksAPort},
            {{shape.cache_bytes, false, false, true}, "cache", false, kNarrowBanksAPort}};
  }
};

const StorageLayoutRegistry::Registration kRegistration({
    "separate",
    "separate banks for register file, scratchpad and cache",
    {},
    [](const PolicyValues&) { return std::make_unique<Separate>(); },
});

}  // namespace
}  // namespace unibank
