// Small traces as texts.
#pragma once

#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "base/input_error.h"
#include "trace/block_reader.h"
#include "trace/header.h"
#include "trace/line_source.h"

namespace unibank::test {

inline std::unique_ptr<trace::LineSource> lines_of(const std::string& text, const std::string& name = "t.traceg") {
  return std::make_unique<trace::LineSource>(std::make_unique<std::istringstream>(text), name);
}

// A header of 14 lines. `more`: further lines, each with its line end.
inline std::string header_text(unsigned version, const std::string& grid = "(1,1,1)",
                               const std::string& block = "(32,1,1)", const std::string& more = "",
                               unsigned binary = 70, unsigned scratchpad = 256) {
  return "-kernel name = _Z3fooPf\n-kernel id = 1\n-grid dim = " + grid + "\n-block dim = " + block +
         "\n-shmem = " + std::to_string(scratchpad) + "\n-nregs = 32\n-binary version = " + std::to_string(binary) +
         "\n-cuda stream id = 0\n-shmem base_addr = 0x00007f0002000000\n-local mem base_addr = 0x00007f0000000000\n" +
         "-nvbit version = 1.5.5\n-accelsim tracer version = " + std::to_string(version) + "\n" + more +
         "\n#traces format = PC mask\n";
}

// One block of one warp.
inline std::string block_text(const std::vector<std::string>& instructions, const std::string& place = "0,0,0") {
  std::string text = "#BEGIN_TB\n\nthread block = " + place + "\n\nwarp = 0\ninsts = " +
                     std::to_string(instructions.size()) + "\n";
  for (const std::string& line : instructions) text += line + "\n";
  return text + "\n#END_TB\n";
}

// A trace and everything needed to read it; blocks() reads to the end.
struct ReadTrace {
  explicit ReadTrace(const std::string& text, std::size_t most_kept = trace::BlockReader::kMostKept)
      : lines(lines_of(text)), header(trace::read_header(*lines)), instructions(header),
        reader(*lines, header, instructions, most_kept) {}
  std::vector<std::unique_ptr<trace::TracedBlock>> blocks() {
    std::vector<std::unique_ptr<trace::TracedBlock>> all;
    while (auto block = reader.next()) all.push_back(std::move(block));
    return all;
  }
  std::unique_ptr<trace::LineSource> lines;
  trace::KernelHeader header;
  trace::Instructions instructions;
  trace::BlockReader reader;
};

// The instructions of one warp as its SM would see them (local addresses are offsets).
inline std::vector<WarpInstruction> turns(const trace::TracedBlock& block, std::size_t warp) {
  std::vector<WarpInstruction> all;
  block.warps.at(warp).each_piece(*block.spool, [&all](const trace::PackedWarp& piece) {
    for (const trace::PackedInstruction& packed : piece.instructions) {
      all.emplace_back();
      piece.show(packed, all.back());
    }
  });
  return all;
}

// The error message of reading the text; empty when it is accepted.
inline std::string refusal(const std::string& text) {
  try {
    ReadTrace(text).blocks();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// What a warp is shown of a block with these instructions.
inline std::vector<WarpInstruction> turns_of(const std::vector<std::string>& instructions, unsigned version = 4,
                                             unsigned binary = 70) {
  // Owns the instructions' texts, which live as long as the reader.
  static std::vector<std::unique_ptr<ReadTrace>> kept;
  kept.push_back(std::make_unique<ReadTrace>(header_text(version, "(1,1,1)", "(32,1,1)", "", binary) +
                                             block_text(instructions)));
  static std::vector<std::vector<std::unique_ptr<trace::TracedBlock>>> blocks;
  blocks.push_back(kept.back()->blocks());
  return turns(*blocks.back().at(0), 0);
}

using Numbers = std::vector<std::uint16_t>;

}  // namespace unibank::test
