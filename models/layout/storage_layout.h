// The storage of an SM: its memories and their banks, the placement of data in them, and the capacity check.
//
// A layout is one file, registered by name (storage.layout) as a policy is. Other code uses the description of its
// memories and the locations of rows and lines, and never tests for a layout by name.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "layout/access.h"
#include "layout/conflicts.h"
#include "policy/partition.h"

namespace unibank {

// The sizes that a design may give. A layout uses some of them; the others are 0.
struct StorageSizes {
  std::uint64_t register_bytes = 0, scratchpad_bytes = 0, cache_bytes = 0;
  std::uint64_t unified_bytes = 0;  // of a memory that registers, scratchpad and cache share, or two of these three
};

// The parameters of a design that a layout needs.
struct StorageShape : StorageSizes {
  unsigned clusters = 8, banks_per_cluster = 4;  // of 16 bytes
  unsigned ways = 4;
  bool multiple_mux = false;  // several banks of a cluster may feed the crossbar in one cycle
};

// One memory, made of banks. The first of a layout holds the registers: banks of 16 bytes in the clusters. Others have
// four banks of 4 bytes at every crossbar port.
struct StorageMemory : SmMemory {
  std::string name;        // the name of its banks in the hierarchy and in waves: "scratchpad3.bank0" is at port 3
  bool wide = false;       // banks of 16 bytes, in the clusters
  unsigned banks = 0;      // per cluster, or per port
  bool crossbar = true;    // false: only registers, not reachable through the crossbar
  bool wires = false;      // accesses through the crossbar pay energy.wire_overhead
  // At each port, banks and their address ranges are numbered consecutively over all memories. A wide bank has a range
  // of its own; four narrow banks share one.
  unsigned first_bank = 0, first_range = 0;
  unsigned ranges() const { return wide ? banks : 1; }
};

// One of a layout's sizes.
struct StorageSize {
  std::uint64_t StorageSizes::*bytes;
  std::uint64_t usual = 0;       // default size
  bool wide = false;             // a multiple of rows of 16 bytes in all banks, else of 4 bytes in 32
  const char* needed = nullptr;  // name of the part that is missing when it is 0; null: 0 is allowed
};

// The storage needs of a launch.
struct LaunchNeeds {
  unsigned register_rows = 0;          // in each register bank
  std::uint64_t scratchpad_bytes = 0;  // of all resident blocks
  unsigned cache_sets = 0;             // from the partition
  // Of all resident blocks, as the partition counts them: in units, with the system's part.
  std::uint64_t allocated_scratchpad_bytes = 0;
};

// The placement of data for one launch. The address of a row is a byte address within its crossbar port, which has
// range after range. The range of a wide bank has its rows one after the other; the range of four narrow banks has rows
// with 4 bytes of each bank.
class StoragePlaces {
 public:
  virtual ~StoragePlaces() = default;
  // rows[i]: the row with byte addresses[i] of the scratchpad, with the words that hold `bytes` from there on.
  virtual void scratchpad(const std::uint64_t* addresses, unsigned count, unsigned bytes, BankRow* rows) const = 0;
  // The row at port 0 of the line in `set`, `way`; every other port has the corresponding row.
  virtual BankRow line(std::uint32_t set, unsigned way) const = 0;
  // The conflicts of an instruction that accesses memory (conflicts.h defines `register_reads`).
  virtual ConflictCount conflicts(const std::uint8_t* register_reads, const MemoryAccess& access) const = 0;

  unsigned cache_sets = 0;             // the sets that fit: rounding the other parts to whole rows can cost one
  unsigned cache_ways = 0;             // without the ways of the scratchpad
  unsigned scratchpad_row_bytes = 4;   // width of the scratchpad's banks, in bytes
  bool one_row_a_port = false;         // one row of the scratchpad per port and turn: the banks of a port share its
                                       // multiplexer
};

class StorageLayout {
 public:
  static constexpr const char* kKind = "storage layout";
  using Refuse = std::function<void(const std::string& key, const std::string& message)>;
  virtual ~StorageLayout() = default;

  virtual std::vector<StorageSize> sizes() const = 0;
  std::vector<StorageMemory> memories(const StorageShape& shape) const;
  // Whether each line of a memory holds registers or cached data, and is found by its tag. If true, the design needs a
  // register store with RegisterStore::integrated(); otherwise a store without it.
  virtual bool integrated() const { return false; }
  // Reports every size that is not allowed, with the reason.
  void check(const StorageShape& shape, const std::string& name, const Refuse& refuse) const;
  // Throws InputError when the parts do not fit in whole rows (the partition counts bytes).
  virtual std::unique_ptr<StoragePlaces> places(const StorageShape& shape, const LaunchNeeds& needs) const = 0;
  // Why the bytes of a division do not fit; empty: they fit. The memories are capacity.memories.
  virtual std::string overfull(const SmCapacity& capacity, const KernelNeeds& kernel,
                               const PartitionResult& division) const;
  // Sizes of small SMs, which blocks of short programs fill, for tests of combinations.
  virtual std::vector<StorageSizes> small() const = 0;

 protected:
  virtual std::vector<StorageMemory> list(const StorageShape& shape) const = 0;
  // Checks beyond those of each size alone.
  virtual void check_further(const StorageShape& /*shape*/, const Refuse& /*refuse*/) const {}
};

using StorageLayoutRegistry = Registry<StorageLayout>;

// The keys of the sizes: "register_bytes" of the section "storage" and so on.
const std::vector<std::pair<const char*, std::uint64_t StorageSizes::*>>& storage_size_keys();

}  // namespace unibank
