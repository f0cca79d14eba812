// The storage of an SM: which memories there are, of which banks, what lies where in them, and what fits.
//
// A layout is one file, registered by name (storage.layout) as a policy is. Others read what it says of its memories,
// ask it where a row or a line is, and never which one it is.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "layout/access.h"
#include "layout/conflicts.h"
#include "policy/partition.h"

namespace unibank {

// The sizes that a design may give. A layout has some of them; the others are 0.
struct StorageSizes {
  std::uint64_t register_bytes = 0, scratchpad_bytes = 0, cache_bytes = 0;
  std::uint64_t unified_bytes = 0;  // of the memory that several parts share
};

// All that a layout must know of a design.
struct StorageShape : StorageSizes {
  unsigned clusters = 8, banks_per_cluster = 4;  // of 16 bytes
  unsigned ways = 4;
  bool multiple_mux = false;  // several banks of a cluster may feed the crossbar in one cycle
};

// One memory, made of banks. The first of a layout holds the registers: banks of 16 bytes in the clusters. Others have
// four banks of 4 bytes behind every crossbar port.
struct StorageMemory : SmMemory {
  std::string name;        // of its banks in the hierarchy and in waves: "scratchpad3.bank0" is behind port 3
  bool wide = false;       // banks of 16 bytes, in the clusters
  unsigned banks = 0;      // in a cluster, or behind a port
  bool crossbar = true;    // registers alone are not behind it
  bool wires = false;      // what comes through the crossbar pays energy.wire_overhead
  // Behind each port banks, and the ranges of addresses that lead to them, are counted through, memory after memory. A
  // wide bank has a range of its own, four narrow ones have one together.
  unsigned first_bank = 0, first_range = 0;
  unsigned ranges() const { return wide ? banks : 1; }
};

// One of a layout's sizes.
struct StorageSize {
  std::uint64_t StorageSizes::*bytes;
  std::uint64_t usual = 0;       // where a design does not say
  bool wide = false;             // a multiple of rows of 16 bytes in all banks, else of 4 bytes in 32
  const char* needed = nullptr;  // what there is none of when it is 0; null: 0 is allowed
};

// What a launch puts into the banks.
struct LaunchNeeds {
  unsigned register_rows = 0;          // in each register bank
  std::uint64_t scratchpad_bytes = 0;  // of all resident blocks
  unsigned cache_sets = 0;             // that the partition gave
};

// Where things lie for one launch. Addresses of a row are byte addresses within its crossbar port: range after range;
// in one of a wide bank row after row, in one of four narrow banks too, 4 bytes of each.
class StoragePlaces {
 public:
  virtual ~StoragePlaces() = default;
  // rows[i]: the row with byte addresses[i] of the scratchpad, and of it the words with the `bytes` from there on.
  virtual void scratchpad(const std::uint64_t* addresses, unsigned count, unsigned bytes, BankRow* rows) const = 0;
  // The row behind port 0 of the line in `set`, `way`; it has one like it behind every port.
  virtual BankRow line(std::uint32_t set, unsigned way) const = 0;
  // What an instruction that accesses memory asks of its fullest bank (conflicts.h has `register_reads`).
  virtual ConflictCount conflicts(const std::uint8_t* register_reads, const MemoryAccess& access) const = 0;

  unsigned cache_sets = 0;             // that really fit: whole rows of the other parts can cost one
  unsigned cache_ways = 0;             // those that are not the scratchpad's
  unsigned scratchpad_row_bytes = 4;   // width of the banks that it lies in
  bool one_row_a_port = false;         // of the scratchpad in one turn: the banks of a port share its multiplexer
};

class StorageLayout {
 public:
  static constexpr const char* kKind = "storage layout";
  using Refuse = std::function<void(const std::string& key, const std::string& message)>;
  virtual ~StorageLayout() = default;

  virtual std::vector<StorageSize> sizes() const = 0;
  std::vector<StorageMemory> memories(const StorageShape& shape) const;
  // A line of the memory that registers and cache share holds either, and is found by its tag. Goes with register
  // stores of RegisterStore::integrated(), and with no others.
  virtual bool integrated() const { return false; }
  // Tells of every size that does not go, and why.
  void check(const StorageShape& shape, const std::string& name, const Refuse& refuse) const;
  // Throws InputError when the parts do not fit in whole rows (the partition counts bytes).
  virtual std::unique_ptr<StoragePlaces> places(const StorageShape& shape, const LaunchNeeds& needs) const = 0;
  // Why the bytes that a division gives do not fit; empty: they do. Of memories: capacity.memories.
  virtual std::string overfull(const SmCapacity& capacity, const KernelNeeds& kernel,
                               const PartitionResult& division) const;
  // Sizes of small SMs to try what goes together: blocks of short programs fill them.
  virtual std::vector<StorageSizes> small() const = 0;

 protected:
  virtual std::vector<StorageMemory> list(const StorageShape& shape) const = 0;
  // Beyond what holds of each size alone.
  virtual void check_further(const StorageShape& /*shape*/, const Refuse& /*refuse*/) const {}
};

using StorageLayoutRegistry = Registry<StorageLayout>;

// The keys of the sizes: "register_bytes" of the section "storage" and so on.
const std::vector<std::pair<const char*, std::uint64_t StorageSizes::*>>& storage_size_keys();

}  // namespace unibank
