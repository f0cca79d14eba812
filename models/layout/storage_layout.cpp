#include "layout/storage_layout.h"

#include <algorithm>

#include "layout/division_check.h"

namespace unibank {

namespace {

std::string is(const std::string& key, std::uint64_t value) { return key + " is " + std::to_string(value); }

void check_multiple(std::uint64_t bytes, const std::string& key, const StorageSize& size, const StorageShape& shape,
                    const StorageLayout::Refuse& refuse) {
  const unsigned banks = size.wide ? shape.clusters * shape.banks_per_cluster : kNarrowBanks;
  const unsigned unit = banks * (size.wide ? kWideBankBytes : 4);
  if (bytes % unit == 0) return;
  refuse(key, is(key, bytes) + ", expected a multiple of " + std::to_string(unit) +
                  (size.wide ? ": rows of 16 bytes in " : ": words of 4 bytes in ") + std::to_string(banks) + " banks" +
                  (size.wide ? " (sm.banks_per_cluster)" : ""));
}

}  // namespace

const std::vector<std::pair<const char*, std::uint64_t StorageSizes::*>>& storage_size_keys() {
  static const std::vector<std::pair<const char*, std::uint64_t StorageSizes::*>> keys = {
      {"register_bytes", &StorageSizes::register_bytes},
      {"scratchpad_bytes", &StorageSizes::scratchpad_bytes},
      {"cache_bytes", &StorageSizes::cache_bytes},
      {"unified_bytes", &StorageSizes::unified_bytes},
  };
  return keys;
}

std::vector<StorageMemory> StorageLayout::memories(const StorageShape& shape) const {
  std::vector<StorageMemory> all = list(shape);
  unsigned bank = 0, range = 0;
  for (StorageMemory& memory : all) {
    if (!memory.crossbar) continue;
    memory.first_bank = bank;
    memory.first_range = range;
    bank += memory.banks;
    range += memory.ranges();
  }
  return all;
}

void StorageLayout::check(const StorageShape& shape, const std::string& name, const Refuse& refuse) const {
  const std::vector<StorageSize> own = sizes();
  for (const auto& [key_of_section, member] : storage_size_keys()) {
    const std::string key = std::string("storage.") + key_of_section;
    const std::uint64_t bytes = shape.*member;
    const auto at = std::find_if(own.begin(), own.end(),
                                 [member = member](const StorageSize& size) { return size.bytes == member; });
    if (at == own.end()) {
      if (bytes != 0) refuse(key, is(key, bytes) + ", expected 0: storage.layout is \"" + name + "\"");
      continue;
    }
    if (bytes == 0 && at->needed) refuse(key, key + " is 0, expected " + at->needed);
    check_multiple(bytes, key, *at, shape, refuse);
  }
  check_further(shape, refuse);
}

std::string StorageLayout::overfull(const SmCapacity& capacity, const KernelNeeds& kernel,
                                    const PartitionResult& division) const {
  return overfull_memory(capacity, taken(capacity, kernel, division), division.resident_blocks);
}

}  // namespace unibank
