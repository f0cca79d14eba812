#include "traces.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "base/input_error.h"
#include "base/types.h"
#include "trace/block_reader.h"
#include "trace/header.h"
#include "trace/instructions.h"
#include "trace/kernels_list.h"

namespace unibank::bench {
namespace {

constexpr unsigned kThreads = 256, kWarps = kThreads / kWarpSize, kTurns = 500;
constexpr unsigned kBefore = 4, kBehind = 1;  // instructions of a warp before and after its loop
constexpr unsigned kWord = 4;
constexpr std::uint64_t kFirst = 0x7f0000000000, kSecond = 0x7f1000000000, kThird = 0x7f2000000000;
constexpr std::uint64_t kGathered = std::uint64_t{64} << 20;  // bytes of the array that gather reads at random

// The lines of one warp: in each turn the PCs count up from the loop's beginning.
class WarpLines {
 public:
  explicit WarpLines(std::string& text) : text_(text) {}

  void begin_turn() { pc_ = kBefore * 16; }
  // "1 R4 FFMA 3 R4 R5 R6": a line in the trace format, up to the bytes of an access.
  void add(const char* middle) { head(middle), text_ += " 0 0\n"; }
  void add_run(const char* middle, std::uint64_t first, unsigned stride) {
    head(middle);
    append(" 4 1 0x%016llx", first);
    append(" %llu 0\n", stride);
  }
  void add_lanes(const char* middle, const std::uint64_t (&address)[kWarpSize]) {
    head(middle);
    append(" 4 2 0x%016llx", address[0]);
    for (unsigned lane = 1; lane < kWarpSize; ++lane) {
      append(" %lld", address[lane] - address[lane - 1]);
    }
    text_ += " 0\n";
  }

 private:
  void head(const char* middle) {
    append("%04llx ffffffff ", pc_);
    text_ += middle;
    pc_ += 16;
  }
  void append(const char* format, unsigned long long value) {
    char written[32];
    text_.append(written, static_cast<std::size_t>(std::snprintf(written, sizeof written, format, value)));
  }

  std::string& text_;
  std::uint64_t pc_ = 0;
};

// The addresses of a warp in a turn: neighbouring warps and turns access neighbouring bytes.
std::uint64_t place(std::uint64_t warp, unsigned turn) { return (warp * kTurns + turn) * kWarpSize * kWord; }

void end_turn(WarpLines& lines) {
  lines.add("1 R0 IADD3 1 R0");
  lines.add("0 ISETP.NE.AND 2 R0 R1");
  lines.add("0 BRA 0");
}

void loop_turn(WarpLines& lines) {
  for (unsigned i = 0; i < 2; ++i) {
    lines.add("1 R4 FFMA 3 R4 R8 R9");
    lines.add("1 R5 FFMA 3 R5 R8 R9");
    lines.add("1 R6 FFMA 3 R6 R8 R9");
    lines.add("1 R7 FFMA 3 R7 R8 R9");
  }
}

void scratchpad_turn(WarpLines& lines, unsigned warp) {
  const std::uint64_t own = warp * kWarpSize * kWord;
  lines.add_run("1 R4 LDS 1 R2", own, kWord);
  lines.add_run("1 R5 LDS 1 R3", own ^ (kWarpSize * kWord), kWord);
  lines.add("1 R6 FADD 2 R4 R5");
  lines.add("1 R7 FFMA 3 R6 R8 R7");
  lines.add_run("0 STS 2 R2 R7", own, kWord);
}

void stream_turn(WarpLines& lines, std::uint64_t bytes) {
  lines.add_run("1 R4 LDG.E.SYS 1 R10", kFirst + bytes, kWord);
  lines.add_run("1 R5 LDG.E.SYS 1 R12", kSecond + bytes, kWord);
  lines.add("1 R6 FFMA 3 R4 R8 R5");
  lines.add_run("0 STG.E.SYS 2 R14 R6", kThird + bytes, kWord);
  lines.add("1 R10 IADD3 1 R10");
}

void gather_turn(WarpLines& lines, std::uint64_t bytes, std::uint64_t& random) {
  lines.add_run("1 R4 LDG.E.SYS 1 R10", kFirst + bytes, kWord);
  lines.add("1 R12 IMAD.WIDE 2 R4 R9");
  std::uint64_t address[kWarpSize];
  for (std::uint64_t& one : address) {
    random = random * 6364136223846793005u + 1442695040888963407u;  // Knuth, MMIX
    one = kSecond + (random >> 33) % (kGathered / kWord) * kWord;
  }
  lines.add_lanes("1 R5 LDG.E.SYS 1 R12", address);
  lines.add("1 R6 FADD 2 R5 R6");
}

const std::vector<TraceShape> kShapes = {
    {"loop", "8 multiply-adds of 4 chains", 11, 0},
    {"scratchpad", "2 loads and a store in scratchpad, no conflicts, an addition, a multiply-add", 8, kThreads * kWord},
    {"stream", "2 loads and a store of a line each, a multiply-add, an addition", 8, 0},
    {"gather", "a load of a line, and one of 32 random words of 64 MB, a multiply-add, an addition", 7, 0}};

std::string block_text(const TraceShape& shape, std::uint64_t block, std::uint64_t& random) {
  const std::string name = shape.name;
  std::string text = "#BEGIN_TB\n\nthread block = " + std::to_string(block) + ",0,0\n";
  for (unsigned warp = 0; warp < kWarps; ++warp) {
    text += "\nwarp = " + std::to_string(warp) + "\ninsts = " +
            std::to_string(kBefore + kTurns * shape.instructions + kBehind) + "\n";
    WarpLines lines(text);
    lines.add("1 R1 IMAD.MOV.U32 0");
    lines.add("1 R0 S2R 0");
    lines.add("1 R2 SHF.L.U32 1 R0");
    lines.add("1 R3 LOP3.LUT 1 R2");
    for (unsigned turn = 0; turn < kTurns; ++turn) {
      lines.begin_turn();
      const std::uint64_t bytes = place(block * kWarps + warp, turn);
      if (name == "loop") loop_turn(lines);
      else if (name == "scratchpad") scratchpad_turn(lines, warp);
      else if (name == "stream") stream_turn(lines, bytes);
      else gather_turn(lines, bytes, random);
      end_turn(lines);
    }
    lines.add("0 EXIT 0");
  }
  return text + "\n#END_TB\n\n";
}

std::string header_text(const TraceShape& shape, std::uint64_t blocks) {
  return "-kernel name = " + std::string(shape.name) + "\n-kernel id = 1\n-grid dim = (" + std::to_string(blocks) +
         ",1,1)\n-block dim = (" + std::to_string(kThreads) + ",1,1)\n-shmem = " +
         std::to_string(shape.scratchpad_bytes) +
         "\n-nregs = 16\n-binary version = 70\n-cuda stream id = 0\n-shmem base_addr = 0x00007f4000000000\n"
         "-local mem base_addr = 0x00007f3e00000000\n-nvbit version = 1.5.5\n-accelsim tracer version = 5\n"
         "-enable lineinfo = 0\n\n#traces format = PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width "
         "[adrrescompress?] [mem_addresses] immediate\n\n";
}

}  // namespace

const std::vector<TraceShape>& trace_shapes() { return kShapes; }

const TraceShape& find_trace_shape(const std::string& name) {
  std::string known;
  for (const TraceShape& shape : kShapes) {
    if (shape.name == name) return shape;
    known += (known.empty() ? "" : ", ") + std::string(shape.name);
  }
  throw InputError("found the shape '" + name + "'; expected one of " + known);
}

std::uint64_t write_trace(const TraceShape& shape, std::uint64_t instructions, const std::string& folder) {
  const std::uint64_t of_a_block = std::uint64_t{kWarps} * (kBefore + kTurns * shape.instructions + kBehind);
  const std::uint64_t blocks = std::max<std::uint64_t>(1, (instructions + of_a_block - 1) / of_a_block);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  std::ofstream trace(folder + "/kernel-1.traceg", std::ios::binary | std::ios::trunc);
  trace << header_text(shape, blocks);
  std::uint64_t random = 1;
  for (std::uint64_t block = 0; block < blocks; ++block) trace << block_text(shape, block, random);
  trace.close();
  std::ofstream list(folder + "/kernelslist.g", std::ios::binary | std::ios::trunc);
  list << "kernel-1.traceg\n";
  list.close();
  if (!trace || !list) throw RunError("cannot write a trace to '" + folder + "'");
  return blocks * of_a_block;
}

std::uint64_t count_instructions(const std::string& kernels_list) {
  const auto lines = trace::open_lines(trace::load_kernels_list(kernels_list).kernels.at(0).file);
  const trace::KernelHeader header = trace::read_header(*lines);
  trace::Instructions instructions(header);
  trace::BlockReader reader(*lines, header, instructions);
  std::uint64_t count = 0;
  while (const auto block = reader.next()) {
    for (const trace::TracedWarp& warp : block->warps)
      warp.each_piece(*block->spool, [&count](const trace::PackedWarp& piece) {
        for (const trace::PackedInstruction& one : piece.instructions) count += one.decoded != nullptr;
      });
  }
  return count;
}

}  // namespace unibank::bench
