#include "memory/l2_slice_core.h"

#include <algorithm>
#include <string>

#include "base/byte_masks.h"
#include "base/input_error.h"

namespace unibank {

namespace {

constexpr unsigned kSectors = kLineBytes / kSectorBytes;
constexpr std::uint32_t kWholeSector = ~std::uint32_t{0};

// Sectors from the first to the last of `sectors` (bit s = sector s, not 0).
struct Span {
  unsigned first, count;
};
Span span_of(unsigned sectors) {
  unsigned first = 0, last = kSectors - 1;
  while (!(sectors >> first & 1)) ++first;
  while (!(sectors >> last & 1)) --last;
  return {first, last - first + 1};
}

// The bytes of the touched sectors.
unsigned sector_bytes(const L2SliceCore::ByteMask& bytes) {
  unsigned sum = 0;
  for (const std::uint32_t sector : bytes) sum += sector != 0 ? kSectorBytes : 0;
  return sum;
}

unsigned check_and_count_sets(const L2SliceParameters& p) {
  if (p.ways == 0 || p.slices == 0 || p.latency == 0 || p.mshr_entries == 0 || p.merges == 0 || p.queue == 0) {
    throw InputError("L2 slice: ways, slices, latency, MSHR entries, merges and queue must be at least 1");
  }
  if (p.slice >= p.slices) {
    throw InputError("L2 slice: number " + std::to_string(p.slice) + " of " + std::to_string(p.slices) + " slices");
  }
  const std::uint64_t set = std::uint64_t{p.ways} * kLineBytes;
  if (p.bytes == 0 || p.bytes % set != 0) {
    throw InputError("L2 slice: " + std::to_string(p.bytes) + " bytes, expected a multiple of " + std::to_string(set) +
                     " (" + std::to_string(p.ways) + " ways of 128 bytes)");
  }
  return static_cast<unsigned>(p.bytes / set);
}

}  // namespace

L2SliceCore::L2SliceCore(const L2SliceParameters& parameters, const std::string& name)
    : parameters_(parameters), slice_map_(parameters.slices, parameters.slice_hash), entries_(parameters.mshr_entries) {
  const unsigned sets = check_and_count_sets(parameters);
  index_ = HashedIndex(sets, parameters.index);
  const L2TagsParameters tags{sets, parameters.ways};
  tags_ = parameters.make_tags ? parameters.make_tags((name + ".tags").c_str(), tags) : std::make_unique<L2Tags>(tags);
  lines_.resize(std::size_t{sets} * parameters.ways);
}

L2SliceCore::ByteMask L2SliceCore::touched_bytes(std::uint64_t address, unsigned length, const unsigned char* enables,
                                                 unsigned enable_length) {
  ByteMask bytes{};
  const unsigned begin = address % kLineBytes, end = begin + length;
  if (enables && enable_length == length && begin % kSectorBytes == 0 && length % kSectorBytes == 0) {
    for (unsigned at = 0; at < length; at += kSectorBytes)
      bytes[(begin + at) / kSectorBytes] = bits_of_32_bytes(enables + at);
    return bytes;
  }
  if (enables) {
    for (unsigned i = 0; i < length; ++i) {
      const unsigned byte = begin + i;
      if (enables[i % enable_length]) bytes[byte / kSectorBytes] |= 1u << byte % kSectorBytes;
    }
    return bytes;
  }
  for (unsigned sector = 0; sector < kSectors; ++sector) {
    const unsigned start = sector * kSectorBytes;
    const unsigned from = std::max(begin, start), to = std::min(end, start + kSectorBytes);
    if (from < to) bytes[sector] = kWholeSector >> (kSectorBytes - (to - from)) << (from - start);
  }
  return bytes;
}

void L2SliceCore::accept(const Request& request, Cycle now) {
  queue_.push_back({request, now});
  ++in_flight_;
}

Cycle L2SliceCore::earliest_lookup() const {
  const Cycle after_last = last_lookup_ == kNever ? 0 : last_lookup_ + 1;
  return std::max(queue_.front().came + 1, after_last);
}

bool L2SliceCore::look_up(Cycle now) {
  if (queue_.empty() || blocked_ || earliest_lookup() > now) return false;
  const Request& request = queue_.front().request;
  blocked_ = !(request.write ? write(request, now) : read(request, now));
  if (blocked_) return false;
  counters_.stalls += now - earliest_lookup();
  queue_.pop_front();
  last_lookup_ = now;
  return true;
}

Cycle L2SliceCore::next_lookup(Cycle from) const {
  return queue_.empty() || blocked_ ? kNever : std::max(from, earliest_lookup());
}

bool L2SliceCore::read(const Request& request, Cycle now) {
  const std::uint64_t tag = tag_address(request.address);
  const TagResult found = tags_->probe(tag);
  const unsigned missing = missing_sectors(request, found);
  if (missing != 0 && !fetch(request, missing, now)) return false;
  tags_->lookup(tag);
  if (data_ && found.hit) read_present(request, found);
  ++counters_.reads;
  counters_.read_bytes += sector_bytes(request.bytes);
  if (missing == 0) {
    ++counters_.read_hits;
    push_answer(request.handle, now + parameters_.latency);
  }
  return true;
}

// Reads the present bytes now, because the line may be evicted before the rest arrives.
void L2SliceCore::read_present(const Request& request, const TagResult& found) {
  ByteMask bytes = line_at(found).present;
  for (unsigned sector = 0; sector < kSectors; ++sector) bytes[sector] &= request.bytes[sector];
  data_->read(request.handle, place_of(found), bytes);
}

bool L2SliceCore::find(std::uint64_t line, std::size_t& place, ByteMask& present) {
  const TagResult found = tags_->probe(tag_address(line));
  if (!found.hit) return false;
  place = place_of(found);
  present = line_at(found).present;
  return true;
}

// Touched sectors that are not whole.
unsigned L2SliceCore::missing_sectors(const Request& request, const TagResult& found) {
  unsigned missing = 0;
  for (unsigned sector = 0; sector < kSectors; ++sector) {
    const bool whole = found.hit && line_at(found).present[sector] == kWholeSector;
    if (request.bytes[sector] != 0 && !whole) missing |= 1u << sector;
  }
  return missing;
}

// Joins the fetches under way that bring missing sectors, and fetches the rest.
bool L2SliceCore::fetch(const Request& request, unsigned missing, Cycle now) {
  std::array<unsigned, kSectors> joined{};
  unsigned joins = 0, rest = missing, free = kNoEntry;
  for (unsigned index = 0; index < entries_.size(); ++index) {
    const Entry& entry = entries_[index];
    if (entry.sectors == 0 && free == kNoEntry) free = index;
    if (entry.address != request.address || (entry.sectors & rest) == 0) continue;
    if (entry.waiters.size() == parameters_.merges) return false;
    joined[joins++] = index;
    rest &= ~entry.sectors;
  }
  if (rest != 0 && free == kNoEntry) return false;
  for (unsigned join = 0; join < joins; ++join) entries_[joined[join]].waiters.push_back(request.handle);
  if (rest != 0) {
    begin_fetch(free, request, rest, now);
  } else {
    ++counters_.merges;
  }
  const unsigned fetches = joins + (rest != 0 ? 1 : 0);
  if (fetches > 1) several_.push_back({request.handle, fetches});
  return true;
}

void L2SliceCore::begin_fetch(unsigned index, const Request& request, unsigned sectors, Cycle now) {
  const Span span = span_of(sectors);
  entries_[index].address = request.address;
  entries_[index].sectors = ((1u << span.count) - 1) << span.first;
  entries_[index].waiters.push_back(request.handle);
  ++occupied_;
  Send send;
  send.entry = index;
  send.address = request.address + span.first * kSectorBytes;
  send.length = span.count * kSectorBytes;
  send.ready = now + parameters_.latency;
  push_send(send);
}

// Every write that enters a line waits for room among the write-backs, even if the victim is not dirty.
bool L2SliceCore::write(const Request& request, Cycle now) {
  const bool hit = tags_->probe(tag_address(request.address)).hit;
  if (!hit && write_backs_waiting_ >= parameters_.queue) return false;
  Line& line = enter(request.address, now + 1);  // a victim is read in parallel with the lookup, without waits
  if (data_) data_->write(request.handle, static_cast<std::size_t>(&line - lines_.data()), line.present);
  for (unsigned sector = 0; sector < kSectors; ++sector) {
    line.present[sector] |= request.bytes[sector];
    if (request.bytes[sector] != 0) line.dirty |= 1u << sector;
  }
  ++counters_.writes;
  counters_.write_bytes += sector_bytes(request.bytes);
  counters_.write_hits += hit;
  push_answer(request.handle, now + parameters_.latency);
  return true;
}

void L2SliceCore::data_came(unsigned index, Cycle now) {
  Entry& entry = entries_[index];
  Line& line = enter(entry.address, now);
  ++counters_.fills;
  ByteMask came{}, fetched{};
  for (unsigned sector = 0; sector < kSectors; ++sector) {
    if (!(entry.sectors >> sector & 1)) continue;
    fetched[sector] = kWholeSector;
    came[sector] = ~line.present[sector];
    line.present[sector] = kWholeSector;
    counters_.fill_bytes += kSectorBytes;
  }
  const auto place = static_cast<std::size_t>(&line - lines_.data());
  if (data_) data_->fill(index, place, came);
  for (RequestHandle waiter : entry.waiters) {
    if (data_) data_->read(waiter, place, fetched);
    if (last_fetch_of(waiter)) push_answer(waiter, now);
  }
  entry.waiters.clear();
  entry.sectors = 0;
  --occupied_;
  blocked_ = false;
}

// One fetch of this read has arrived: was it the last?
bool L2SliceCore::last_fetch_of(RequestHandle handle) {
  const auto is_its = [handle](const Several& read) { return read.handle == handle; };
  const auto read = std::find_if(several_.begin(), several_.end(), is_its);
  if (read == several_.end()) return true;
  if (--read->fetches != 0) return false;
  several_.erase(read);
  return true;
}

void L2SliceCore::warm(std::uint64_t address, const ByteMask& bytes, bool write) {
  const TagResult found = tags_->fill(tag_address(address));
  Line& line = line_at(found);
  if (!found.hit) line = Line();
  for (unsigned sector = 0; sector < kSectors; ++sector) {
    if (bytes[sector] == 0) continue;
    line.present[sector] |= write ? bytes[sector] : kWholeSector;
    if (write) line.dirty |= 1u << sector;
  }
}

std::size_t L2SliceCore::empty_lines() const {
  const auto empty = [](const Line& line) { return line.present == ByteMask{}; };
  return static_cast<std::size_t>(std::count_if(lines_.begin(), lines_.end(), empty));
}

// The tags number the lines of this slice, hashed: their set is the number modulo sets.
std::uint64_t L2SliceCore::tag_address(std::uint64_t line) const {
  return index_.hashed(slice_map_.line_in_slice(line)) * kLineBytes;
}

L2SliceCore::Line& L2SliceCore::enter(std::uint64_t address, Cycle ready) {
  const TagResult found = tags_->fill(tag_address(address));
  Line& line = line_at(found);
  if (found.hit) return line;
  if (found.victim_valid) {
    const std::uint64_t victim =
        slice_map_.line_address(index_.restored(found.victim_address / kLineBytes), parameters_.slice);
    if (data_) note_eviction(victim, line);
    if (line.dirty != 0) write_back(victim, line, ready);
  }
  return line = Line();
}

void L2SliceCore::note_eviction(std::uint64_t address, const Line& victim) {
  std::vector<unsigned> fetches;
  for (unsigned entry = 0; entry < entries_.size(); ++entry) {
    if (entries_[entry].sectors != 0 && entries_[entry].address == address) fetches.push_back(entry);
  }
  data_->evicted(static_cast<std::size_t>(&victim - lines_.data()), address, victim.present, victim.dirty != 0,
                 fetches);
}

void L2SliceCore::write_back(std::uint64_t address, const Line& victim, Cycle ready) {
  const Span span = span_of(victim.dirty);
  Send send;
  send.address = address + span.first * kSectorBytes;
  send.length = span.count * kSectorBytes;
  send.ready = ready;
  for (unsigned sector = 0; sector < kSectors; ++sector) {
    if (!(victim.dirty >> sector & 1)) continue;
    send.bytes[sector] = victim.present[sector];
    counters_.write_back_bytes += kSectorBytes;
  }
  push_send(send);
  ++counters_.write_backs;
  ++write_backs_waiting_;
  ++in_flight_;
}

// Queues the request after all that are not ready later.
void L2SliceCore::push_send(const Send& send) {
  auto at = sends_.end();
  while (at != sends_.begin() && std::prev(at)->ready > send.ready) --at;
  sends_.insert(at, send);
}

const L2SliceCore::Send* L2SliceCore::next_send(Cycle now) const {
  return sends_.empty() || sends_.front().ready > now || last_send_ == now ? nullptr : &sends_.front();
}

void L2SliceCore::sent(Cycle now) {
  if (sends_.front().entry == kNoEntry) {
    --write_backs_waiting_;
    blocked_ = false;
  }
  sends_.pop_front();
  last_send_ = now;
}

Cycle L2SliceCore::next_send_time(Cycle from) const {
  return sends_.empty() ? kNever : std::max(from, sends_.front().ready);
}

// Queues the response after all that are not ready later: data that arrive now pass hits that are ready later.
void L2SliceCore::push_answer(RequestHandle handle, Cycle ready) {
  auto at = answers_.end();
  while (at != answers_.begin() && std::prev(at)->ready > ready) --at;
  answers_.insert(at, {handle, ready});
}

L2SliceCore::RequestHandle L2SliceCore::next_answer(Cycle now) {
  if (answers_.empty() || answers_.front().ready > now || last_answer_ == now) return nullptr;
  RequestHandle handle = answers_.front().handle;
  answers_.pop_front();
  last_answer_ = now;
  --in_flight_;
  return handle;
}

Cycle L2SliceCore::next_answer_time(Cycle from) const {
  return answers_.empty() ? kNever : std::max(from, answers_.front().ready);
}

}  // namespace unibank
