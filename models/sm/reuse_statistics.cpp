#include "sm/reuse_statistics.h"

#include <algorithm>

namespace unibank {

void ReuseStatistics::issued(const InFlight& instruction) {
  for (const std::uint16_t number : instruction.decoded->sources) ++value(instruction.warp, number).reads;
}

void ReuseStatistics::operands_read(const InFlight& instruction, Cycle now) {
  for (const std::uint16_t number : instruction.decoded->sources) {
    Value& one = value(instruction.warp, number);
    if (!one.written) continue;
    ++registers_.at[distance_class(now - one.last)];
    one.last = now;
  }
  for (const LineAccess& access : instruction.plan.lines) {
    Line& line = lines_[access.address];
    if (line.accesses++ != 0) ++lines_again_.at[distance_class(now - line.last)];
    line.last = now;
  }
}

void ReuseStatistics::written(const InFlight& instruction, Cycle now) {
  for (const std::uint16_t number : instruction.decoded->results) {
    Value& one = value(instruction.warp, number);
    close(one);
    one = {true, 0, now};
  }
}

void ReuseStatistics::warp_ended(unsigned warp) {
  for (unsigned number = 0; number < kMaxRegisters; ++number) close(value(warp, number));
}

void ReuseStatistics::close(Value& value) {
  if (value.written) ++reads_.at[std::min(value.reads, unsigned{ValueReads::kMore})];
  value = {};
}

void ReuseStatistics::end() {
  for (const auto& [address, line] : lines_) ++accesses_.at[line_class(line.accesses)];
  lines_.clear();
}

void ReuseStatistics::add_counters_to(CounterValues& all) const {
  all.add(registers_);
  all.add(lines_again_);
  all.add(reads_);
  all.add(accesses_);
}

}  // namespace unibank
