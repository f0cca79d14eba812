// Sectors that come alone: a load fetches those that it touches and that are not there (cache.fetch = "sectors").
//
// A line that is there may lack sectors. What a store writes of those goes to memory only, so this is for memory spaces
// whose stores leave no dirty lines; the lines of others come whole, as all do with cache.fetch = "line".
#include "l1/l1_core.h"
#include "l1/sector_runs.h"

namespace unibank {

bool L1Core::in_sectors(const LineJob& job) const {
  return sectors_alone_ && !(job.local ? local_stores_ : global_stores_).keeps_dirty();
}

unsigned L1Core::sectors_there(const LineJob& job, const TagAnswer& answer) const {
  return in_sectors(job) ? sectors_[std::size_t{answer.set} * ways_ + answer.way] : kAllSectors;
}

// The line is there: the words of its sectors come from the banks, the others from memory.
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

// Each run of sectors is a read of its own; the job's part for the lookup is the first one's.
void L1Core::read_sectors(LineJob& job, const LineAccess& line) {
  --job.parts;
  each_run(line, [&](std::uint64_t address, unsigned length) {
    ++job.parts;
    ++fills_;
    memory_jobs_.push({&job, address, length, false, true});
  });
}

// The tags have been asked to enter what has come. A line that is there takes the sectors, unless those it has were
// asked for behind an acquire that these are older than; ones that are older than these are no longer there.
void L1Core::sectors_entered(const L1Request& request, const TagResult& answer) {
  const std::size_t place = std::size_t{answer.set} * ways_ + answer.way;
  std::uint32_t& age = ages_[place];
  std::uint8_t& there = sectors_[place];
  const bool joins = answer.hit && age == request.age;
  const bool dropped = answer.hit && (answer.state == kDirtyLine || age > request.age ||
                                      (joins && (request.sectors & ~there) == 0));
  if (dropped) {
    buffers_.put(request.data);
    --fills_;
    return;
  }
  there = static_cast<std::uint8_t>(request.sectors | (joins ? there : 0));
  age = request.age;
  if (answer.victim_valid) evicted(answer);
  push_rows(fill_rows_, nullptr, answer, {request.address, words_of(request.sectors)}, true).data = request.data;
}

}  // namespace unibank
