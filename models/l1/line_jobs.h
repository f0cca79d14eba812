// The L1's state of requested lines, and of its own requests to tags, banks and memory. Plain
// C++.
#pragma once

#include <cstdint>
#include <vector>

#include "base/types.h"
#include "l1/lines_asked.h"
#include "layout/access.h"
#include "policy/victim_lines.h"
#include "values/instruction_values.h"

namespace unibank {

enum class LineOperation : std::uint8_t {
  kLoad = 0,
  kStore = 1,
  kAtomic = 2,
  kReduction = 3,
  kRelease = 4,
  kAcquire = 5,
};

class StoreRules;

// A requested line, until the response.
struct LineJob {
  bool kept = false;  // the response comes later; false: it was given at once
  LineOperation operation = LineOperation::kLoad;
  bool local = false, past = false;
  LineAccess line;
  LineBytes bytes{};    // the bytes written by a store or an atomic
  const StoreRules* rules = nullptr;  // of a store that is looked up: an acquire may change them until its response
  AtomicTurns turns{};  // of an atomic
  unsigned warp = 0, lanes = 0;
  std::uint32_t pc = 0;
  unsigned parts = 0;  // outstanding lookups, rows or sectors
  Cycle due = 0;       // the cycle from which its words are valid, as known so far
};

// Bank rows of a line to read or write. Rows of a fill and of an evicted line belong to no job; only those of an
// evicted line are read without a job.
struct RowJob {
  LineJob* job = nullptr;
  bool write = false;
  // True: all rows of a line, one like `first` on every port; `rows` is empty until they are sent one by one.
  bool whole = false;
  BankRow first;
  std::vector<BankRow> rows;
  unsigned next = 0;         // first row not sent (per-instruction model)
  std::uint64_t line = 0;    // its address and place in the array
  std::size_t place = 0;
  std::uint64_t turn = 0;    // the turn at that place (PlaceTurns)
  LineValues* data = nullptr;  // the bytes to write or read, where values are followed
  bool victim = false;       // the rows are those of an evicted clean line, to be moved to `to`
  RegisterRow to;
};

// A read or a write that waits for memory.
struct MemoryJob {
  static constexpr unsigned kNoWarp = ~0u;

  LineJob* job = nullptr;    // null: no line waits for the response (stores)
  std::uint64_t address = 0;
  unsigned length = 0;
  bool write = false;
  bool fill = false;         // a read whose line enters the cache
  bool dirty_line = false;   // a write with data from the banks, which it waits for
  LineValues* data = nullptr;  // of a write
  LineBytes bytes{};           // of a write: the written bytes of its line
  unsigned warp = kNoWarp;     // the warp of a store or an atomic
  bool alone = false;          // a read that the MSHR merges with no other
  unsigned turns = 0;          // the turns of an atomic, which is a write
};

// A request to tags or memory, until the response.
struct L1Request {
  enum class Purpose : unsigned char { kLookup, kFill, kMemory, kFlush };

  Purpose purpose = Purpose::kLookup;
  LineJob* job = nullptr;
  std::uint64_t address = 0;
  unsigned length = 0;         // of memory
  unsigned sectors = 0;        // for a line to be entered: the sectors that have arrived
  bool write = false;          // of memory
  bool fill = false;
  bool dirty_line = false;
  bool alone = false;          // a read that the MSHR merges with no other
  std::uint64_t order = 0;     // the order of sending
  LinesAsked::Read asked;      // of a fill
  LineValues* data = nullptr;  // data of a line to be entered
  unsigned warp = MemoryJob::kNoWarp;  // the warp of a store or an atomic
  std::uint32_t age = 0;       // of a fill: the age when it was requested
};

}  // namespace unibank
