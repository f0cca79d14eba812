// Layout `unified`: registers, scratchpad and cache in the same banks of 16 bytes (Gebhart 2012): registers at the
// bottom of every bank, scratchpad above them. The lines are at the top, where they stay for the next kernel, which may
// need other registers and scratchpad under the same division.
#include <algorithm>

#include "layout/rows.h"

namespace unibank {
namespace {

class Places final : public StoragePlaces {
 public:
  Places(const StorageShape& shape, const LaunchNeeds& needs)
      : rows_(shape, shape.unified_bytes),
        scratchpad_row_(needs.register_rows),
        ways_(shape.ways),
        conflicts_(conflict_layout(shape, true)) {
    const auto scratchpad_rows = static_cast<std::uint32_t>(
        in_whole(kLineBytes * shape.banks_per_cluster, needs.scratchpad_bytes));
    check_rows(needs.register_rows, scratchpad_rows, rows_.rows());
    const std::uint32_t free_rows = rows_.rows() - needs.register_rows - scratchpad_rows;
    cache_sets = std::min(needs.cache_sets, free_rows * rows_.banks / ways_);
    cache_ways = ways_;
    cache_row_ = rows_.first_of_top(cache_sets * ways_);
    scratchpad_row_bytes = kWideBankBytes;
    one_row_a_port = !shape.multiple_mux;
  }
  void scratchpad(const std::uint64_t* addresses, unsigned count, unsigned bytes, BankRow* rows) const override {
    for (unsigned i = 0; i < count; ++i) {
      const std::uint64_t address = addresses[i];
      const BankRow row = rows_.stretch(address / kLineBytes, address / kWideBankBytes % 8, scratchpad_row_);
      rows[i] = WideRows::words(row, address, bytes);
    }
  }
  BankRow line(std::uint32_t set, unsigned way) const override {
    return rows_.stretch(std::uint64_t{set} * ways_ + way, 0, cache_row_);
  }
  ConflictCount conflicts(const std::uint8_t* register_reads, const MemoryAccess& access) const override {
    return conflicts_with_registers(conflicts_, register_reads, access);
  }

 private:
  const WideRows rows_;
  const std::uint32_t scratchpad_row_;  // the first row of the part
  std::uint32_t cache_row_ = 0;
  const unsigned ways_;
  const ConflictLayout conflicts_;
};

class Unified : public StorageLayout {
 public:
  std::vector<StorageSize> sizes() const override {
    return {{&StorageSizes::unified_bytes, 384 * 1024, true, "some storage"}};
  }
  std::unique_ptr<StoragePlaces> places(const StorageShape& shape, const LaunchNeeds& needs) const override {
    return std::make_unique<Places>(shape, needs);
  }
  std::vector<StorageSizes> small() const override { return {{0, 0, 0, 56 * 1024}}; }

 protected:
  std::vector<StorageMemory> list(const StorageShape& shape) const override {
    return {{{shape.unified_bytes, true, true, true}, "cluster", true, shape.banks_per_cluster, true, true}};
  }
};

const StorageLayoutRegistry::Registration kRegistration({
    "unified",
    "one memory for registers, scratchpad and cache (Gebhart 2012)",
    {},
    [](const PolicyValues&) { return std::make_unique<Unified>(); },
});

}  // namespace
}  // namespace unibank
