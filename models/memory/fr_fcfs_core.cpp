#include "memory/fr_fcfs_core.h"

#include <algorithm>

#include "base/input_error.h"

namespace unibank {

namespace {

void check(const DramTiming& t, unsigned queue) {
  if (queue == 0 || t.banks == 0 || t.bank_groups == 0 || t.row_bytes == 0 || t.stripe_bytes == 0 ||
      t.stripe_banks == 0 || t.burst_bytes == 0 || t.burst == 0) {
    throw InputError("DRAM channel: queue, banks, bank groups, rows, stripes and bursts must be at least 1");
  }
  if (t.banks % t.bank_groups != 0 || t.banks % t.stripe_banks != 0 || t.row_bytes % t.stripe_bytes != 0) {
    throw InputError("DRAM channel: banks must be whole groups and whole stripes, a row whole stripes");
  }
}

}  // namespace

FrFcfsCore::FrFcfsCore(const DramTiming& timing, unsigned queue) : timing_(timing), queue_(queue) {
  check(timing, queue);
  banks_.resize(timing.banks);
  group_column_from_.assign(timing.bank_groups, 0);
}

FrFcfsCore::Place FrFcfsCore::place(std::uint64_t address) const {
  const std::uint64_t block_bytes = std::uint64_t{timing_.row_bytes} * timing_.stripe_banks;  // a row of each
  const std::uint64_t block = address / block_bytes, blocks_across = timing_.banks / timing_.stripe_banks;
  const std::uint64_t stripe = address % block_bytes / timing_.stripe_bytes;
  return {static_cast<unsigned>(block % blocks_across * timing_.stripe_banks + stripe % timing_.stripe_banks),
          block / blocks_across};
}

void FrFcfsCore::arrive(Cycle now, std::uint64_t channel_address, bool write, unsigned bursts, void* name) {
  const Place at = place(channel_address);
  Request request;
  request.order = order_++;
  request.row = at.row;
  request.write = write;
  request.bursts = request.left = bursts;
  request.name = name;
  banks_[at.bank].queue.push_back(request);
  ++waiting_;
  clock_ = std::max(clock_, now);
}

// A request that has begun goes on; so does its row stay open.
std::size_t FrFcfsCore::candidate(const Bank& bank) const {
  if (!bank.open) return 0;
  const bool limited = timing_.hit_limit != 0 && bank.passed >= timing_.hit_limit;
  std::size_t hit = bank.queue.size();
  for (std::size_t i = 0; i < bank.queue.size(); ++i) {
    const Request& request = bank.queue[i];
    if (request.left != request.bursts) return i;
    if (request.row == bank.row && hit == bank.queue.size()) hit = i;
  }
  return limited || hit == bank.queue.size() ? 0 : hit;
}

FrFcfsCore::Choice FrFcfsCore::wanted(unsigned index) const {
  const Bank& bank = banks_[index];
  Choice choice;
  if (bank.queue.empty()) return choice;
  choice.bank = index;
  choice.request = candidate(bank);
  const Request& request = bank.queue[choice.request];
  choice.order = request.order;
  if (!bank.open) {
    choice.command = Command::kActivate;
    choice.at = std::max(bank.activate_from, activate_from_);
  } else if (bank.row != request.row) {
    choice.command = Command::kPrecharge;
    choice.at = bank.precharge_from;
  } else {
    choice.command = request.write ? Command::kWrite : Command::kRead;
    const Cycle row = request.write ? bank.write_from : bank.read_from;
    const Cycle turn = request.write ? write_from_ : read_from_;
    choice.at = std::max({row, turn, column_from_, group_column_from_[group_of(index)]});
  }
  choice.at = std::max(choice.at, clock_);
  return choice;
}

FrFcfsCore::Choice FrFcfsCore::choose() const {
  const auto is_column = [](const Choice& c) { return c.command == Command::kRead || c.command == Command::kWrite; };
  Choice best;
  for (unsigned bank = 0; bank < banks_.size(); ++bank) {
    const Choice choice = wanted(bank);
    if (choice.command == Command::kNone) continue;
    const bool first = choice.at != best.at                        ? choice.at < best.at
                       : is_column(choice) != is_column(best)      ? is_column(choice)
                                                                   : choice.order < best.order;
    if (first) best = choice;
  }
  return best;
}

FrFcfsCore::Issued FrFcfsCore::step(Cycle end) {
  Issued issued;
  const Choice choice = choose();
  if (choice.command == Command::kNone || choice.at >= end) return issued;
  Bank& bank = banks_[choice.bank];
  Request& request = bank.queue[choice.request];
  count(request, choice.command);
  issued.command = choice.command;
  issued.at = choice.at;
  issued.bank = choice.bank;
  issued.row = choice.command == Command::kPrecharge ? bank.row : request.row;
  clock_ = choice.at + 1;
  switch (choice.command) {
    case Command::kActivate:
      activate(bank, request.row, choice.at);
      break;
    case Command::kPrecharge:
      bank.open = false;
      bank.activate_from = std::max(bank.activate_from, choice.at + timing_.t_rp);
      break;
    default:
      column(choice.bank, request.write, choice.at);
      issued.data_end = choice.at + (request.write ? timing_.t_wl : timing_.t_cl) + timing_.burst;
      finish_burst(bank, choice.request, issued);
  }
  return issued;
}

void FrFcfsCore::count(Request& request, Command command) {
  if (request.counted) return;
  request.counted = true;
  ++(command == Command::kActivate    ? counters_.misses
     : command == Command::kPrecharge ? counters_.conflicts
                                      : counters_.hits);
}

void FrFcfsCore::activate(Bank& bank, std::uint64_t row, Cycle now) {
  bank.open = true;
  bank.row = row;
  bank.activate_from = now + timing_.t_rc;
  bank.read_from = now + timing_.t_rcd;
  bank.write_from = now + timing_.t_rcd_write;
  bank.precharge_from = now + timing_.t_ras;
  activate_from_ = now + timing_.t_rrd;
}

// Data of a read and of a write after it must not meet on the bus, nor come closer than t_turn.
void FrFcfsCore::column(unsigned index, bool write, Cycle now) {
  Bank& bank = banks_[index];
  column_from_ = now + std::max(timing_.t_ccd, timing_.burst);
  group_column_from_[group_of(index)] = now + timing_.t_ccd_group;
  counters_.bus_cycles += timing_.burst;
  if (write) {
    const Cycle data_end = now + timing_.t_wl + timing_.burst;
    read_from_ = std::max(read_from_, data_end + timing_.t_wtr);
    bank.precharge_from = std::max(bank.precharge_from, data_end + timing_.t_wr);
    return;
  }
  const Cycle write_data_from = now + timing_.t_cl + timing_.burst + timing_.t_turn;
  write_from_ = std::max(write_from_, write_data_from - std::min<Cycle>(write_data_from, timing_.t_wl));
  bank.precharge_from = std::max(bank.precharge_from, now + timing_.t_rtp);
}

void FrFcfsCore::finish_burst(Bank& bank, std::size_t index, Issued& issued) {
  Request& request = bank.queue[index];
  if (--request.left != 0) return;
  issued.name = request.name;
  bank.passed = index == 0 ? 0 : bank.passed + 1;
  bank.queue.erase(bank.queue.begin() + static_cast<std::ptrdiff_t>(index));
  --waiting_;
}

}  // namespace unibank
