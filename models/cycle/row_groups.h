// Rows that are granted in one cycle, grouped by their address at the ports: rows with the same address can be sent in
// one payload for all ports (sm/line_rows.h). Plain C++.
#pragma once

#include <array>
#include <cstdint>

#include "layout/access.h"

namespace unibank {

class RowGroups {
 public:
  struct Group {
    std::uint32_t address = 0;  // of the 16 bytes at each port
    std::uint32_t words = 0;    // bit 4 x port + w: word w of these 16 bytes
    unsigned rows = 0;
    bool narrow = false;
  };
  static constexpr unsigned kMost = 4;       // further rows are in no group
  static constexpr unsigned kFewestRows = 4;  // a payload for all ports costs the host as much as two or three rows

  // `word_rows`: a word of a 4-byte bank is a row of its own (arbitrated banks).
  explicit RowGroups(bool word_rows) : word_rows_(word_rows) {}

  // The words of a row, as in Group.
  static std::uint32_t words_of(const BankRow& row) {
    const std::uint32_t words = row.narrow() ? ((1u << row.banks) - 1) << row.address % kWideBankBytes / 4 : 0xf;
    return words << row.port * kWordsAPort;
  }
  // The number of rows of these words: adjacent words of 4-byte banks at one port are one row.
  static unsigned rows_of(std::uint32_t words, bool narrow, bool word_rows) {
    if (!narrow) return static_cast<unsigned>(__builtin_popcount(words)) / kWordsAPort;
    constexpr std::uint32_t kNotLast = 0x77777777;  // words that another word follows at their port
    return static_cast<unsigned>(__builtin_popcount(word_rows ? words : words & ~((words & kNotLast) << 1)));
  }

  void add(const BankRow& row) {
    const std::uint32_t address = row.address & ~(kWideBankBytes - 1);
    unsigned at = 0;
    while (at < count_ && groups_[at].address != address) ++at;
    if (at == kMost) {
      overflown_ = true;
      return;
    }
    Group& group = groups_[at];
    if (at == count_) {
      ++count_;
      group = {address, 0, 0, row.narrow()};
    }
    group.words |= words_of(row);
    ++group.rows;
  }
  const Group* begin() const { return groups_.data(); }
  const Group* end() const { return groups_.data() + count_; }
  // Whether the group is sent in one payload: it has enough rows, and the target counts the same number of rows (it
  // counts adjacent words of 4-byte banks as one).
  bool together(const Group& group) const {
    return group.rows >= kFewestRows && group.rows == rows_of(group.words, group.narrow, word_rows_);
  }
  bool together(const BankRow& row) const {
    const std::uint32_t address = row.address & ~(kWideBankBytes - 1);
    for (const Group& group : *this) {
      if (group.address == address) return together(group);
    }
    return false;
  }
  bool all_together() const {
    bool all = !overflown_;
    for (const Group& group : *this) all = all && together(group);
    return all;
  }

 private:
  static constexpr unsigned kWordsAPort = kWideBankBytes / 4;

  const bool word_rows_;
  std::array<Group, kMost> groups_;
  unsigned count_ = 0;
  bool overflown_ = false;
};

}  // namespace unibank
