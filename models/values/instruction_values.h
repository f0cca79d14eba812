// What a warp instruction moves through the machine, byte by byte: the operands that it must find, the results that it
// writes, and the bytes of scratchpad rows and lines of memory. Kept with the instruction while it is under way
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
};

// Of one line of memory.
struct LineValues {
  std::uint64_t address = 0;
  std::array<std::uint8_t, kLineBytes> bytes{};
  std::array<std::uint8_t, kLineBytes> enabled{};  // 0xff: this byte is read or written; TLM's byte enables
  std::array<Writer, kLineBytes> writers{};
  // Of what is read: who of this SM had written it last when the instruction was taken into the queue.
  std::array<Writer, kLineBytes> before{};
};

// Of one word of the scratchpad: bytes 0 to 3 as in LineValues.
struct ScratchpadWord {
  unsigned port = 0;          // of the crossbar
  std::uint32_t address = 0;  // within the port
  std::uint64_t offset = 0;   // in the block's scratchpad
  std::array<std::uint8_t, 4> bytes{}, enabled{};
  std::array<Writer, 4> writers{}, before{};
};

struct InstructionValues {
  bool known = false;        // the stream knows values (a trace does not): else writers alone are compared
  Writer writer = kNoWriter;  // of all that it writes
  std::uint64_t block = 0;   // number in the grid
  unsigned slot = 0;         // of that block
  // [i]: of StaticInstruction::sources[i], results[i].
  std::vector<RegisterValues> sources, results;
  // Of loads and atomics what they must find, of stores and atomics what they leave there.
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
