// Single sectors: a load fetches the missing sectors that it touches (cache.fetch = "sectors").
//
// A present line may lack sectors. Stores to those are sent only to memory, so this applies to memory spaces whose
// stores leave no dirty lines. Lines of other spaces are fetched whole, as all lines are with cache.fetch = "line".
#include "l1/l1_core.h"
#include "l1/sector_runs.h"

namespace unibank {

bool L1Core::in_sectors(const LineJob& job) const {
  return sectors_alone_ && !(job.local ? local_stores_ : global_stores_).keeps_dirty();
}

unsigned L1Core::sectors_there(const LineJob& job, const TagAnswer& answer) const {
  return in_sectors(job) ? sectors_[std::size_t{answer.set} * ways_ + answer.way] : kAllSectors;
}

// The line is present: the words of its sectors come from the banks, the others from memory.
void L1Core::sectors_missed(LineJob& job, const TagAnswer& answer, unsigned there) {
  ++counters_.sector_misses;
  const LineAccess missing{job.line.address, job.line.words & ~words_of(there)};
  const LineAccess present{job.line.address, job.line.words & words_of(there)};
  if (present.words != 0) {
    ++job.parts;
    push_rows(cache_rows_, &job, answer, present, false);
  }
  read_sectors(job, missing);
}

// Each run of sectors is a separate read; the first one takes over the job's part for the lookup.
void L1Core::read_sectors(LineJob& job, const LineAccess& line) {
  --job.parts;
  each_run(line, [&](std::uint64_t address, unsigned length) {
    ++job.parts;
    ++fills_;
    memory_jobs_.push({&job, address, length, false, true});
  });
}

// The response of the tags to the entry of arrived sectors. A present line takes the arrived sectors, unless its own
// were requested after an acquire and the arrived ones before it. Own sectors that are older are dropped instead.
void L1Core::sectors_entered(const FillJob& fill, const TagResult& answer) {
  const std::size_t place = std::size_t{answer.set} * ways_ + answer.way;
  std::uint32_t& age = ages_[place];
  std::uint8_t& there = sectors_[place];
  const bool joins = answer.hit && age == fill.age;
  const bool dropped = answer.hit && (answer.state == kDirtyLine || age > fill.age ||
                                      (joins && (fill.sectors & ~there) == 0));
  if (dropped) {
    buffers_.put(fill.data);
    --fills_;
    return;
  }
  there = static_cast<std::uint8_t>(fill.sectors | (joins ? there : 0));
  age = fill.age;
  if (answer.victim_valid) evicted(answer);
  push_rows(fill_rows_, nullptr, answer, {fill.line, words_of(fill.sectors)}, true).data = fill.data;
}

}  // namespace unibank
