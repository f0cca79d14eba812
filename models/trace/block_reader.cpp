#include "trace/block_reader.h"

#include <algorithm>

#include "base/hexadecimal.h"
#include "trace/record_header.h"
#include "trace/text.h"

namespace unibank::trace {
namespace {

constexpr std::uint64_t kWindow = std::uint64_t{1} << 24;  // window of generic addresses; range of local addresses
constexpr unsigned kFirstWithoutPlace = 3;  // tracer version whose lines do not repeat block and warp
constexpr unsigned kMostAtBarrier = 1024;     // of a block
constexpr unsigned kAmpere = 80, kSystemScratchpad = 1024;
constexpr unsigned kDynamicAlign = 16;  // bytes; a dynamic array after the declared ones: a gap that PTX does not count

// The value of "key = value".
std::string_view value_of(std::string_view line) {
  const std::size_t equals = line.find('=');
  if (equals == line.npos) throw FormatError("found " + shown(line) + "; expected '= value' in it");
  return trimmed(line.substr(equals + 1));
}

Space space_of(const KernelHeader& header, std::uint64_t address) {
  const auto in = [address](std::uint64_t base) { return base != 0 && address - base < kWindow; };
  if (in(header.shared_base)) return Space::kScratchpad;
  return in(header.local_base) ? Space::kLocal : Space::kGlobal;
}

// The offset of `address` in the window at `base` if it is inside, else the address itself.
std::uint64_t offset_in(std::uint64_t base, std::uint64_t address) {
  return base != 0 && address - base < kWindow ? address - base : address;
}

// A GPU faults at an access that is not at a multiple of its size, a power of two, so a trace has none.
void check_aligned(std::uint64_t address, unsigned bytes) {
  if (bytes == 0 || (address & (bytes - 1)) == 0) return;
  throw FormatError("found an access of " + std::to_string(bytes) + " bytes at " + hexadecimal(address) +
                    "; expected a multiple of " + std::to_string(bytes) + " as its address");
}

}  // namespace

std::size_t TracedBlock::bytes() const {
  std::size_t sum = sizeof *this;
  for (const TracedWarp& warp : warps) sum += warp.bytes();
  return sum;
}

std::uint64_t scratchpad_bytes(const KernelHeader& header) {
  const bool with_system = header.binary_version >= kAmpere && header.scratchpad_bytes != 0;
  return header.scratchpad_bytes + (with_system ? kSystemScratchpad : 0);
}

BlockReader::BlockReader(LineSource& lines, const KernelHeader& header, Instructions& instructions,
                         std::size_t most_kept)
    : lines_(lines),
      header_(header),
      instructions_(instructions),
      blocks_(header.grid.count()),
      most_kept_(most_kept),
      spool_(std::make_shared<Spool>()) {}

// Whether there is another block; if so, its first line has been read.
bool BlockReader::begins_another() {
  std::string_view line;
  const bool more = lines_.next(line);
  if (next_block_ == blocks_) {
    if (!more) return false;
    lines_.fail("found " + shown(line) + " after the last of " + std::to_string(blocks_) +
                " thread blocks; expected the end of the file");
  }
  if (!more) {
    lines_.fail("found the end of the file after " + std::to_string(next_block_) + " thread blocks; expected " +
                std::to_string(blocks_) + ", from -grid dim");
  }
  if (line != "#BEGIN_TB") lines_.fail("found " + shown(line) + "; expected #BEGIN_TB");
  return true;
}

std::unique_ptr<TracedBlock> BlockReader::next() {
  if (!begins_another()) return nullptr;
  auto block = std::make_unique<TracedBlock>(spool_);
  block->number = next_block_;
  block->warps.resize(header_.warps());
  seen_.assign(header_.warps(), false);
  block_ = block.get();
  warp_ = nullptr;
  kept_ = 0;
  named_ = false;
  const unsigned first_line = lines_.number();
  std::string_view line;
  while (lines_.next(line)) {
    try {
      if (line == "#END_TB") {
        end_block();
        return block;
      }
      take(line, *block);
    } catch (const FormatError& error) {
      lines_.fail(error.what());
    }
  }
  lines_.fail("found the end of the file inside the thread block that begins in line " + std::to_string(first_line) +
              "; expected #END_TB");
}

void BlockReader::take(std::string_view line, TracedBlock& block) {
  if (line.front() >= '0' && line.front() <= '9') return instruction(line);
  if (begins(line, "thread block")) return begin_block(line, block);
  if (begins(line, "warp")) return begin_warp(line, block);
  if (begins(line, "insts")) return begin_instructions(line);
  if (TexelLines::is_one(line) && !header_.own.empty() && warp_ != nullptr && !counted_) return texels_.take(line);
  if (begins(line, "cluster ") && header_.version >= 6) return in_cluster(line);
  instruction(line);
}

// Checks the position of the block in its cluster, which must be the first: clusters are refused.
void BlockReader::in_cluster(std::string_view line) {
  if (!begins(line, "cluster rank") || trimmed(value_of(line)) == "0") return;
  throw FormatError("found " + shown(line) + "; expected a kernel without clusters of thread blocks");
}

void BlockReader::end_block() {
  end_warp();
  if (!named_) throw FormatError("found #END_TB; expected 'thread block = x,y,z' before it");
  ++next_block_;
}

void BlockReader::begin_block(std::string_view line, TracedBlock& block) {
  std::string_view value = value_of(line);
  unsigned place[3] = {};
  for (unsigned& part : place) {
    const std::size_t end = &part == place + 2 ? value.size() : value.find(',');
    if (end == value.npos || !to_number(trimmed(value.substr(0, end)), part)) {
      throw FormatError("found " + shown(line) + "; expected 'thread block = x,y,z'");
    }
    value.remove_prefix(std::min(end + 1, value.size()));
  }
  const Dim3& grid = header_.grid;
  named_ = true;
  const std::uint64_t number = (std::uint64_t{place[2]} * grid.y + place[1]) * grid.x + place[0];
  if (place[0] < grid.x && place[1] < grid.y && number == block.number) return;
  const std::uint64_t row = block.number / grid.x;
  throw FormatError("found " + shown(line) + "; expected block " + std::to_string(block.number % grid.x) + "," +
                    std::to_string(row % grid.y) + "," + std::to_string(row / grid.y) + ": blocks must be in order");
}

void BlockReader::begin_warp(std::string_view line, TracedBlock& block) {
  end_warp();
  unsigned number = 0;
  if (!to_number(value_of(line), number) || number >= block.warps.size()) {
    throw FormatError("found " + shown(line) + "; expected a warp below " + std::to_string(block.warps.size()) +
                      ", from -block dim");
  }
  if (seen_[number]) {
    throw FormatError("found warp " + std::to_string(number) + " of the block again; expected it once");
  }
  seen_[number] = true;
  warp_ = &block.warps[number];
  warp_number_ = number;
  counted_ = false;
  expected_ = found_ = 0;
  const unsigned threads = std::min(kWarpSize, header_.threads() - number * kWarpSize);
  state_ = {~LaneMask{0} >> (kWarpSize - threads), 0};
  previous_ = 0;
  texels_.clear();
}

void BlockReader::begin_instructions(std::string_view line) {
  if (warp_ == nullptr) throw FormatError("found " + shown(line) + "; expected 'warp = number' before it");
  if (counted_) throw FormatError("found " + shown(line) + "; expected one count of instructions per warp");
  if (!to_number(value_of(line), expected_)) {
    throw FormatError("found " + shown(line) + "; expected 'insts = number'");
  }
  counted_ = true;
}

void BlockReader::end_warp() {
  if (warp_ == nullptr) return;
  if (found_ != expected_) {
    throw FormatError("found the end of warp " + std::to_string(warp_number_) + " after " + std::to_string(found_) +
                      " instructions; expected " + std::to_string(expected_) + ", from insts");
  }
  texels_.end();
  end_piece();
  find_last_uses(*warp_);
}

// Returns the piece for the warp's next instruction.
PackedWarp& BlockReader::piece() {
  if (warp_->needs_piece()) {
    end_piece();
    warp_->begin_piece();
  }
  return warp_->last();
}

void BlockReader::end_piece() {
  const std::size_t bytes = warp_->last_bytes();
  if (kept_ + bytes <= most_kept_) {
    kept_ += bytes;
    return;
  }
  warp_->store_last(*spool_);
  block_->end = spool_->end();
}

void BlockReader::noted(const Instructions::Known& known, Shown shown) {
  warp_->noted({known.id, shown});
  previous_ = known.id + std::size_t{1};
}

void BlockReader::instruction(std::string_view line) {
  if (warp_ == nullptr || !counted_) {
    throw FormatError("found " + shown(line) + "; expected 'warp = number' and 'insts = number' before instructions");
  }
  if (++found_ > expected_) {
    throw FormatError("found instruction " + std::to_string(found_) + " of warp " + std::to_string(warp_number_) +
                      "; expected " + std::to_string(expected_) + ", from insts");
  }
  std::string_view rest;
  Turn& turn = turn_of(line, rest);
  const Instructions::Known& known = *turn.known;
  if (turn.settled && rest == turn.rest) return add(known, turn.active);
  LineTail tail = read_tail(rest, header_.version, known.opcode, known.has_addresses, turn.active);
  if (known.address_lanes < kWarpSize) repeat_addresses(known.address_lanes, turn.active, tail);
  if (known.decoded.unit == Unit::kBarrier) return add_barrier(known, turn.active, tail);
  if (known.decoded.unit == Unit::kMemory) return add_access(known, turn.active, tail);
  turn.rest = rest;
  turn.settled = true;
  add(known, turn.active);
}

// Before version 3 a line begins with its block (x y z) and warp.
LineHead BlockReader::placed_head(std::string_view line) const {
  Words words(line);
  std::uint64_t place[4] = {};
  for (std::uint64_t& part : place) part = words.number<std::uint64_t>("the block (x y z) and the warp of a line");
  const Dim3& grid = header_.grid;
  if (place[0] >= grid.x || place[1] >= grid.y || place[2] >= grid.z ||
      (place[2] * grid.y + place[1]) * grid.x + place[0] != next_block_ ||
      place[3] != warp_number_) {
    throw FormatError("found " + shown(line) + "; expected a line of this block and of warp " +
                      std::to_string(warp_number_));
  }
  words.at_end();
  return read_head(words.left(), header_.line_info);
}

// `rest`: the rest of the line after Turn::text.
BlockReader::Turn& BlockReader::turn_of(std::string_view line, std::string_view& rest) {
  if (previous_ >= turns_.size()) turns_.resize(previous_ + 1);
  Turn& turn = turns_[previous_];
  const std::size_t length = turn.text.size();
  if (turn.known && begins(line, turn.text) && (line.size() == length || is_blank(line[length]))) {
    rest = line.substr(length);
    return turn;
  }
  const LineHead head = header_.version >= kFirstWithoutPlace ? read_head(line, header_.line_info) : placed_head(line);
  turn.known = &instructions_.find(head.pc, head.rest, rest);
  turn.active = head.active;
  turn.text = line.substr(0, line.size() - rest.size());
  turn.settled = false;
  return turn;
}

// Replaces the addresses of the lanes after the first `lanes`, which have no effect, by those of the first lanes, so
// that they add no access.
void BlockReader::repeat_addresses(unsigned lanes, LaneMask active, LineTail& tail) {
  for (LaneMask left = active; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    if (active >> lane % lanes & 1) tail.address[lane] = tail.address[lane % lanes];
  }
}

// Adds an instruction that is neither an access nor a barrier.
void BlockReader::add(const Instructions::Known& known, LaneMask active) {
  const bool fetch = known.decoded.unit == Unit::kTexture && active != 0 && texels_.any();
  if (fetch) piece().add_fetch(&known.decoded, active, texels_.next());
  else piece().add(&known.decoded, active);
  noted(known, Shown::kAsIs);
  if (known.decoded.unit == Unit::kExit) end_lanes(active);
}

// Lanes that wait at a barrier do not wait for lanes that have ended: the warp arrives when no other lane is left.
void BlockReader::end_lanes(LaneMask lanes) {
  state_.live &= ~lanes;
  const LaneMask waiting = state_.arriving & state_.live;
  if (waiting == 0 || waiting != state_.live) return;
  state_.arriving = 0;
  piece().add_barrier(&state_.barrier->decoded, waiting, state_.turn);
  warp_->noted({state_.barrier->id, Shown::kAsIs});
}

// Without registers, version 6 has the number and the count of threads as immediates. Otherwise, and in version 5,
// there is one immediate, whose value says which of the two it is. Version 6 may have the registers' values; a register
// with both has the number in its low bits and the count above.
BarrierTurn BlockReader::barrier_of(const Instructions::Known& known, const LineTail& tail) {
  constexpr std::uint64_t kBarriers = 16, kCountShift = 16;
  const std::uint64_t first = tail.immediate[0];
  std::uint64_t number = 0, threads = 0;
  if (known.recorded) {
    number = first;
    threads = first / kBarriers;
  } else if (tail.immediates == 2 && known.number_at < 0) {
    number = first;
    threads = tail.immediate[1];
  } else {
    (first < kBarriers ? number : threads) = first;
  }
  const auto has = [&tail](int place) { return place >= 0 && static_cast<unsigned>(place) < tail.values; };
  if (has(known.number_at)) number = tail.value[known.number_at];
  if (has(known.threads_at)) threads = tail.value[known.threads_at];
  if (has(known.threads_at) && threads >> kCountShift != 0) threads >>= kCountShift;
  if (threads > kMostAtBarrier)
    throw FormatError("found a barrier for " + std::to_string(threads) + " threads; expected at most " +
                      std::to_string(kMostAtBarrier));
  BarrierTurn turn;
  turn.waits = known.opcode.find(".ARV") == known.opcode.npos;
  turn.id = static_cast<std::uint8_t>(number % kBarriers);
  turn.threads = static_cast<std::uint32_t>(known.recorded ? threads : threads / kWarpSize * kWarpSize);
  return turn;
}

// A warp arrives at a barrier when all of its lanes have.
void BlockReader::add_barrier(const Instructions::Known& known, LaneMask active, const LineTail& tail) {
  const BarrierTurn turn = barrier_of(known, tail);
  state_.arriving |= active;
  const bool partial = !known.recorded && active != 0 && (state_.live & ~state_.arriving) != 0;
  if (!partial && active != 0) state_.arriving = 0;
  if (partial) {
    state_.barrier = &known;
    state_.turn = turn;
  }
  piece().add_barrier(partial ? instructions_.variant(known, Shown::kPartOfBarrier, 0) : &known.decoded, active, turn);
  noted(known, partial ? Shown::kPartOfBarrier : Shown::kAsIs);
}

// Lanes of a generic access that point to several windows: the instruction issues once for each of these.
void BlockReader::add_access(const Instructions::Known& known, LaneMask active, LineTail& tail) {
  if (!known.generic || known.recorded) return add_part(known, Shown::kAsIs, known.decoded.space, active, tail);
  LaneMask in[3] = {};  // global, scratchpad, local
  for (LaneMask left = active; left != 0; left &= left - 1) {
    const Space space = space_of(header_, tail.address[static_cast<unsigned>(__builtin_ctz(left))]);
    in[space == Space::kScratchpad ? 1 : space == Space::kLocal ? 2 : 0] |= left & (~left + 1);
  }
  if (in[0] != 0 || active == 0) add_part(known, Shown::kAsIs, Space::kGlobal, in[0], tail);
  if (in[1] != 0) add_part(known, Shown::kScratchpad, Space::kScratchpad, in[1], tail);
  if (in[2] != 0) add_part(known, Shown::kLocal, Space::kLocal, in[2], tail);
}

void BlockReader::add_part(const Instructions::Known& known, Shown shown, Space space, LaneMask active,
                           LineTail& tail) {
  const std::uint64_t scratchpad = scratchpad_bytes(header_) + (known.recorded ? kDynamicAlign - 1 : 0);
  const unsigned bytes = known.decoded.bytes_per_lane;
  for (LaneMask left = active; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    std::uint64_t& address = tail.address[lane];
    if (space == Space::kScratchpad) {
      address = offset_in(header_.shared_base, address);
      if (address >= scratchpad || bytes > scratchpad - address) {
        throw FormatError("found an access of " + std::to_string(bytes) + " bytes at byte " + std::to_string(address) +
                          " of the scratchpad; expected one inside its " + std::to_string(scratchpad) + " bytes");
      }
    } else if (space == Space::kLocal && !known.recorded) {
      address = offset_in(header_.local_base, address) % kWindow;
    }
    if (known.decoded.addressing >> lane & 1) check_aligned(address, bytes);
  }
  const auto* const decoded = shown == Shown::kAsIs ? &known.decoded : instructions_.variant(known, shown, 0);
  piece().add_access(decoded, active, tail.address);
  noted(known, shown);
}

// Goes from the end to the beginning, lane by lane: a register is dead after a read if no lane reads it again before
// writing it.
void BlockReader::find_last_uses(TracedWarp& warp) {
  std::array<LaneMask, kMaxRegisters> reading{};
  warp.finish(*spool_, [&](PackedWarp& piece, const std::vector<TracedWarp::Note>& notes) {
    for (std::size_t i = piece.instructions.size(); i-- > 0;) {
      PackedInstruction& turn = piece.instructions[i];
      const Instructions::Known& known = instructions_.known(notes[i].id);
      if (turn.active == 0 || known.recorded) continue;
      for (const std::uint16_t number : known.decoded.results) reading[number] &= ~turn.active;
      std::uint32_t last = 0;
      for (std::size_t source = 0; source < known.decoded.sources.size(); ++source) {
        LaneMask& lanes = reading[known.decoded.sources[source]];
        last |= std::uint32_t{lanes == 0} << source;
        lanes |= turn.active;
      }
      if (last != 0) turn.decoded = instructions_.variant(known, notes[i].shown, last);
    }
  });
}

}  // namespace unibank::trace
