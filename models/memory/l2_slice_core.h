// One slice of the L2 cache: lines of 128 bytes in sectors of 32, true LRU, write-back. Knows cycles and nothing of
// SystemC; requests are handles (opaque pointers) of its owner. It has only the timing: its Data, if there is one,
// keeps the bytes.
//
// A read hits when every touched sector is whole. A miss fetches its missing sectors, from the first to the last of
// them in one read. (It does not fetch the line: a requester of lines requests all sectors, and an Sm without a cache
// requests sectors, whose DRAM traffic a slice must not multiply.) A miss joins the outstanding fetches that bring some
// of its missing sectors, and fetches the others. The line is entered when the data arrive; bytes written meanwhile
// stay. A write enters an absent line without a fetch; a sector of which only some bytes were written is fetched when
// it is read. A victim's dirty sectors are written to memory in one write.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "base/counters.h"
#include "base/types.h"
#include "memory/l2_tags.h"
#include "memory/slices.h"
#include "memory/tag_array_core.h"

namespace unibank {

struct L2SliceParameters {
  std::uint64_t bytes = 65536;      // of this slice
  unsigned ways = 8;
  unsigned slices = 1, slice = 0;   // the number of slices, and the number of this one, which has the lines that
                                    // SliceMap assigns to it
  unsigned latency = 1;             // cycles from a lookup to a hit's response, or to a miss's earliest request
  unsigned mshr_entries = 32;       // fetches under way
  unsigned merges = 8;              // reads that can wait for a fetch, including the read that began it
  unsigned queue = 8;               // requests that wait for their lookup; writes that enter a line wait while as many
                                    // write-backs wait for memory
  MakeL2Tags make_tags = {};        // empty: L2Tags
  std::string slice_hash = "modulo", index = "modulo";  // the hashes of a line's slice and set
};

#define UNIBANK_L2_SLICE_COUNTERS(counter) \
  counter(reads, "l2.reads", "requests", "to read that were looked up") \
  counter(read_hits, "l2.read_hits", "requests", "to read that found all sectors; joining a fetch is not a hit") \
  counter(writes, "l2.writes", "requests", "to write that were looked up") \
  counter(write_hits, "l2.write_hits", "requests", "to write that found their line") \
  counter(merges, "l2.merges", "requests", "to read that missed and began no fetch: outstanding ones bring all") \
  counter(fills, "l2.fills", "fetches", "that came from DRAM") \
  counter(fill_bytes, "l2.fill_bytes", "bytes", "fetched from DRAM") \
  counter(write_backs, "l2.write_backs", "requests", "to DRAM with dirty sectors of an evicted line") \
  counter(write_back_bytes, "l2.write_back_bytes", "bytes", "written back: whole sectors") \
  counter(stalls, "l2.stalls", "cycles", \
          "that the first request of a slice's queue waited for an entry, a merge or a write-back") \
  counter(read_bytes, "l2.read_bytes", "bytes", "of the sectors read by SMs and atomic units") \
  counter(write_bytes, "l2.write_bytes", "bytes", "of the sectors written by SMs and atomic units")
UNIBANK_COUNTERS(L2SliceCounters, "l2_slice", UNIBANK_L2_SLICE_COUNTERS);

class L2SliceCore {
 public:
  using RequestHandle = void*;
  using ByteMask = std::array<std::uint32_t, kLineBytes / kSectorBytes>;  // [sector], bit b: byte b of the sector
  struct Request {
    RequestHandle handle = nullptr;
    std::uint64_t address = 0;  // of the line
    ByteMask bytes{};           // the bytes to read or write
    bool write = false;
  };
  // For memory: a fetch, or the write-back of a victim.
  struct Send {
    unsigned entry = kNoEntry;  // the entry of a fetch
    std::uint64_t address = 0;  // of the first sector
    unsigned length = 0;        // whole sectors
    ByteMask bytes{};           // the bytes that a write-back writes, by sector of the line
    Cycle ready = 0;
  };
  static constexpr unsigned kNoEntry = ~0u;

  // Keeps the bytes of lines; called at each event of the core. `place`: set x ways + way.
  class Data {
   public:
    virtual ~Data() = default;
    // these bytes of the line are read for the request;
    virtual void read(RequestHandle handle, std::size_t place, const ByteMask& bytes) = 0;
    // the request's bytes are written to the line, which already has the bytes `present`;
    virtual void write(RequestHandle handle, std::size_t place, const ByteMask& present) = 0;
    // these fetched bytes of an entry enter the line;
    virtual void fill(unsigned entry, std::size_t place, const ByteMask& bytes) = 0;
    // the line at `address` leaves its place with the bytes `present`, written back or not. `fetches`: entries that
    // fetch it again.
    virtual void evicted(std::size_t place, std::uint64_t address, const ByteMask& present, bool written_back,
                         const std::vector<unsigned>& fetches) = 0;
  };

  // Throws InputError for a parameter of 0 other than `slice`, unless slice < slices, and unless the slice is a whole
  // number of sets. `name`: the slice's, for its tags.
  explicit L2SliceCore(const L2SliceParameters& parameters, const std::string& name = "l2_slice");

  // `data` outlives the core. Null: no bytes are kept.
  void keep(Data* data) { data_ = data; }
  std::size_t lines() const { return lines_.size(); }
  unsigned slice_of(std::uint64_t address) const { return slice_map_.slice_of(address); }
  // A line's place and its present bytes; false: the line is absent.
  bool find(std::uint64_t line, std::size_t& place, ByteMask& present);

  // The bytes of its line that a request touches; for a write with byte enables, the enabled bytes.
  static ByteMask touched_bytes(std::uint64_t address, unsigned length, const unsigned char* enables,
                                unsigned enable_length);

  // Queue entries change at whole cycles only: the entry of a request looked up in cycle `now` is free in the next
  // cycle.
  bool has_room(Cycle now) const { return queue_.size() + (last_lookup_ == now) < parameters_.queue; }
  // Takes a request that came in cycle `now`; it is looked up in the next cycle at the earliest.
  void accept(const Request& request, Cycle now);

  // The lookup of cycle `now`: one per cycle, in order. False when nothing was looked up.
  bool look_up(Cycle now);
  // The first cycle from `from` on for a lookup; kNever: no request waits, or the first one waits for data_came() or
  // sent().
  Cycle next_lookup(Cycle from) const;

  // Requests for memory leave in order of readiness, one a cycle.
  const Send* next_send(Cycle now) const;
  void sent(Cycle now);
  Cycle next_send_time(Cycle from) const;  // the first cycle from `from` on; kNever: none waits

  // The fetch of an entry has arrived in cycle `now`: its reads may be answered from this cycle on.
  void data_came(unsigned entry, Cycle now);
  void write_back_done() { --in_flight_; }

  // Blocks that are not timed have read these bytes of the slice's line, or written them. A victim leaves without a
  // write-back. Must not be called if there is a Data.
  void warm(std::uint64_t line, const ByteMask& bytes, bool write);
  // Places that have had no line yet.
  std::size_t empty_lines() const;

  // Takes the next response: one per cycle, in order of readiness. Null when there is none in this cycle.
  RequestHandle next_answer(Cycle now);
  Cycle next_answer_time(Cycle from) const;  // the first cycle from `from` on; kNever: none waits

  unsigned occupancy() const { return occupied_; }  // fetches under way or still to be sent
  unsigned in_flight() const { return in_flight_; } // requests not answered and write-backs not done yet
  const L2SliceCounters& counters() const { return counters_; }

 private:
  struct Line {
    ByteMask present{};       // bytes that were fetched or written
    unsigned dirty = 0;       // bit s = sector s
  };
  struct Entry {
    std::uint64_t address = 0;  // of the line
    unsigned sectors = 0;       // sectors on their way, bit s: sector s; 0: the entry is free
    std::vector<RequestHandle> waiters;
  };
  struct Queued {
    Request request;
    Cycle came;
  };
  // A read that waits for more than one fetch.
  struct Several {
    RequestHandle handle;
    unsigned fetches;  // that have not arrived
  };
  struct Answer {
    RequestHandle handle;
    Cycle ready;
  };
  bool read(const Request& request, Cycle now);
  bool write(const Request& request, Cycle now);
  unsigned missing_sectors(const Request& request, const TagResult& found);
  bool fetch(const Request& request, unsigned missing, Cycle now);
  void begin_fetch(unsigned entry, const Request& request, unsigned sectors, Cycle now);
  bool last_fetch_of(RequestHandle handle);
  std::uint64_t tag_address(std::uint64_t line) const;
  std::size_t place_of(const TagResult& found) const { return std::size_t{found.set} * parameters_.ways + found.way; }
  Line& line_at(const TagResult& found) { return lines_[place_of(found)]; }
  void read_present(const Request& request, const TagResult& found);
  void note_eviction(std::uint64_t address, const Line& victim);
  // Makes the line the most recently used one; if it was absent, enters it and writes its victim back.
  Line& enter(std::uint64_t line, Cycle ready);
  void write_back(std::uint64_t line, const Line& victim, Cycle ready);
  void push_send(const Send& send);
  void push_answer(RequestHandle handle, Cycle ready);
  Cycle earliest_lookup() const;

  L2SliceParameters parameters_;
  SliceMap slice_map_;
  HashedIndex index_;
  std::unique_ptr<L2TagsInterface> tags_;
  Data* data_ = nullptr;
  std::vector<Line> lines_;  // [set][way]
  std::vector<Entry> entries_;
  std::vector<Several> several_;
  std::deque<Queued> queue_;
  std::deque<Send> sends_;
  std::deque<Answer> answers_;
  Cycle last_lookup_ = kNever, last_send_ = kNever, last_answer_ = kNever;
  bool blocked_ = false;  // the first in the queue waits for an event
  unsigned occupied_ = 0, in_flight_ = 0, write_backs_waiting_ = 0;
  L2SliceCounters counters_;
};

}  // namespace unibank
