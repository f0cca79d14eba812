// The values that a warp instruction moves through the machine, byte by byte: its expected operands, its results, and
// the bytes of scratchpad rows and memory lines. Kept with the instruction while it is under way
// (run.check_data).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/types.h"
#include "values/writer.h"

namespace unibank {

// A register of a warp, lane by lane.
struct RegisterValues {
  using Writers = std::array<Writer, kWarpSize>;
  std::array<std::uint32_t, kWarpSize> values{};
  Writers writers{};
  LaneMask undefined = 0;  // lanes that read no value of their own: see ExpectedValues
};

// Bytes of one line of memory.
struct LineValues {
  std::uint64_t address = 0;
  std::array<std::uint8_t, kLineBytes> bytes{};
  std::array<std::uint8_t, kLineBytes> enabled{};  // 0xff: this byte is read or written; TLM's byte enables
  std::array<Writer, kLineBytes> writers{};
  // For reads: this SM's last writer of each byte when the instruction was queued.
  std::array<Writer, kLineBytes> before{};
};

// One word of the scratchpad: bytes 0 to 3 as in LineValues.
struct ScratchpadWord {
  unsigned port = 0;          // port of the crossbar
  std::uint32_t address = 0;  // within the port
  std::uint64_t offset = 0;   // byte offset in the block's scratchpad
  std::array<std::uint8_t, 4> bytes{}, enabled{};
  std::array<Writer, 4> writers{}, before{};
};

struct InstructionValues {
  bool known = false;        // the stream knows values (a trace does not): else only writers are compared
  Writer writer = kNoWriter;  // writer of every byte that the instruction writes
  std::uint64_t block = 0;   // number of the block in the grid
  unsigned slot = 0;         // slot of that block
  // [i]: the values of StaticInstruction::sources[i] and results[i].
  std::vector<RegisterValues> sources, results;
  // The bytes that loads and atomics must read, and the bytes that stores and atomics write.
  std::vector<ScratchpadWord> words_read, words_written;
  std::vector<LineValues> lines_read, lines_written;

  void clear() {
    known = false;
    sources.clear();
    results.clear();
    words_read.clear();
    words_written.clear();
    lines_read.clear();
    lines_written.clear();
  }
};

}  // namespace unibank
