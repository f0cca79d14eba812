#include "sm/line_check.h"

#include <string>

#include "base/input_error.h"

namespace unibank {

namespace {

constexpr std::uint64_t kRegisters = ~std::uint64_t{0};  // a word that belongs to no line of memory

// The words of its line that the row brings. The 4-byte banks of a line stand behind those of the scratchpad.
std::uint32_t words_of(const BankRow& row) {
  const unsigned first = row.port * 4u + (row.narrow() ? row.bank - AddressMap::kNarrowBanksPerPort : 0);
  return std::uint32_t{row.words} << first;
}

template <typename Each>
void for_words(std::uint32_t words, Each each) {
  for (; words; words &= words - 1) each(static_cast<unsigned>(__builtin_ctz(words)));
}

}  // namespace

void LineCheck::issued(const InFlight& instruction) {
  const MemoryOp operation = instruction.decoded->memory;
  for (const LineAccess& line : instruction.plan.lines) {
    Writers& newest = newest_[line.address];
    if (operation == MemoryOp::kLoad) {
      expected_[instruction.sequence].push_back({line, newest});
    } else {
      for_words(line.words, [&](unsigned word) { newest[word] = instruction.sequence + 1; });
    }
  }
}

LineWords* LineCheck::get(std::uint64_t line, std::uint32_t words) {
  if (free_.empty()) {
    all_.emplace_back();
    free_.push_back(&all_.back());
  }
  LineWords* data = free_.back();
  free_.pop_back();
  *data = LineWords{line, words, {}};
  return data;
}

LineWords* LineCheck::stored(const InFlight& instruction, const LineAccess& line) {
  LineWords* data = get(line.address, line.words);
  for_words(line.words, [&](unsigned word) { data->writers[word] = instruction.sequence + 1; });
  return data;
}

LineWords* LineCheck::leaving(std::uint64_t line) { return get(line, ~std::uint32_t{0}); }

LineWords* LineCheck::asked(std::uint64_t line) {
  LineWords* data = get(line, ~std::uint32_t{0});
  data->writers = stored_[line];
  return data;
}

void LineCheck::written(const LineWords& data) {
  Writers& memory = stored_[data.line];
  for_words(data.words, [&](unsigned word) { memory[word] = data.writers[word]; });
}

void LineCheck::came(const InFlight* load, LineWords& data, bool first) {
  if (first) fetched_[data.line] = data.writers;
  data.writers = fetched_[data.line];
  if (!load) return;
  Place found;
  found.lines.fill(data.line);
  found.writers = data.writers;
  compare(*load, data.line, ~std::uint32_t{0}, found, "as it has come from memory");
}

LineCheck::Place& LineCheck::at(std::size_t place) {
  if (place >= places_.size()) places_.resize(place + 1);
  return places_[place];
}

void LineCheck::read_row(const InFlight& instruction, std::size_t place, std::uint64_t line, const BankRow& row) {
  compare(instruction, line, words_of(row), at(place), "in the cache");
}

void LineCheck::take_row(std::size_t place, const BankRow& row, LineWords& data) { take(place, words_of(row), data); }

void LineCheck::take(std::size_t place, std::uint32_t words, LineWords& data) {
  const Place& found = at(place);
  for_words(words, [&](unsigned word) {
    if (found.lines[word] != data.line) {
      throw RunError("data check: dirty line " + std::to_string(data.line) + " goes to memory from place " +
                     std::to_string(place) + " of the array, where word " + std::to_string(word) + " is of line " +
                     std::to_string(found.lines[word]));
    }
    data.writers[word] = found.writers[word];
  });
}

void LineCheck::write_row(std::size_t place, const BankRow& row, const LineWords& data) {
  Place& into = at(place);
  for_words(words_of(row) & data.words, [&](unsigned word) {
    into.lines[word] = data.line;
    into.writers[word] = data.writers[word];
  });
}

void LineCheck::register_written(unsigned bank, std::uint32_t row, unsigned clusters) {
  Place& into = at(place_of(bank, row));
  for_words(clusters, [&](unsigned cluster) {
    for (unsigned word = 4 * cluster; word < 4 * cluster + 4; ++word) into.lines[word] = kRegisters;
  });
}

void LineCheck::spill(unsigned bank, std::uint32_t row, std::uint64_t line) {
  LineWords* data = leaving(line);
  take(place_of(bank, row), data->words, *data);
  spills_[line] = data;
}

void LineCheck::spilled(std::uint64_t line) {
  const auto found = spills_.find(line);
  if (found == spills_.end()) return;  // a register, or by way of the load/store unit
  written(*found->second);
  drop(found->second);
  spills_.erase(found);
}

void LineCheck::compare(const InFlight& instruction, std::uint64_t line, std::uint32_t words, const Place& found,
                        const char* where) {
  const auto loads = expected_.find(instruction.sequence);
  if (loads == expected_.end()) return;
  for (const Expected& expected : loads->second) {
    if (expected.line.address != line) continue;
    for_words(words & expected.line.words, [&](unsigned word) {
      ++words_checked_;
      const bool right_line = found.lines[word] == line;
      if (right_line && found.writers[word] >= expected.writers[word]) return;
      throw RunError("data check: '" + instruction.decoded->text + "' (warp " + std::to_string(instruction.warp) +
                     ", instruction " + std::to_string(instruction.sequence + 1) +
                     " in the order of issue) reads word " + std::to_string(word) + " of line " +
                     std::to_string(line) + " " + where + ": " +
                     (right_line ? "the value of instruction " + std::to_string(found.writers[word])
                      : found.lines[word] == kRegisters ? "a register"
                                                        : "a word of line " + std::to_string(found.lines[word])) +
                     ", expected that of " + std::to_string(expected.writers[word]) + " or a later one");
    });
  }
}

}  // namespace unibank
