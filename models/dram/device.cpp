#include "dram/device.h"

#include "base/input_error.h"

namespace unibank {

namespace {

void check(const DramTiming& t) {
  if (t.banks == 0 || t.bank_groups == 0 || t.row_bytes == 0 || t.burst_bytes == 0 || t.burst == 0) {
    throw InputError("DRAM channel: banks, bank groups, rows and bursts must be at least 1");
  }
  if (t.banks % t.bank_groups != 0) throw InputError("DRAM channel: banks must fill their groups");
  if (t.command_buses != 1 && t.command_buses != 2) throw InputError("DRAM channel: one command bus or two");
}

}  // namespace

DramDevice::DramDevice(const DramTiming& timing) : timing_(timing) {
  check(timing);
  banks_.resize(timing.banks);
  groups_.resize(timing.bank_groups);
  for (unsigned bank = 0; bank < timing.banks; ++bank) banks_[bank].group = bank / (timing.banks / timing.bank_groups);
}

// The open banks determine the first cycle of a precharge of all banks; all banks determine that of a refresh.
Cycle DramDevice::of_all_from(DramCommand command) const {
  Cycle from = row_bus_from_;
  for (const Bank& bank : banks_) {
    if (command == DramCommand::kRefresh) from = std::max(from, bank.activate_from);
    else if (bank.open) from = std::max(from, bank.precharge_from);
  }
  return from;
}

void DramDevice::issue(DramCommand command, unsigned index, std::uint64_t row, Cycle at, bool closes) {
  take_bus(command, at);
  Bank& bank = banks_[index];
  switch (command) {
    case DramCommand::kNone: break;
    case DramCommand::kActivate: activate(bank, row, at); break;
    case DramCommand::kPrecharge: close(bank, at); break;
    case DramCommand::kPrechargeAll:
      for (Bank& one : banks_)
        if (one.open) close(one, at);
      break;
    case DramCommand::kRefresh:
      for (Bank& one : banks_) refresh(one, at + timing_.t_rfc);
      break;
    case DramCommand::kRefreshBank: refresh(bank, at + timing_.t_rfc_bank); break;
    case DramCommand::kRead:
    case DramCommand::kWrite:
      column(bank, command == DramCommand::kWrite, at);
      if (closes) close(bank, bank.precharge_from);
  }
}

// Commands of the other bus may follow in the same cycle.
void DramDevice::take_bus(DramCommand command, Cycle at) {
  advance(timing_.command_buses == 1 ? at + 1 : at);
  (is_column(command) ? column_bus_from_ : row_bus_from_) = at + 1;
}

void DramDevice::activate(Bank& bank, std::uint64_t row, Cycle at) {
  ++open_banks_;
  bank.open = true;
  bank.row = row;
  bank.activate_from = at + timing_.t_rc;
  bank.read_from = at + timing_.t_rcd;
  bank.write_from = at + timing_.t_rcd_write;
  bank.precharge_from = at + timing_.t_ras;
  groups_[bank.group].activate_from = at + timing_.t_rrd_group;
  activate_from_ = at + timing_.t_rrd;
  activated_[activates_++ % activated_.size()] = at;
  const Cycle oldest = activated_[activates_ % activated_.size()];
  if (timing_.t_faw != 0 && activates_ >= activated_.size())
    activate_from_ = std::max(activate_from_, oldest + timing_.t_faw);
}

// Data of a read and of a later write must not overlap on the bus, and must be at least t_turn apart.
void DramDevice::column(Bank& bank, bool write, Cycle at) {
  Group& group = groups_[bank.group];
  column_from_ = at + std::max(timing_.t_ccd, timing_.burst);
  group.column_from = at + timing_.t_ccd_group;
  if (write) {
    const Cycle end = data_end(DramCommand::kWrite, at);
    read_from_ = std::max(read_from_, end + timing_.t_wtr);
    group.read_from = std::max(group.read_from, end + timing_.t_wtr_group);
    bank.precharge_from = std::max(bank.precharge_from, end + timing_.t_wr);
    return;
  }
  const Cycle write_data_from = data_end(DramCommand::kRead, at) + timing_.t_turn;
  write_from_ = std::max(write_from_, write_data_from - std::min<Cycle>(write_data_from, timing_.t_wl));
  bank.precharge_from = std::max(bank.precharge_from, at + timing_.t_rtp);
}

void DramDevice::close(Bank& bank, Cycle precharged) {
  --open_banks_;
  bank.open = false;
  bank.activate_from = std::max(bank.activate_from, precharged + timing_.t_rp);
}

void DramDevice::refresh(Bank& bank, Cycle done) { bank.activate_from = std::max(bank.activate_from, done); }

}  // namespace unibank
