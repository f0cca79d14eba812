// What the L1 remembers of lines that were asked of it, and of what it asks for them of tags, banks and memory. Plain
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

// A line that was asked for, until it is answered.
struct LineJob {
  bool kept = false;  // an answer is awaited; else there is one at once
  LineOperation operation = LineOperation::kLoad;
  bool local = false, past = false;
  LineAccess line;
  LineBytes bytes{};    // that a store or an atomic writes
  AtomicTurns turns{};  // of an atomic
  unsigned warp = 0, lanes = 0;
  std::uint32_t pc = 0;
  unsigned parts = 0;  // lookup, rows or sectors that are still to come
  Cycle due = 0;       // so far: when its words are there
};

// Bank rows of a line to read or write; a fill's belong to no job, nor do those of a line on its way out, the only ones
// that are read without one.
struct RowJob {
  LineJob* job = nullptr;
  bool write = false;
  // All of a line: a row like this one on every port, and `rows` is empty until they are sent one by one.
  bool whole = false;
  BankRow first;
  std::vector<BankRow> rows;
  unsigned next = 0;         // first row not sent (per-instruction model)
  std::uint64_t line = 0;    // its address and place in the array
  std::size_t place = 0;
  std::uint64_t turn = 0;    // at that place
  LineValues* data = nullptr;  // what goes there or comes, where values are followed
  bool victim = false;       // of a clean line that goes: to `to`
  RegisterRow to;
};

// A read or a write that waits for memory.
struct MemoryJob {
  static constexpr unsigned kNoWarp = ~0u;

  LineJob* job = nullptr;    // null: no line waits for the answer (stores)
  std::uint64_t address = 0;
  unsigned length = 0;
  bool write = false;
  bool fill = false;         // a read whose line enters the cache
  bool dirty_line = false;   // a write whose data come from the banks: it waits for them
  LineValues* data = nullptr;  // of a write
  LineBytes bytes{};           // of a write: those of its line that are written
  unsigned warp = kNoWarp;     // whose store it is
  bool alone = false;          // a read that the MSHR merges with no other
  unsigned turns = 0;          // of an atomic, which is a write
};

// What has been asked of tags or memory, until it is answered.
struct L1Request {
  enum class Purpose : unsigned char { kLookup, kFill, kMemory, kFlush };

  Purpose purpose = Purpose::kLookup;
  LineJob* job = nullptr;
  std::uint64_t address = 0;
  unsigned length = 0;         // of memory
  unsigned sectors = 0;        // of a line to be entered, those that have come
  bool write = false;          // of memory
  bool fill = false;
  bool dirty_line = false;
  bool alone = false;          // a read that the MSHR merges with no other
  std::uint64_t order = 0;     // in which requests have been sent
  LinesAsked::Read asked;      // of a fill
  LineValues* data = nullptr;  // of a line to be entered
  unsigned warp = MemoryJob::kNoWarp;  // whose store it is
  std::uint32_t age = 0;       // of a fill, when it was asked for
};

}  // namespace unibank
