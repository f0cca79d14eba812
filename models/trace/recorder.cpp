#include "trace/recorder.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <map>

#include "base/input_error.h"
#include "trace/instruction_line.h"
#include "trace/record_header.h"
#include "trace/texel_lines.h"

namespace unibank::trace {
namespace {

const std::string kList = "kernelslist.g", kKernel = "kernel-", kEnding = ".traceg";

// Maps an instruction to an opcode of NVIDIA's machine code with the same unit and memory operation.
std::string opcode_of(const StaticInstruction& what, bool waits) {
  switch (what.unit) {
    case Unit::kAlu: return "IADD3";
    case Unit::kSfu: return "MUFU.RCP";
    case Unit::kTexture: return "TEX";
    case Unit::kTensor: return "HMMA.16816.F32";
    case Unit::kBarrier: return waits ? "BAR.SYNC" : "BAR.ARV";
    case Unit::kExit: return "EXIT";
    case Unit::kMemory: break;
  }
  const bool load = what.memory == MemoryOp::kLoad, store = what.memory == MemoryOp::kStore;
  const bool returns = what.memory == MemoryOp::kAtomic;
  std::string name;
  switch (what.space) {
    case Space::kLocal: name = load ? "LDL" : "STL"; break;
    case Space::kScratchpad:
      if (what.matrices) return load ? "LDSM.16.M88.4" : "STSM.16.M88.4";
      name = load ? "LDS" : store ? "STS" : "ATOMS.ADD"; break;
    case Space::kConstant:
    case Space::kParameter: name = "LDC"; break;
    default: name = load ? "LDG.E" : store ? "STG.E" : returns ? "ATOMG.E.ADD" : "RED.E.ADD";
  }
  const unsigned bits = what.bytes_per_lane * 8u;
  return bits == 32 ? name : name + (bits < 32 ? ".U" : ".") + std::to_string(bits);
}

// A reader of version 5 accepts one result and four sources; the header lines contain the other registers.
std::string middle_of(const StaticInstruction& what, bool waits) {
  constexpr std::size_t kSources = 4;
  std::string text = what.results.empty() ? "0 " : "1 R" + std::to_string(what.results.front()) + " ";
  text += opcode_of(what, waits);
  const std::size_t sources = std::min(kSources, what.sources.size());
  text += " " + std::to_string(sources);
  for (std::size_t i = 0; i < sources; ++i) text += " R" + std::to_string(what.sources[i]);
  return text + " " + std::to_string(what.unit == Unit::kMemory ? what.bytes_per_lane : 0);
}

void append(const char* format, unsigned long long value, std::string& line) {
  char text[64];
  const int length = std::snprintf(text, sizeof text, format, value);
  line.append(text, static_cast<std::size_t>(length));
}

void append_number(std::int64_t value, std::string& line) {
  char text[24];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  line += ' ';
  line.append(text, end);
}

// Appends the addresses in the tracer's format: a stride if it is constant between adjacent lanes, otherwise
// differences.
void append_addresses(LaneMask active, const std::array<std::uint64_t, kWarpSize>& address, std::string& line) {
  if (active == 0) {
    line += " 1 0x0000000000000000 0";
    return;
  }
  const auto first = static_cast<unsigned>(__builtin_ctz(active));
  std::int64_t difference[kWarpSize];
  unsigned count = 0;
  std::uint64_t last = address[first];
  bool stride = one_run(active);
  for (LaneMask left = active & (active - 1); left != 0; left &= left - 1) {
    const std::uint64_t next = address[static_cast<unsigned>(__builtin_ctz(left))];
    difference[count] = static_cast<std::int64_t>(next - last);
    stride = stride && difference[count] == difference[0];
    last = next;
    ++count;
  }
  stride = stride && count != 0;
  line += stride ? " 1" : " 2";
  append(" 0x%016llx", address[first], line);
  for (unsigned i = 0; i < (stride ? 1 : count); ++i) append_number(difference[i], line);
}

// Replaces device addresses by offsets in the thread's frame.
void to_offsets(const ExecutedLaunch& launch, unsigned warp, LaneMask active,
                std::array<std::uint64_t, kWarpSize>& address) {
  constexpr std::uint64_t kWord = 4;
  const std::uint64_t base = launch.local_base + warp * launch.local_bytes * kWarpSize;
  for (LaneMask left = active; left != 0; left &= left - 1) {
    std::uint64_t& one = address[static_cast<unsigned>(__builtin_ctz(left))];
    const std::uint64_t from_base = one - base;
    one = from_base / (kWord * kWarpSize) * kWord + from_base % kWord;
  }
}

bool is_kernel_file(const std::string& name) {
  const std::size_t begin = kKernel.size(), end = name.size() - std::min(name.size(), kEnding.size());
  return end > begin && name.compare(0, begin, kKernel) == 0 && name.compare(end, kEnding.size(), kEnding) == 0 &&
         name.find_first_not_of("0123456789", begin) == end;
}

std::string shape(const Dim3& of) {
  return "(" + std::to_string(of.x) + "," + std::to_string(of.y) + "," + std::to_string(of.z) + ")";
}

}  // namespace

void remove_record(const std::string& folder) {
  namespace fs = std::filesystem;
  fs::remove(fs::path(folder) / kList);  // first: without its list, no trace is taken for a complete one
  std::vector<fs::path> traces;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none))
    if (is_kernel_file(entry.path().filename().string())) traces.push_back(entry.path());
  for (const fs::path& trace : traces) fs::remove(trace);
}

Recorder::Recorder(std::string folder, std::string compiled_for)
    : folder_(std::move(folder)), compiled_for_(std::move(compiled_for)) {}

void Recorder::launch_begins(const ExecutedLaunch& launch) {
  if (launches_ == 0) remove_record(folder_);
  launch_ = launch;
  files_.push_back(kKernel + std::to_string(++launches_) + kEnding);
  open(files_.back());
  described_.clear();
  std::map<std::uint32_t, std::uint32_t> of_pc;  // a generic access has one instruction per window
  for (const StaticInstruction* what : launch.instructions) {
    const std::uint32_t pc = what->pc * 16 + of_pc[what->pc]++;
    described_[what] = {pc, middle_of(*what, true)};
  }
  warps_.assign((launch.block.count() + kWarpSize - 1) / kWarpSize, {});
  write_header(launch);
}

void Recorder::write_header(const ExecutedLaunch& launch) {
  std::string text = "-kernel name = " + launch.kernel + "\n-kernel id = " + std::to_string(launches_) +
                     "\n-grid dim = " + shape(launch.grid) + "\n-block dim = " + shape(launch.block) +
                     "\n-shmem = " + std::to_string(launch.scratchpad_bytes) +
                     "\n-nregs = " + std::to_string(launch.registers_per_thread) +
                     "\n-binary version = 70\n-cuda stream id = 0\n-shmem base_addr = 0x0000000000000000\n";
  append("-local mem base_addr = 0x%016llx\n", launch.local_base, text);
  text += "-nvbit version = none\n-accelsim tracer version = 5\n-enable lineinfo = 0\n-unibank record = 2\n"
          "-unibank local bytes = " + std::to_string(launch.local_bytes) + "\n-unibank compiled for = " +
          compiled_for_ + "\n";
  if (launch.base_registers != 0)
    text += "-unibank base registers = " + std::to_string(launch.base_registers) + "\n";
  if (launch.memory_changed) text += "-unibank memory changed = 1\n";
  for (const StaticInstruction* what : launch.instructions)
    text += instruction_line(described_.at(what).pc, *what) + "\n";
  text += "\n#traces format = PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width [adrrescompress?] "
          "[mem_addresses] immediate\n\n";
  text_ += text;
}

void Recorder::executes(unsigned warp, const WarpInstruction& instruction) {
  const StaticInstruction& what = *instruction.decoded;
  const Described& described = described_.at(&what);
  std::string& line = warps_[warp].lines;
  append("%04llx ", described.pc, line);
  append("%08llx ", instruction.active, line);
  const bool arrives = what.unit == Unit::kBarrier && instruction.active != 0 && !instruction.barrier.waits;
  line += arrives ? middle_of(what, false) : described.middle;
  std::uint64_t immediate = 0;
  if (what.unit == Unit::kMemory) {
    std::array<std::uint64_t, kWarpSize> address = instruction.address;
    if (what.space == Space::kLocal) to_offsets(launch_, warp, instruction.active, address);
    append_addresses(instruction.active, address, line);
  } else if (what.unit == Unit::kBarrier && instruction.active != 0) {
    immediate = std::uint64_t{instruction.barrier.threads} * 16 + instruction.barrier.id;
  }
  append_number(static_cast<std::int64_t>(immediate), line);
  line += '\n';
  ++warps_[warp].count;
  ++instructions_;
}

void Recorder::texels_read(unsigned warp, const std::vector<std::uint64_t>& texels) {
  append_texel_line(texels, warps_[warp].texels);
}

void Recorder::block_ends(std::uint64_t block) {
  const Dim3& grid = launch_.grid;
  const std::uint64_t row = block / grid.x;
  text_ += "#BEGIN_TB\n\nthread block = " + std::to_string(block % grid.x) + ',' + std::to_string(row % grid.y) + ',' +
           std::to_string(row / grid.y) + "\n";
  for (std::size_t warp = 0; warp < warps_.size(); ++warp) {
    text_ += "\nwarp = " + std::to_string(warp) + "\n" + warps_[warp].texels + "insts = " +
             std::to_string(warps_[warp].count) + '\n';
    text_ += warps_[warp].lines;
    warps_[warp] = {};
  }
  text_ += "\n#END_TB\n\n";
  constexpr std::size_t kPiece = 1 << 18;
  if (text_.size() >= kPiece) flush();
}

void Recorder::flush() {
  out_->write(text_);
  text_.clear();
}

void Recorder::close() {
  flush();
  out_->publish();
  out_ = nullptr;
}

void Recorder::launch_ends() { close(); }

void Recorder::finish() {
  if (launches_ == 0) remove_record(folder_);
  open(kList);
  for (const std::string& file : files_) text_ += file + '\n';
  close();
}

void Recorder::open(const std::string& name) {
  try {
    out_ = std::make_unique<files::WholeFile>(folder_ + "/" + name);
  } catch (const InputError& error) {
    throw RunError(error.what());  // the folder was valid when recording began
  }
}

}  // namespace unibank::trace
