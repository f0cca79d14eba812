// Tracks which reads of lines, or of their sectors, the MSHR has merged: a read joins the outstanding one of the same
// bytes, unless the MSHR has accepted a write to the line since. So a requester knows whether a response fills the
// cache, or is stale, without information from the MSHR. Plain C++.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/types.h"

namespace unibank {

class LinesAsked {
 public:
  // A requester's data of a read until its response.
  struct Read {
    std::uint32_t entry = 0;
    bool first = false;  // the first read of an entry fills the cache; the others join it
  };
  struct Answer {
    bool first = false;
    bool stale = false;  // the MSHR has accepted a write to the line in an earlier cycle, after the first read
  };

  // Whether a read of the line, or of these sectors of it, is outstanding, can be joined, and was requested before
  // `age`.
  bool older_under_way(std::uint64_t address, std::uint32_t age, unsigned length = kLineBytes) const {
    bool found = false;
    each_of_line(address, [&](const Entry& entry) { found |= entry.reads(address, length) && entry.age < age; });
    return found;
  }
  // The MSHR has accepted a read of the line, or of sectors of it, in cycle `now`. `alone`: the MSHR merges this read
  // with no other.
  Read read(std::uint64_t address, Cycle now, std::uint32_t age = 0, bool alone = false, unsigned length = kLineBytes) {
    forget(now);
    std::uint32_t joined = kNone;
    if (!alone) {
      each_of_line(address, [&](const Entry& entry) {
        if (entry.reads(address, length)) joined = static_cast<std::uint32_t>(&entry - entries_.data());
      });
    }
    if (joined == kNone) return {add({address, length, 1, kNever, 0, age, alone, kNone, false}), true};
    ++entries_[joined].unanswered;
    return {joined, false};
  }
  // The MSHR has accepted a write to bytes of the line: later reads do not join earlier ones.
  void written(std::uint64_t line, Cycle now) {
    forget(now);
    each_of_line(line, [&](const Entry& entry) {
      if (entry.address / kLineBytes == line / kLineBytes && entry.closed == kNever)
        entries_[static_cast<std::size_t>(&entry - entries_.data())].closed = now;
    });
  }
  // The MSHR has responded in cycle `now`.
  Answer answered(const Read& read, Cycle now) {
    Entry& entry = entries_[read.entry];
    if (--entry.unanswered == 0) {
      entry.ended = now;
      if (!entry.listed) ended_.push_back(read.entry);
      entry.listed = true;
    }
    return {read.first, entry.closed < now};
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::size_t kChains = 256;

  struct Entry {
    std::uint64_t address;
    unsigned length, unanswered;
    Cycle closed, ended;
    std::uint32_t age;
    bool alone;
    std::uint32_t next;   // the next entry in its chain
    bool listed = false;  // in ended_
    // Whether it is the only entry that reads of these bytes join.
    bool reads(std::uint64_t from, unsigned bytes) const {
      return address == from && length == bytes && closed == kNever && !alone;
    }
  };
  std::uint32_t& chain_of(std::uint64_t address) { return chains_[address / kLineBytes % kChains]; }

  // The entries of the line, and those of other lines in its chain.
  template <typename Use>
  void each_of_line(std::uint64_t address, const Use& use) const {
    const std::uint32_t first = chains_[address / kLineBytes % kChains];
    for (std::uint32_t at = first; at != kNone; at = entries_[at].next) use(entries_[at]);
  }
  std::uint32_t add(Entry entry) {
    std::uint32_t& chain = chain_of(entry.address);
    entry.next = chain;
    if (free_.empty()) {
      entries_.push_back(entry);
      return chain = static_cast<std::uint32_t>(entries_.size() - 1);
    }
    chain = free_.back();
    free_.pop_back();
    entries_[chain] = entry;
    return chain;
  }
  // Reads can join an entry until the end of the cycle of its last response.
  void forget(Cycle now) {
    std::size_t kept = 0;
    for (const std::uint32_t one : ended_) {
      Entry& entry = entries_[one];
      if (entry.unanswered != 0) entry.listed = false;
      else if (entry.ended < now) remove(one);
      else ended_[kept++] = one;
    }
    ended_.resize(kept);
  }
  void remove(std::uint32_t one) {
    std::uint32_t* at = &chain_of(entries_[one].address);
    while (*at != one) at = &entries_[*at].next;
    *at = entries_[one].next;
    free_.push_back(one);
  }
  static std::array<std::uint32_t, kChains> no_chains() {
    std::array<std::uint32_t, kChains> chains;
    chains.fill(kNone);
    return chains;
  }

  std::vector<Entry> entries_;       // entries in use are at most as many as the MSHR's
  std::vector<std::uint32_t> free_;  // entries that are not in use
  std::vector<std::uint32_t> ended_; // entries with all responses, to be removed
  std::array<std::uint32_t, kChains> chains_ = no_chains();  // by line: the latest entry, or kNone
};

}  // namespace unibank
