// Which reads of lines, or of their sectors, the MSHR has merged, as its requesters know it: a read joins the one that is
// under way for the same bytes, unless a write of the line has been taken since. So each answer's use is known without a
// word from the MSHR. Plain C++.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/types.h"

namespace unibank {

class LinesAsked {
 public:
  // What a requester keeps of a read until its answer.
  struct Read {
    std::uint64_t entry = 0;
    bool first = false;  // it fills the cache; the others join it
  };
  struct Answer {
    bool first = false;
    bool stale = false;  // the MSHR has taken a write of the line in an earlier cycle, after the first read
  };

  // A read of the line, or of these sectors of it, is under way that others join, and that was asked for before `age`
  // was reached.
  bool older_under_way(std::uint64_t address, std::uint32_t age, unsigned length = kLineBytes) const {
    return std::any_of(entries_.begin(), entries_.end(), [=](const Entry& entry) {
      return entry.reads(address, length) && entry.age < age;
    });
  }
  // The MSHR has taken a read of the line, or of sectors of it, in cycle `now`. `alone`: one that it merges with no
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
  // It has taken a write of bytes of the line: reads behind it ask anew.
  void written(std::uint64_t line, Cycle now) {
    forget(now);
    for (Entry& entry : entries_) {
      if (entry.address / kLineBytes == line / kLineBytes && entry.closed == kNever) entry.closed = now;
    }
  }
  // It has answered in cycle `now`.
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
    // Others of the same bytes join it.
    bool reads(std::uint64_t from, unsigned bytes) const {
      return address == from && length == bytes && closed == kNever && !alone;
    }
  };
  // An entry is joined through the cycle of its last answer.
  void forget(Cycle now) {
    const auto over = [now](const Entry& entry) { return entry.unanswered == 0 && entry.ended < now; };
    entries_.erase(std::remove_if(entries_.begin(), entries_.end(), over), entries_.end());
  }

  std::vector<Entry> entries_;  // as many as the MSHR has, at most
  std::uint64_t last_ = 0;
};

}  // namespace unibank
