#include "cosim/mshr_order.h"

#include <algorithm>

#include "cosim/request_text.h"
#include "memory/mshr.h"

namespace unibank::rtl {

namespace {

std::string entry_text(unsigned index) { return "entry " + std::to_string(index); }

bool same_bytes(const Payload& read, std::uint64_t address, unsigned length) {
  return read.is_read() && read.get_address() == address && read.get_data_length() == length;
}

}  // namespace

void MshrOrder::takes(const Payload& payload, Cycle now) {
  Request request;
  request.payload = &payload;
  request.order = ++taken_;
  request.taken = now;
  if (goes_alone(payload)) request.closed = now;
  open_.push_back(request);
  if (payload.is_write()) close(request, now);
  else ++reads_;
}

// Closes the entries of the line and of its sectors, also for accepted reads that are not in an entry yet.
void MshrOrder::close(const Request& write, Cycle now) {
  const std::uint64_t line = write.payload->get_address() / kLineBytes;
  for (Entry& entry : entries_) {
    if (!entry.used || entry.address / kLineBytes != line || entry.closed != kNever) continue;
    entry.closed_by = write.order;
    entry.closed = now;
  }
  for (Request& read : open_) {
    if (read.payload->is_read() && read.payload->get_address() / kLineBytes == line && read.closed == kNever) {
      read.closed_by = write.order;
      read.closed = now;
    }
  }
}

MshrOrder::Request* MshrOrder::open(const Payload* payload) {
  const auto found =
      std::find_if(open_.begin(), open_.end(), [&](const Request& one) { return one.payload == payload; });
  return found == open_.end() ? nullptr : &*found;
}

MshrOrder::Join MshrOrder::can_join(const Request& read, const Entry& entry) const {
  if (!entry.used || entry.alone || goes_alone(*read.payload)) return Join::kNo;
  if (!same_bytes(*read.payload, entry.address, entry.length)) return Join::kNo;
  if (entry.order >= read.order || entry.closed_by < read.order) return Join::kNo;
  unsigned known = entry.known - entry.unsure;
  for (const Request& other : open_) {  // reads that are in the entry, or may be
    if (other.order >= read.order) break;
    known += !other.sent && other.order > entry.order && !goes_alone(*other.payload) &&
             same_bytes(*other.payload, entry.address, entry.length);
  }
  if (known >= parameters_.merges) return Join::kNo;
  return entry.data_here ? Join::kMay : Join::kMust;
}

MshrOrder::Join MshrOrder::can_join_any(const Request& read) const {
  Join best = Join::kNo;
  for (const Entry& entry : entries_) best = std::max(best, can_join(read, entry));
  return best;
}

std::string MshrOrder::sends(const MshrBlock::ToMemory& what, const Payload* write, Cycle now, Cycle free) {
  if (what.write) return sends_write(write, now, free);
  return sends_read(what, now, free);
}

// Requests are sent in the order of their acceptance, except for reads that join an entry.
std::string MshrOrder::leaves(Request& request, const std::string& text) {
  if (request.order < last_sent_) return "the RTL sends the " + text + " behind a request that was taken later";
  for (const Request& before : open_) {
    if (before.order >= request.order) break;
    if (before.sent || before.order < last_sent_) continue;
    if (before.payload->is_read() && can_join_any(before) != Join::kNo) continue;
    return "the RTL sends the " + text + " before the " + request_text(*before.payload) + ", which was taken before it";
  }
  last_sent_ = request.order;
  request.sent = true;
  return "";
}

std::string MshrOrder::sends_write(const Payload* write, Cycle now, Cycle free) {
  Request* const request = write && write->is_write() ? open(write) : nullptr;
  if (!request || request->sent) return "the RTL sends a write without a request";
  request->late = now - std::min(now, std::max(request->taken, free));
  return leaves(*request, request_text(*write));
}

std::string MshrOrder::sends_read(const MshrBlock::ToMemory& what, Cycle now, Cycle free) {
  const std::string text = request_text(false, what.address, what.length) + " for " + entry_text(what.entry);
  if (what.entry >= entries_.size())
    return "the RTL sends the " + text + "; mshr.entries is " + std::to_string(entries_.size());
  Entry& entry = entries_[what.entry];
  if (entry.used && !entry.answered) return "the RTL sends the " + text + ", whose last read has not been answered";
  // The first read that may be sent. Reads accepted before the last request sent have joined an entry.
  Request* reader = nullptr;
  Join join = Join::kMust;
  for (Request& one : open_) {
    if (one.sent || one.order < last_sent_ || !same_bytes(*one.payload, what.address, what.length)) continue;
    join = can_join_any(one);
    if (join == Join::kMust) continue;
    reader = &one;
    break;
  }
  if (!reader) return "the RTL sends the " + text + ", which no waiting read needs";
  Entry fresh;
  fresh.used = true;
  fresh.unsure = join == Join::kMay;
  fresh.alone = goes_alone(*reader->payload);
  fresh.address = what.address;
  fresh.length = what.length;
  fresh.order = fresh.last = reader->order;
  fresh.known = 1;
  fresh.closed_by = reader->closed_by;
  fresh.closed = reader->closed;
  fresh.late = now - std::min(now, std::max(reader->taken, free));
  const std::string wrong = leaves(*reader, text);
  entry = fresh;
  ++allocations_;
  return wrong;
}

void MshrOrder::data(unsigned index, Cycle now) {
  if (index >= entries_.size()) return;
  entries_[index].data_here = true;
  entries_[index].came = now;
  came_.push_back({index, nullptr, now});
}

void MshrOrder::written(const Payload& payload, Cycle now) { came_.push_back({0, &payload, now}); }

std::string MshrOrder::answers(const Payload* payload, unsigned answer, unsigned entry, Cycle now) {
  Request* const request = open(payload);
  if (!request) return "the RTL answers a request that does not wait";
  std::string wrong;
  if (payload->is_write()) wrong = answers_write(*request, now);
  else if (entry >= entries_.size() || !same_bytes(*payload, entries_[entry].address, entries_[entry].length))
    wrong = "the RTL answers the " + request_text(*payload) + " with " + entry_text(entry) + ", which has other bytes";
  else if (!entries_[entry].data_here)
    wrong = "the RTL answers the " + request_text(*payload) + " with " + entry_text(entry) +
            ", whose data have not come";
  else
    wrong = answer == 0 ? answers_joined(*request, entry, now) : answers_first(*request, answer, entry, now);
  open_.erase(std::find_if(open_.begin(), open_.end(), [&](const Request& one) { return one.payload == payload; }));
  return wrong;
}

// Answers are given one per cycle, in the order in which they became ready.
void MshrOrder::gave(Cycle ready, Cycle late) {
  given_ = std::max(ready, given_ + 1);
  due_ = given_ - std::min(given_, late);
}

std::string MshrOrder::answers_write(const Request& request, Cycle /*now*/) {
  if (came_.empty() || came_.front().write != request.payload)
    return "the RTL answers the " + request_text(*request.payload) + ", memory has answered another request before";
  gave(came_.front().at, request.late);
  came_.pop_front();
  return "";
}

// Whether the later of two reads that may have allocated the entry did so.
bool MshrOrder::other_allocated(Entry& entry, Request& request) {
  if (!entry.unsure || entry.answered || request.sent || request.order <= entry.order) return false;
  for (Request& one : open_) one.sent = one.sent && one.order != entry.order;
  request.sent = true;
  entry.order = entry.last = request.order;
  entry.closed_by = request.closed_by;
  entry.closed = request.closed;
  return true;
}

// The first answer of an entry, with the outcome that the cache receives.
std::string MshrOrder::answers_first(Request& request, unsigned answer, unsigned index, Cycle now) {
  Entry& entry = entries_[index];
  const std::string text = "the RTL answers the " + request_text(*request.payload) + " with " + std::to_string(answer);
  if (entry.answered || (entry.order != request.order && !other_allocated(entry, request)))
    return text + ", and it has not allocated " + entry_text(index);
  if (came_.empty() || came_.front().write || came_.front().entry != index)
    return text + ", memory has answered another request before";
  const unsigned expected = entry.closed < now ? 2 : 1;
  gave(came_.front().at, entry.late);
  came_.pop_front();
  entry.answered = true;
  entry.unsure = false;
  // A write accepted in the same cycle may make the data stale or not.
  if (answer == expected || (answer == 2 && entry.closed == now)) return "";
  return text + ", a write of its line " + (expected == 2 ? "was taken before: 2" : "has not been taken before: 1");
}

std::string MshrOrder::answers_joined(Request& request, unsigned index, Cycle /*now*/) {
  pass_on(request);
  Entry& entry = entries_[index];
  const std::string text =
      "the RTL answers the " + request_text(*request.payload) + " as one that has joined " + entry_text(index);
  if (request.sent) return text + ", and it has allocated one";
  if (goes_alone(*request.payload) || entry.alone) return text + ", and one of the two must not be merged";
  if (entry.order > request.order) return text + ", which a later read has allocated";
  if (entry.closed_by < request.order) return text + ", which a write had closed before";
  if (!entry.answered) return text + " before the read that has allocated it";
  if (entry.last > request.order) return text + " behind one that was taken later";
  if (entry.known >= parameters_.merges)
    return text + ", the entry's request " + std::to_string(entry.known + 1) + "; mshr.merges is " +
           std::to_string(parameters_.merges);
  ++entry.known;
  entry.last = request.order;
  gave(std::max(entry.came, request.taken + 1), entry.late);
  return "";
}

// The read that was assumed to have allocated an entry has joined another one, so the next read of the same bytes has
// allocated it.
void MshrOrder::pass_on(Request& request) {
  for (Entry& entry : entries_) {
    if (!entry.used || entry.answered || !entry.unsure || entry.order != request.order) continue;
    for (Request& next : open_) {
      if (next.sent || next.order <= request.order || !same_bytes(*next.payload, entry.address, entry.length)) continue;
      other_allocated(entry, next);
      return;
    }
  }
}

std::string MshrOrder::owed(const Payload* at_pins, bool memory_free) const {
  if (!came_.empty()) {
    const Came& first = came_.front();
    const Entry& entry = entries_[first.entry];  // of a read
    const std::string text = first.write ? request_text(*first.write)
                                         : request_text(false, entry.address, entry.length) + " for " +
                                               entry_text(first.entry);
    return "no answer to the " + text + ", which memory has answered in cycle " + std::to_string(first.at);
  }
  for (const Request& one : open_) {
    if (one.sent) continue;
    const Join join = one.payload->is_read() ? can_join_any(one) : Join::kNo;
    const std::string text = request_text(*one.payload) + ", which was taken in cycle " + std::to_string(one.taken);
    if (join == Join::kMay) return "no answer to the " + text + ", and it is not sent to memory";
    if (join == Join::kNo && memory_free) return "the RTL does not send the " + text + ", to memory";
  }
  return at_pins && open_.empty() ? "the RTL does not take the " + request_text(*at_pins) : "";
}

std::string MshrOrder::counts(const MshrBlock& rtl) const {
  const auto differ = [](const char* what, std::uint64_t expected, std::uint64_t found) {
    return std::string(what) + ": its answers imply " + std::to_string(expected) + ", the RTL counts " +
           std::to_string(found);
  };
  if (rtl.allocations() != allocations_) return differ("allocations", allocations_, rtl.allocations());
  if (rtl.merges() != reads_ - allocations_) return differ("merges", reads_ - allocations_, rtl.merges());
  if (rtl.occupancy() != 0) return differ("entries in use", 0, rtl.occupancy());
  return "";
}

}  // namespace unibank::rtl
