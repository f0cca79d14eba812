// Layout `integrated`: registers are lines of the cache, which has the whole memory (Jing 2016): line (set, way) is row
// set / banks x ways + way of bank set mod banks in every cluster (policy/register_lines.h).
//
// The scratchpad is separate as in `unified-scratchpad-apart`; if a design gives it no bytes it is inside and takes as
// many of the last ways as it needs.
#include <algorithm>

#include "layout/division_check.h"
#include "layout/rows.h"
#include "policy/occupancy.h"

namespace unibank {
namespace {

// A separate scratchpad.
class PlacesApart final : public NarrowScratchpad {
 public:
  PlacesApart(const StorageShape& shape, unsigned sets)
      : NarrowScratchpad({shape.banks_per_cluster, static_cast<std::uint32_t>(shape.unified_bytes / kCrossbarPorts)}),
        rows_(shape, shape.unified_bytes),
        conflicts_(conflict_layout(shape, true)) {
    cache_sets = sets;
    cache_ways = shape.ways;
  }
  BankRow line(std::uint32_t set, unsigned way) const override { return rows_.line(set, way, cache_ways, 0); }
  ConflictCount conflicts(const std::uint8_t* register_reads, const MemoryAccess& access) const override {
    return access.row_count != 0 ? conflicts_in_narrow_banks(conflicts_, register_reads, access)
                                 : conflicts_with_registers(conflicts_, register_reads, access);
  }

 private:
  const WideRows rows_;
  const ConflictLayout conflicts_;
};

// A scratchpad inside, in the ways from `cache_ways` on.
class PlacesInside final : public StoragePlaces {
 public:
  PlacesInside(const StorageShape& shape, unsigned sets, unsigned taken_ways)
      : rows_(shape, shape.unified_bytes), ways_(shape.ways), conflicts_(conflict_layout(shape, true)) {
    cache_sets = sets;
    cache_ways = ways_ - taken_ways;
    scratchpad_row_bytes = kWideBankBytes;
    one_row_a_port = !shape.multiple_mux;
  }
  void scratchpad(const std::uint64_t* addresses, unsigned count, unsigned bytes, BankRow* rows) const override {
    for (unsigned i = 0; i < count; ++i) {
      const std::uint64_t address = addresses[i], stretch = address / kLineBytes;
      const BankRow row = rows_.line(static_cast<std::uint32_t>(stretch % cache_sets),
                                     cache_ways + static_cast<unsigned>(stretch / cache_sets), ways_,
                                     address / kWideBankBytes % 8);
      rows[i] = WideRows::words(row, address, bytes);
    }
  }
  BankRow line(std::uint32_t set, unsigned way) const override { return rows_.line(set, way, ways_, 0); }
  ConflictCount conflicts(const std::uint8_t* register_reads, const MemoryAccess& access) const override {
    return conflicts_with_registers(conflicts_, register_reads, access);
  }

 private:
  const WideRows rows_;
  const unsigned ways_;
  const ConflictLayout conflicts_;
};

std::uint64_t sets_of(const StorageShape& shape) {
  return shape.unified_bytes / (std::uint64_t{kLineBytes} * shape.ways);
}

class Integrated : public StorageLayout {
 public:
  bool integrated() const override { return true; }
  std::vector<StorageSize> sizes() const override {
    return {{&StorageSizes::unified_bytes, 128 * 1024, true, "some storage"}, {&StorageSizes::scratchpad_bytes, 0}};
  }
  // The design has been checked: whole sets in every bank.
  std::unique_ptr<StoragePlaces> places(const StorageShape& shape, const LaunchNeeds& needs) const override {
    const auto sets = static_cast<unsigned>(sets_of(shape));
    if (shape.scratchpad_bytes != 0) return std::make_unique<PlacesApart>(shape, sets);
    const std::uint64_t bytes = std::max(needs.scratchpad_bytes, needs.allocated_scratchpad_bytes);
    const std::uint64_t taken = in_whole(std::uint64_t{sets} * kLineBytes, bytes);
    if (taken >= shape.ways) {
      throw InputError("the scratchpad of the resident blocks takes " + std::to_string(taken) + " of the array's " +
                       std::to_string(shape.ways) + " ways: none is left for registers and cache");
    }
    return std::make_unique<PlacesInside>(shape, sets, static_cast<unsigned>(taken));
  }
  // A scratchpad inside takes whole ways.
  std::string overfull(const SmCapacity& capacity, const KernelNeeds& kernel,
                       const PartitionResult& division) const override {
    TakenBytes parts = taken(capacity, kernel, division);
    if (capacity.together(Part::kRegisters, Part::kScratchpad)) {
      const std::uint64_t bytes = capacity.bytes(Part::kRegisters);
      const std::uint64_t way = bytes / (capacity.cache_set_bytes / kLineBytes);
      parts.scratchpad = static_cast<double>(way * in_whole(way, static_cast<std::uint64_t>(parts.scratchpad)));
    }
    return overfull_memory(capacity, parts, division.resident_blocks);
  }
  // Lines that hold registers need a power of two of sets.
  std::vector<StorageSizes> small() const override {
    return {{0, 0, 0, 64 * 1024}, {0, 16 * 1024, 0, 64 * 1024}};
  }

 protected:
  std::vector<StorageMemory> list(const StorageShape& shape) const override {
    const bool inside = shape.scratchpad_bytes == 0;
    const StorageMemory array{
        {shape.unified_bytes, true, inside, true}, "cluster", true, shape.banks_per_cluster, true, true};
    if (inside) return {array};
    return {array, {{shape.scratchpad_bytes, false, true, false}, "scratchpad", false, kNarrowBanksAPort}};
  }
  void check_further(const StorageShape& shape, const Refuse& refuse) const override {
    check_banks_beside_scratchpad(shape, refuse);
    const std::uint64_t sets = sets_of(shape);
    if (sets == 0 || (sets & (sets - 1)) != 0) {
      refuse("storage.unified_bytes",
             "storage.unified_bytes " + std::to_string(shape.unified_bytes) + " makes " + std::to_string(sets) +
                 " sets of " + std::to_string(shape.ways) +
                 " ways: a set is chosen by bits of the address: expected a power of two of sets");
    }
    if (sets % shape.banks_per_cluster != 0) {
      refuse("sm.banks_per_cluster", "sm.banks_per_cluster " + std::to_string(shape.banks_per_cluster) +
                                         ": a set is in one bank of every cluster, and all banks have equally many: "
                                         "expected a divisor of the sets");
    }
  }
};

const StorageLayoutRegistry::Registration kRegistration({
    "integrated",
    "one memory whose lines hold registers or cached data; the scratchpad in it or separate (Jing 2016)",
    {},
    [](const PolicyValues&) { return std::make_unique<Integrated>(); },
});

}  // namespace
}  // namespace unibank
