#include "sm/reuse_statistics.h"

#include <algorithm>

namespace unibank {

void ReuseStatistics::operands_read(const InFlight& instruction, Cycle now) {
  for (const std::uint16_t number : instruction.what->sources) {
    Value& one = value(instruction.warp, number);
    if (!one.written) continue;
    ++registers_[distance_class(now - one.last)];
    ++one.reads;
    one.last = now;
  }
  for (const LineAccess& access : instruction.plan.lines) {
    Line& line = lines_[access.address];
    if (line.accesses++ != 0) ++memory_[distance_class(now - line.last)];
    line.last = now;
  }
}

void ReuseStatistics::written(const InFlight& instruction, Cycle now) {
  for (const std::uint16_t number : instruction.what->results) {
    Value& one = value(instruction.warp, number);
    close(one);
    one = {true, 0, now};
  }
}

void ReuseStatistics::warp_ended(unsigned warp) {
  for (unsigned number = 0; number < kMaxRegisters; ++number) close(value(warp, number));
}

void ReuseStatistics::close(Value& value) {
  if (value.written) ++reads_[std::min(value.reads, 3u)];
  value = {};
}

void ReuseStatistics::end() {
  for (const auto& [address, line] : lines_) ++accesses_[line_class(line.accesses)];
  lines_.clear();
}

void ReuseStatistics::put(SmCounters& counters) const {
  counters.register_reuse_10 = registers_[0];
  counters.register_reuse_100 = registers_[1];
  counters.register_reuse_1000 = registers_[2];
  counters.register_reuse_more = registers_[3];
  counters.line_reuse_10 = memory_[0];
  counters.line_reuse_100 = memory_[1];
  counters.line_reuse_1000 = memory_[2];
  counters.line_reuse_more = memory_[3];
  counters.values_read_0 = reads_[0];
  counters.values_read_1 = reads_[1];
  counters.values_read_2 = reads_[2];
  counters.values_read_more = reads_[3];
  counters.lines_accessed_1 = accesses_[0];
  counters.lines_accessed_2 = accesses_[1];
  counters.lines_accessed_3 = accesses_[2];
  counters.lines_accessed_10 = accesses_[3];
  counters.lines_accessed_more = accesses_[4];
}

}  // namespace unibank
