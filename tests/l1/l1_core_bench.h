// The core of the L1 between a tag array, banks and memory with fixed latencies, without sockets.
#pragma once
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "l1/l1_core.h"
#include "l1/line_kinds.h"

namespace unibank::test {

constexpr Cycle kMemoryCycles = 100, kBankCycles = 2;

struct Lookups : CacheObserver {
  void looked_up(const CacheLookup&) override {}
};

struct RowsSent {
  Cycle at;
  bool write;
  std::uint64_t line;
  bool operator==(const RowsSent& other) const {
    return at == other.at && write == other.write && line == other.line;
  }
};
struct MemorySent {
  Cycle at;
  bool write;
  std::uint64_t address;
  LineBytes bytes;
  unsigned length;
};

// Tags answer after one cycle (`tag_cycles`), banks after two, memory after a hundred; every row is granted its bank at
// once.
class Around : public L1Outward {
 public:
  explicit Around(const Design& design_of)
      : design(design_of),
        arbiter(design),
        tags(design.cache.ways),
        core({&design, &now, &arbiter, &observer, &leaving, &watch, &lines, {}, false, this}) {
    reset();
    const AddressMap map(design, 0, 0, 1, 16);
    tags.configure(map.cache_sets(), map.cache_ways());
    sets = map.cache_sets();
  }
  Sent to_tags(const L1Request& request, TagOperation operation, std::uint8_t state) override {
    requests_.push_back(request);
    L1Request& kept = requests_.back();
    kept.order = requests_.size();
    const TagResult result = tag_result(operation, request.address, state);
    const bool lookup = request.purpose == L1Request::Purpose::kLookup;
    const bool fill = request.purpose == L1Request::Purpose::kFill;
    const Cycle due = now + tag_cycles;
    const bool taken = (lookup && core.missed(*kept.job, kept.order, result.hit, due)) ||
                       (fill && core.entered(kept, result, due));
    if (taken) return {&kept, true};
    due_.emplace(due, [this, &kept, result, lookup, fill] {
      lookup ? core.tag_answer(*kept.job, kept.order, result)
             : fill ? core.fill_answer(kept, result) : core.flush_answer(kept.order, result);
    });
    return {&kept, true};
  }
  Sent to_memory(const L1Request& request, const MemoryJob& what) override {
    requests_.push_back(request);
    L1Request& kept = requests_.back();
    to_memory_.push_back({now, what.write, what.address, what.bytes, what.length});
    if (holds_memory) return {&kept, false};
    responses_.emplace(now + kMemoryCycles, &kept);
    return {&kept, true};
  }
  bool send_rows(RowJob& rows, std::uint64_t& counter) override {
    counter += rows.whole ? kCrossbarPorts : rows.rows.size();
    rows.next = static_cast<unsigned>(rows.rows.size());
    rows_.push_back({now, rows.write, rows.line});
    core.rows_sent(rows, now + kBankCycles);
    return true;
  }
  void taken(LineJob& job) override { taken_at[&job] = now; }
  void answer(LineJob& job) override { answered_at[&job] = job.due; }
  void released(void*) override { released_at = now; }
  bool writes_whole_lines(std::uint64_t) const override { return whole_lines; }
  void stored(const LineJob&, LineValues&) override {}
  void found(const LineValues&, LineJob&) override {}

  // A request made in that cycle after the L1's own step.
  LineJob& ask(Cycle at, LineOperation operation, std::uint64_t address, std::uint32_t words = ~0u,
               bool local = false) {
    jobs_.emplace_back();
    LineJob& job = jobs_.back();
    job.kept = true;
    job.operation = operation;
    job.local = local;
    job.line = {address, words};
    for (unsigned byte = 0; byte < kLineBytes; ++byte)
      job.bytes[byte / kSectorBytes] |= (words >> byte / 4 & 1) << byte % kSectorBytes;
    asked_.emplace(at, &job);
    return job;
  }
  void run(Cycle until) {
    while (now < until) step();
  }
  // The same with as few cycles of the Sm as it may run: lines arrive without one where the core allows it. Returns the
  // number of those lines.
  unsigned run_asleep(Cycle until) {
    unsigned arrived = 0;
    bool runs = true;
    for (Cycle at = now + 1; at <= until; ++at) {
      bool due = runs || (!due_.empty() && due_.begin()->first <= at) ||
                 (!asked_.empty() && asked_.begin()->first <= at && !core.waiting());
      runs = false;
      const auto response = responses_.find(at);
      if (response != responses_.end() && core.may_arrive(*response->second, at)) {
        runs = core.arrive(*response->second, at);
        responses_.erase(response);
        ++arrived;
      } else {
        due = due || response != responses_.end();
      }
      if (!due) continue;
      now = at - 1;
      step();
      ++steps;
      runs = core.wants_next_cycle();
    }
    core.catch_up(until + 1);
    return arrived;
  }
  // The Sm sleeps through these cycles.
  void sleep(Cycle until) { now = until; }
  void reset() { core.reset(AddressMap(design, 0, 0, 1, 16)); }
  const std::vector<RowsSent>& rows() const { return rows_; }
  const std::vector<MemorySent>& memory() const { return to_memory_; }
  // Of the core and of the tags.
  std::vector<std::uint64_t> counters() const {
    std::vector<std::uint64_t> all;
    for (const std::uint64_t value : core.counters().values()) all.push_back(value);
    for (const std::uint64_t value : tags.counters().values()) all.push_back(value);
    return all;
  }

  const Design design;
  Cycle now = 0;
  unsigned tag_cycles = 1;
  bool holds_memory = false;  // memory accepts nothing
  bool whole_lines = false;   // rows of a line are written in one payload; takes effect with reset()
  Cycle entered_at = kNever;  // the last cycle in which a line entered without a run of the Sm for it
  Arbiter arbiter;
  SmObserver* observer = nullptr;
  LeavingLines leaving;
  Lookups watch;
  LinePolicy lines;
  TagArrayCore tags;
  L1Core core;
  unsigned sets = 0;
  std::map<const LineJob*, Cycle> taken_at, answered_at;
  Cycle released_at = kNever;
  unsigned steps = 0;  // of run_asleep()

 private:
  TagResult tag_result(TagOperation operation, std::uint64_t line, std::uint8_t state) {
    switch (operation) {
      case TagOperation::kFill: return tags.fill(line, state);
      case TagOperation::kClaim: return tags.claim(line, state);
      case TagOperation::kInvalidate: return tags.invalidate(line);
      case TagOperation::kStore: return tags.store(line, state);
      case TagOperation::kClean: return tags.clean(line / kLineBytes);
      default: return tags.lookup(line);
    }
  }
  void step() {
    ++now;
    arbiter.begin_cycle();
    if (core.begin_cycle()) entered_at = now;
    for (auto item = responses_.begin(); item != responses_.end() && item->first <= now; item = responses_.erase(item))
      core.memory_answer(*item->second, now);
    for (auto item = due_.begin(); item != due_.end() && item->first <= now; item = due_.erase(item)) item->second();
    core.advance_fills();
    core.advance();
    while (!asked_.empty() && asked_.begin()->first <= now && !core.waiting()) {
      LineJob& job = *asked_.begin()->second;
      asked_.erase(asked_.begin());
      if (core.request(job)) taken(job);
    }
    core.advance_behind_lines();
  }

  std::deque<L1Request> requests_;
  std::deque<LineJob> jobs_;
  std::multimap<Cycle, LineJob*> asked_;
  std::multimap<Cycle, std::function<void()>> due_;
  std::map<Cycle, L1Request*> responses_;  // of memory
  std::vector<RowsSent> rows_;
  std::vector<MemorySent> to_memory_;
};

constexpr std::uint64_t kLine = 0x1000;

inline Design stores(StorePolicy global, StorePolicy local = StorePolicy::kWriteThrough, bool allocate = false) {
  Design design;
  design.cache.global_stores = global;
  design.cache.local_stores = local;
  design.cache.local_stores_allocate = allocate;
  return design;
}

}  // namespace unibank::test
