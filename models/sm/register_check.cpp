#include "sm/register_check.h"

#include <string>

#include "base/input_error.h"
#include "policy/line_state.h"

namespace unibank {

void RegisterCheck::reset(unsigned warps, unsigned ways) {
  ways_ = ways;
  newest_.assign(std::size_t{warps} * kMaxRegisters, Writers{});
}

void RegisterCheck::warp_started(unsigned warp) {
  for (unsigned number = 0; number < kMaxRegisters; ++number) newest(warp, number) = Writers{};
}

void RegisterCheck::will_read(std::uint64_t order, unsigned warp, unsigned number) {
  expected_[order] = newest(warp, number);
}

void RegisterCheck::issued(const InFlight& instruction) {
  for (const std::uint16_t number : instruction.decoded->results) {
    Writers& writers = newest(instruction.warp, number);
    for (LaneMask lanes = instruction.active; lanes; lanes &= lanes - 1) {
      writers[static_cast<unsigned>(__builtin_ctz(lanes))] = instruction.sequence + 1;
    }
  }
}

RegisterCheck::Line& RegisterCheck::at(const TagAnswer& where) {
  const std::size_t index = std::size_t{where.set} * ways_ + where.way;
  if (index >= lines_.size()) lines_.resize(index + 1);
  return lines_[index];
}

// The line that was there leaves: what memory does not have goes there, the rest is forgotten.
RegisterCheck::Line& RegisterCheck::enter(const TagAnswer& where, std::uint64_t address) {
  Line& line = at(where);
  if (where.victim_valid && is_register(where.victim_state)) {
    if (line.address != where.victim_address) {
      throw RunError("data check: the tag array evicts register line " + std::to_string(where.victim_address) +
                     " from set " + std::to_string(where.set) + ", way " + std::to_string(where.way) +
                     ", which holds line " + std::to_string(line.address));
    }
    if (is_unwritten(where.victim_state)) leaving_[where.victim_address] = line.writers;
  }
  line = Line{address, Writers{}};
  return line;
}

// Lanes that nobody has written hold nothing that could be wrong.
void RegisterCheck::compare(std::uint64_t order, const InFlight& instruction, const RegisterAccess& access,
                            const Writers& found, const char* where) {
  const Writers& expected = expected_.at(order);
  ++reads_checked_;
  for (LaneMask lanes = instruction.active; lanes; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(lanes));
    if (expected[lane] == 0 || expected[lane] == found[lane]) continue;
    throw RunError("data check: '" + instruction.decoded->text + "' (warp " + std::to_string(access.warp) + ", lane " +
                   std::to_string(lane) + ") reads register " + std::to_string(access.number) + " " + where +
                   ": the value of instruction " + std::to_string(found[lane]) +
                   " in the order of issue, expected that of " + std::to_string(expected[lane]));
  }
}

void RegisterCheck::read_line(std::uint64_t order, const InFlight& instruction, const RegisterAccess& access,
                              const TagAnswer& where, std::uint64_t address) {
  const Line& line = at(where);
  compare(order, instruction, access, line.address == address ? line.writers : Writers{}, "in its line");
}

void RegisterCheck::read_nothing(std::uint64_t order, const InFlight& instruction, const RegisterAccess& access) {
  compare(order, instruction, access, Writers{}, "that has no line");
}

void RegisterCheck::read_fetched(std::uint64_t order, const InFlight& instruction, const RegisterAccess& access) {
  compare(order, instruction, access, fetched_.at(order), "fetched from memory");
}

void RegisterCheck::write_line(std::uint64_t order, const InFlight& instruction, const TagAnswer& where,
                               std::uint64_t address) {
  const auto fetched = fetched_.find(order);
  Line& line = where.hit ? at(where) : enter(where, address);
  if (fetched != fetched_.end()) line.writers = fetched->second;
  for (LaneMask lanes = instruction.active; lanes; lanes &= lanes - 1) {
    line.writers[static_cast<unsigned>(__builtin_ctz(lanes))] = instruction.sequence + 1;
  }
}

void RegisterCheck::fill_line(std::uint64_t order, const TagAnswer& where, std::uint64_t address) {
  if (!where.hit) enter(where, address).writers = fetched_.at(order);
}

void RegisterCheck::spilled(std::uint64_t address) {
  const auto line = leaving_.find(address);
  if (line == leaving_.end()) return;  // a line of the cache
  stored_[address] = line->second;
  leaving_.erase(line);
}

void RegisterCheck::ended(std::uint64_t order) {
  expected_.erase(order);
  fetched_.erase(order);
}

}  // namespace unibank
