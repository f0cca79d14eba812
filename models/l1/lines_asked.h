// Tracks which reads of lines, or of their sectors, the MSHR has merged: a read joins the outstanding one of the same
// bytes, unless the MSHR has accepted a write to the line since. So the requesters know the use of each response
// without information from the MSHR. Plain C++.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/types.h"

namespace unibank {

class LinesAsked {
 public:
  // A requester's data of a read until its response.
  struct Read {
    std::uint64_t entry = 0;
    bool first = false;  // it fills the cache; the others join it
  };
  struct Answer {
    bool first = false;
    bool stale = false;  // the MSHR has accepted a write to the line in an earlier cycle, after the first read
  };

  // A read of the line, or of these sectors of it, is outstanding that others join, and that was requested before
  // `age`.
  bool older_under_way(std::uint64_t address, std::uint32_t age, unsigned length = kLineBytes) const {
    return std::any_of(entries_.begin(), entries_.end(), [=](const Entry& entry) {
      return entry.reads(address, length) && entry.age < age;
    });
  }
  // The MSHR has accepted a read of the line, or of sectors of it, in cycle `now`. `alone`: it merges this read with no
  // other.
  Read read(std::uint64_t address, Cycle now, std::uint32_t age = 0, bool alone = false, unsigned length = kLineBytes) {
    forget(now);
    for (Entry& entry : entries_) {
      if (alone || !entry.reads(address, length)) continue;
      ++entry.unanswered;
      return {entry.number, false};
    }
    entries_.push_back({++last_, address, length, 1, kNever, 0, age, alone});
    return {last_, true};
  }
  // It has accepted a write to bytes of the line: later reads are requested anew.
  void written(std::uint64_t line, Cycle now) {
    forget(now);
    for (Entry& entry : entries_) {
      if (entry.address / kLineBytes == line / kLineBytes && entry.closed == kNever) entry.closed = now;
    }
  }
  // It has responded in cycle `now`.
  Answer answered(const Read& read, Cycle now) {
    const auto entry = std::find_if(entries_.begin(), entries_.end(),
                                    [&](const Entry& one) { return one.number == read.entry; });
    if (--entry->unanswered == 0) entry->ended = now;
    return {read.first, entry->closed < now};
  }

 private:
  struct Entry {
    std::uint64_t number, address;
    unsigned length, unanswered;
    Cycle closed, ended;
    std::uint32_t age;
    bool alone;
    // Other reads of the same bytes join it.
    bool reads(std::uint64_t from, unsigned bytes) const {
      return address == from && length == bytes && closed == kNever && !alone;
    }
  };
  // An entry can be joined through the cycle of its last response.
  void forget(Cycle now) {
    const auto over = [now](const Entry& entry) { return entry.unanswered == 0 && entry.ended < now; };
    entries_.erase(std::remove_if(entries_.begin(), entries_.end(), over), entries_.end());
  }

  std::vector<Entry> entries_;  // at most as many as the MSHR's entries
  std::uint64_t last_ = 0;
};

}  // namespace unibank
