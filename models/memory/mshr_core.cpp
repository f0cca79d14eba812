#include "memory/mshr_core.h"

#include <algorithm>
#include <cstring>

#include "base/input_error.h"

namespace unibank {

MshrCore::MshrCore(const MshrParameters& parameters)
    : parameters_(parameters),
      keys_(parameters.entries, 0),
      tags_(parameters.entries, 0),
      entries_(parameters.entries),
      answers_(parameters.ports),
      last_answer_(parameters.ports, kNever) {
  if (parameters.entries == 0 || parameters.merges == 0 || parameters.ports == 0) {
    throw InputError("MSHR: entries, merges and ports must be at least 1");
  }
}

// The open entry of these bytes, or kNoEntry.
unsigned MshrCore::find(std::uint64_t wanted) const {
  const std::uint8_t *const begin = tags_.data(), *const end = begin + tags_.size();
  for (const std::uint8_t* at = begin; at != end; ++at) {
    at = static_cast<const std::uint8_t*>(std::memchr(at, tag(wanted), static_cast<std::size_t>(end - at)));
    if (!at) break;
    if (keys_[static_cast<std::size_t>(at - begin)] == wanted) return static_cast<unsigned>(at - begin);
  }
  return kNoEntry;
}

bool MshrCore::accept(unsigned port, const Request& request, Cycle now) {
  if (request.write) return accept_write(port, request, now);
  const std::uint64_t wanted = key(request);
  const unsigned found = request.alone ? kNoEntry : find(wanted);
  if (found != kNoEntry) return merge(found, {request.handle, port}, now);
  if (occupied_ == tags_.size()) return false;
  const void* const place = std::memchr(tags_.data() + first_free_, 0, tags_.size() - first_free_);
  const auto free = static_cast<unsigned>(static_cast<const std::uint8_t*>(place) - tags_.data());
  first_free_ = free + 1;
  keys_[free] = wanted;
  tags_[free] = tag(wanted);
  Entry& entry = entries_[free];
  entry.waiters.push_back({request.handle, port});
  entry.unanswered = 1;
  entry.data_here = false;
  entry.closed = kNever;
  if (request.alone) close_entry(free, now);
  sends_.push_back({free, port, request});
  ++occupied_;
  sectors_ += request.length < kLineBytes;
  ++in_flight_;
  ++counters_.allocations;
  return true;
}

bool MshrCore::merge(unsigned index, const Waiter& waiter, Cycle now) {
  Entry& entry = entries_[index];
  if (entry.waiters.size() == parameters_.merges) return false;
  // Its last response may have been sent in this cycle: the entry stays.
  if (entry.unanswered == 0) ended_.erase(std::find(ended_.begin(), ended_.end(), index));
  entry.waiters.push_back(waiter);
  ++entry.unanswered;
  ++in_flight_;
  ++counters_.merges;
  if (entry.data_here) push_answer(waiter.port, {waiter.handle, false, now + 1, index});
  return true;
}

bool MshrCore::accept_write(unsigned port, const Request& request, Cycle now) {
  if (write_waits_ || last_write_ == now) return false;
  write_waits_ = true;
  close(request.address & ~std::uint64_t{kLineBytes - 1}, now);
  sends_.push_back({kNoEntry, port, request});
  ++in_flight_;
  return true;
}

void MshrCore::close(std::uint64_t line, Cycle now) {
  const std::uint64_t whole = line | kLineBytes / kSectorBytes;
  const unsigned open = find(whole);  // at most one: reads of the line are merged into it
  if (open != kNoEntry) close_entry(open, now);
  for (unsigned entry = 0; sectors_ != 0 && entry < keys_.size(); ++entry) {
    const bool part = keys_[entry] != 0 && !(keys_[entry] & kClosed) && keys_[entry] / kLineBytes == line / kLineBytes;
    if (part) close_entry(entry, now);
  }
}

void MshrCore::close_entry(unsigned entry, Cycle now) {
  keys_[entry] |= kClosed;
  entries_[entry].closed = now;
}

void MshrCore::sent(Cycle now) {
  if (sends_.front().request.write) {
    write_waits_ = false;
    last_write_ = now;
    ++counters_.writes;
  } else {
    ++counters_.reads;
  }
  sends_.pop_front();
  last_send_ = now;
}

void MshrCore::data_came(unsigned index, Cycle now) {
  Entry& entry = entries_[index];
  entry.data_here = true;
  bool allocated = true;
  for (const Waiter& waiter : entry.waiters) {
    push_answer(waiter.port, {waiter.handle, allocated, now, index});
    allocated = false;
  }
}

void MshrCore::write_done(unsigned port, RequestHandle handle, Cycle now) {
  push_answer(port, {handle, false, now, kNoEntry});
}

// Queues the response after all that are not ready later. (A request that was accepted at the start of this cycle is
// ready in the next one, and must not delay data that arrive in this one.)
void MshrCore::push_answer(unsigned port, const Answer& answer) {
  std::deque<Answer>& queue = answers_[port];
  auto at = queue.end();
  while (at != queue.begin() && std::prev(at)->ready > answer.ready) --at;
  queue.insert(at, answer);
  ++queued_;
}

bool MshrCore::next_answer(unsigned port, Cycle now, Answer& answer) {
  std::deque<Answer>& queue = answers_[port];
  if (queue.empty() || queue.front().ready > now || last_answer_[port] == now) return false;
  answer = queue.front();
  queue.pop_front();
  --queued_;
  last_answer_[port] = now;
  --in_flight_;
  if (answer.entry != kNoEntry) {
    Entry& entry = entries_[answer.entry];
    answer.stale = answer.allocated && entry.closed < now;
    if (--entry.unanswered == 0) {
      entry.ended = now;
      ended_.push_back(answer.entry);
    }
  }
  return true;
}

void MshrCore::free_ended(Cycle now) {
  if (ended_.empty()) return;
  const auto free = [&](unsigned index) {
    Entry& entry = entries_[index];
    if (entry.ended >= now) return false;
    entry.waiters.clear();
    sectors_ -= (keys_[index] & 7) < kLineBytes / kSectorBytes;
    keys_[index] = 0;
    tags_[index] = 0;
    first_free_ = std::min<std::size_t>(first_free_, index);
    --occupied_;
    return true;
  };
  ended_.erase(std::remove_if(ended_.begin(), ended_.end(), free), ended_.end());
}

}  // namespace unibank
