#include "sm/expected_values.h"

#include <algorithm>
#include <cstring>

#include "base/hexadecimal.h"
#include "base/input_error.h"

namespace unibank {

namespace {

template <typename Each>
void for_lanes(LaneMask lanes, Each each) {
  for (; lanes; lanes &= lanes - 1) each(static_cast<unsigned>(__builtin_ctz(lanes)));
}

// Whether the instruction reads lines (`lines`), or words of the scratchpad (not `lines`). A copy reads lines and
// writes words of the scratchpad.
bool reads(const StaticInstruction& what, bool lines) {
  return what.memory == MemoryOp::kCopy ? lines : what.memory != MemoryOp::kStore;
}
bool writes(const StaticInstruction& what, bool lines) {
  return what.memory == MemoryOp::kCopy ? !lines : what.memory != MemoryOp::kLoad;
}

// Returns the address of byte `byte` of a lane's access. In local memory, successive words of a lane are one warp's
// width apart.
std::uint64_t byte_address(const WarpInstruction& shown, unsigned lane, unsigned byte) {
  const bool apart = shown.decoded->space == Space::kLocal && shown.decoded->bytes_per_lane > 4;
  return shown.address[lane] + (apart ? byte / 4 * (4 * kWarpSize) + byte % 4 : byte);
}

LineValues& line_of(std::vector<LineValues>& lines, std::uint64_t address) {
  const auto at = std::find_if(lines.begin(), lines.end(), [&](const LineValues& l) { return l.address == address; });
  if (at != lines.end()) return *at;
  lines.emplace_back();
  lines.back().address = address;
  return lines.back();
}

ScratchpadWord& word_of(std::vector<ScratchpadWord>& words, const BankRow& row, std::uint64_t offset) {
  const std::uint32_t address = row.address + (row.narrow() ? 0 : 4 * static_cast<unsigned>(__builtin_ctz(row.words)));
  const auto same = [&](const ScratchpadWord& word) { return word.port == row.port && word.address == address; };
  const auto at = std::find_if(words.begin(), words.end(), same);
  if (at != words.end()) return *at;
  words.emplace_back();
  words.back().port = row.port;
  words.back().address = address;
  words.back().offset = offset;
  return words.back();
}

}  // namespace

void ExpectedValues::launch(unsigned warps, unsigned block_slots, Cycle start, MemoryWriters* memory) {
  start_ = start;
  memory_ = memory ? memory : &alone_;
  alone_.clear();
  accepted_.clear();
  registers_.assign(place(warps, 0), {});
  wide_.assign(place(warps, 0), 0);
  blocks_.assign(block_slots, {});
}

void ExpectedValues::block_started(unsigned slot, std::uint64_t block, unsigned first_warp, unsigned warps) {
  blocks_[slot].number = block;
  blocks_[slot].scratchpad.clear();
  blocks_[slot].accepted.clear();
  std::fill_n(registers_.data() + place(first_warp, 0), place(warps, 0), RegisterValues::Writers{});
  std::fill_n(wide_.data() + place(first_warp, 0), place(warps, 0), 0);
}

void ExpectedValues::issued(InFlight& instruction, const WarpInstruction& shown, const WarpValues* values,
                            const AddressMap& map, unsigned slot, unsigned turn) {
  if (!instruction.values) instruction.values = std::make_unique<InstructionValues>();
  InstructionValues& own = *instruction.values;
  own.clear();
  own.known = values != nullptr;
  own.writer = make_writer(instruction.issued, sm_, turn, instruction.warp, shown.decoded->pc);
  own.slot = slot;
  own.block = blocks_[slot].number;
  add_registers(own, instruction, values);
  if (!instruction.plan.rows.empty()) add_scratchpad(own, shown, values, map);
  if (!instruction.plan.lines.empty()) add_lines(own, instruction, shown, values);
  if (!instruction.plan.words.empty()) add_constants(own, shown, values);
}

void ExpectedValues::add_registers(InstructionValues& own, const InFlight& instruction, const WarpValues* values) {
  const StaticInstruction& what = *instruction.decoded;
  for (std::size_t i = 0; i < what.sources.size(); ++i) {
    const std::size_t at = place(instruction.warp, what.sources[i]);
    own.sources.emplace_back();
    own.sources.back().writers = registers_[at];
    if (!values) continue;
    own.sources.back().values = values->sources[i];
    own.sources.back().undefined = values->wide_sources[i] ? ~wide_[at] : wide_[at];
  }
  for (std::size_t i = 0; i < what.results.size(); ++i) {
    const std::size_t at = place(instruction.warp, what.results[i]);
    const LaneMask lanes = values ? values->result_lanes : instruction.active;
    for_lanes(lanes, [&](unsigned lane) { registers_[at][lane] = own.writer; });
    own.results.emplace_back();
    own.results.back().writers = registers_[at];
    if (!values) continue;
    own.results.back().values = values->results[i];
    wide_[at] = values->wide_results[i] ? wide_[at] | lanes : wide_[at] & ~lanes;
  }
}

Writer& ExpectedValues::scratchpad_writer(unsigned slot, std::uint64_t offset) {
  std::vector<Writer>& writers = blocks_[slot].scratchpad;
  if (offset >= writers.size()) writers.resize(offset + 1, kNoWriter);
  return writers[offset];
}

// Of an atomic's lanes on one address, the first reads the old value, and the last writes the result.
void ExpectedValues::add_scratchpad(InstructionValues& own, const WarpInstruction& shown, const WarpValues* values,
                                    const AddressMap& map) {
  const bool copy = shown.decoded->memory == MemoryOp::kCopy;
  const auto& places = copy ? *shown.copied_to : shown.address;
  const auto each_byte = [&](auto&& touch) {
    for_lanes(copy ? shown.active : shown.accessing(), [&](unsigned lane) {
      for (unsigned byte = 0; byte < shown.decoded->bytes_per_lane; ++byte) {
        const std::uint64_t offset = places[lane] + byte;
        touch(lane, byte, offset, map.scratchpad(own.slot, offset & ~std::uint64_t{3}));
      }
    });
  };
  if (reads(*shown.decoded, false)) {
    each_byte([&](unsigned lane, unsigned byte, std::uint64_t offset, const BankRow& row) {
      ScratchpadWord& word = word_of(own.words_read, row, offset & ~std::uint64_t{3});
      if (word.enabled[offset % 4]) return;
      word.enabled[offset % 4] = 0xff;
      word.writers[offset % 4] = scratchpad_writer(own.slot, offset);
      if (values) word.bytes[offset % 4] = values->read[lane][byte];
    });
  }
  if (!writes(*shown.decoded, false)) return;
  each_byte([&](unsigned lane, unsigned byte, std::uint64_t offset, const BankRow& row) {
    ScratchpadWord& word = word_of(own.words_written, row, offset & ~std::uint64_t{3});
    word.enabled[offset % 4] = 0xff;
    word.writers[offset % 4] = scratchpad_writer(own.slot, offset) = own.writer;
    if (values) word.bytes[offset % 4] = values->written[lane][byte];
  });
}

void ExpectedValues::add_lines(InstructionValues& own, const InFlight& instruction, const WarpInstruction& shown,
                               const WarpValues* values) {
  const auto each_byte = [&](std::vector<LineValues>& lines, auto&& touch) {
    for_lanes(shown.accessing(), [&](unsigned lane) {
      for (unsigned byte = 0; byte < shown.decoded->bytes_per_lane; ++byte) {
        const std::uint64_t address = byte_address(shown, lane, byte);
        touch(line_of(lines, address / kLineBytes * kLineBytes), address % kLineBytes, lane, byte);
      }
    });
  };
  if (reads(*shown.decoded, true)) {
    for (const LineAccess& line : instruction.plan.lines) {
      line_of(own.lines_read, line.address).writers = memory_->line(line.address);
    }
    each_byte(own.lines_read, [&](LineValues& line, std::uint64_t at, unsigned lane, unsigned byte) {
      if (line.enabled[at]) return;
      line.enabled[at] = 0xff;
      if (values) line.bytes[at] = values->read[lane][byte];
    });
  }
  if (!writes(*shown.decoded, true)) return;
  each_byte(own.lines_written, [&](LineValues& line, std::uint64_t at, unsigned lane, unsigned byte) {
    line.enabled[at] = 0xff;
    line.writers[at] = own.writer;
    if (values) line.bytes[at] = values->written[lane][byte];
  });
  for (const LineValues& line : own.lines_written) memory_->write(line.address, line.enabled, own.writer);
}

// Kernels do not write constants, so no writer is expected.
void ExpectedValues::add_constants(InstructionValues& own, const WarpInstruction& shown, const WarpValues* values) {
  for_lanes(shown.active, [&](unsigned lane) {
    for (unsigned byte = 0; byte < shown.decoded->bytes_per_lane; ++byte) {
      const std::uint64_t address = shown.address[lane] + byte;
      LineValues& line = line_of(own.lines_read, address / kLineBytes * kLineBytes);
      line.enabled[address % kLineBytes] = 0xff;
      if (values) line.bytes[address % kLineBytes] = values->read[lane][byte];
    }
  });
}

ExpectedValues::Stored& ExpectedValues::accepted_store(unsigned slot, std::uint64_t offset) {
  std::vector<Stored>& stored = blocks_[slot].accepted;
  if (offset >= stored.size()) stored.resize(offset + 1);
  return stored[offset];
}

void ExpectedValues::bring_up_to_date(Stored& stored, Writer& writer, std::uint8_t& value) {
  if (order_of(stored.writer) > order_of(writer)) {
    writer = stored.writer;
    value = stored.value;
  } else {
    stored = {writer, value};
  }
}

void ExpectedValues::accepted(InFlight& instruction) {
  InstructionValues& own = *instruction.values;
  for (ScratchpadWord& word : own.words_read) {
    for (unsigned byte = 0; byte < 4; ++byte) word.before[byte] = accepted_store(own.slot, word.offset + byte).writer;
  }
  if (instruction.decoded->memory != MemoryOp::kCopy) accept_words(own);
  for (LineValues& line : own.lines_read) {
    const auto& stored = accepted_[line.address];
    for (unsigned byte = 0; byte < kLineBytes; ++byte) line.before[byte] = stored[byte].writer;
  }
  for (LineValues& line : own.lines_written) {
    auto& stored = accepted_[line.address];
    for (unsigned byte = 0; byte < kLineBytes; ++byte) {
      if (line.enabled[byte]) bring_up_to_date(stored[byte], line.writers[byte], line.bytes[byte]);
    }
  }
}

void ExpectedValues::copied(InFlight& instruction) { accept_words(*instruction.values); }

void ExpectedValues::accept_words(InstructionValues& own) {
  for (ScratchpadWord& word : own.words_written) {
    for (unsigned byte = 0; byte < 4; ++byte) {
      if (!word.enabled[byte]) continue;
      bring_up_to_date(accepted_store(own.slot, word.offset + byte), word.writers[byte], word.bytes[byte]);
    }
  }
}

void ExpectedValues::fail(const InFlight& instruction, const std::string& what, const Found& found, Cycle now) const {
  const bool by_value = found.writer == found.expected_writer;
  throw RunError("data check: '" + instruction.decoded->text + "' (warp " + std::to_string(instruction.warp) +
                 ", block " + std::to_string(instruction.values->block) + ", issued in cycle " +
                 std::to_string(instruction.issued) + ") in cycle " + std::to_string(now) + " reads " + what +
                 ": found " + hexadecimal(found.value) + ", written by " + describe(found.writer) +
                 (by_value ? "; expected " + hexadecimal(found.expected) + " of the same"
                           : "; expected the value written by " + describe(found.expected_writer) +
                                 (instruction.values->known ? ", " + hexadecimal(found.expected) : "")));
}

// Lanes that no instruction has written are not checked.
void ExpectedValues::check_register(const InFlight& instruction, unsigned operand, unsigned cluster,
                                    const unsigned char* bytes, const Writer* writers, Cycle now) {
  const InstructionValues& own = *instruction.values;
  const RegisterValues& expected = own.sources[operand];
  for (unsigned lane = 4 * cluster; lane < 4 * cluster + 4; ++lane) {
    if (!(instruction.active >> lane & 1) || expected.writers[lane] == kNoWriter) continue;
    std::array<std::uint8_t, 4> value;
    std::memcpy(value.data(), &expected.values[lane], 4);
    for (unsigned byte = 0; byte < 4; ++byte) {
      const unsigned at = 4 * (lane % 4) + byte;
      const Found found{bytes[at], value[byte], writers[at], expected.writers[lane]};
      const bool any_value = !own.known || (expected.undefined >> lane & 1);
      if (found.writer == found.expected_writer && (any_value || found.value == found.expected)) continue;
      fail(instruction, "register " + std::to_string(instruction.decoded->sources[operand]) + ", lane " +
                            std::to_string(lane) + ", byte " + std::to_string(byte), found, now);
    }
  }
  counters_.registers += cluster == static_cast<unsigned>(__builtin_ctz(instruction.active)) / 4;
}

void ExpectedValues::check_scratchpad(const InFlight& instruction, unsigned port, std::uint32_t address,
                                      unsigned length, const unsigned char* bytes, const Writer* writers, Cycle now) {
  const InstructionValues& own = *instruction.values;
  for (const ScratchpadWord& word : own.words_read) {
    if (word.port != port || word.address < address || word.address >= address + length) continue;
    for (unsigned byte = 0; byte < 4; ++byte) {
      if (!word.enabled[byte] || word.writers[byte] == kNoWriter) continue;
      ++counters_.scratchpad;
      const unsigned at = word.address - address + byte;
      const Found found{bytes[at], word.bytes[byte], writers[at], word.writers[byte]};
      const bool same = found.writer == found.expected_writer;
      const bool right = same ? !own.known || found.value == found.expected
                              : order_of(found.writer) >= order_of(word.before[byte]) &&
                                    order_of(found.writer) <= order_of(scratchpad_writer(own.slot, word.offset + byte));
      counters_.early += order_of(found.writer) < order_of(found.expected_writer);
      if (right) continue;
      fail(instruction, "byte " + std::to_string(word.offset + byte) + " of its block's scratchpad", found, now);
    }
  }
}

void ExpectedValues::check_line(const InFlight& instruction, std::uint64_t address, unsigned length,
                                const unsigned char* bytes, const Writer* writers, const char* where, Cycle now) {
  const InstructionValues& own = *instruction.values;
  const std::uint64_t line = address / kLineBytes * kLineBytes;
  const auto one = std::find_if(own.lines_read.begin(), own.lines_read.end(),
                                [&](const LineValues& l) { return l.address == line; });
  if (one == own.lines_read.end()) return;
  for (unsigned i = 0; i < length; ++i) {
    const unsigned at = static_cast<unsigned>(address - line) + i;
    if (!one->enabled[at]) continue;
    ++counters_.memory;
    const Found found{bytes[i], one->bytes[at], writers[i], one->writers[at]};
    const std::uint64_t order = order_of(found.writer), expected = order_of(found.expected_writer);
    // The writer found is the expected one, or both belong to an earlier launch. Then the value must be the one that
    // the stream has read.
    const bool same = found.writer == found.expected_writer || (order > expected && cycle_of(found.writer) < start_);
    if (same && own.known && found.value != found.expected) {
      fail(instruction, "address " + hexadecimal(line + at) + ' ' + where, found, now);
    }
    if (order >= expected) continue;
    if (cycle_of(found.expected_writer) < start_ || order < order_of(one->before[at])) {
      fail(instruction, "address " + hexadecimal(line + at) + ' ' + where, found, now);
    }
    ++counters_.early;
  }
}

}  // namespace unibank
