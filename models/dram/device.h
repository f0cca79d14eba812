// The device side of a DRAM channel: the open row of each bank, and when timing allows a command. The controller
// reports every issued command; the device knows no requests.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/types.h"
#include "dram/timing.h"

namespace unibank {

enum class DramCommand { kNone, kActivate, kPrecharge, kRead, kWrite, kPrechargeAll, kRefresh, kRefreshBank };

constexpr bool is_column(DramCommand command) {
  return command == DramCommand::kRead || command == DramCommand::kWrite;
}

class DramDevice {
 public:
  // Throws InputError for invalid timing, such as banks that do not fill their groups.
  explicit DramDevice(const DramTiming& timing);

  const DramTiming& timing() const { return timing_; }
  unsigned banks() const { return timing_.banks; }
  bool open(unsigned bank) const { return banks_[bank].open; }
  bool any_open() const { return open_banks_ != 0; }
  std::uint64_t row(unsigned bank) const { return banks_[bank].row; }  // while open

  // The first cycle in which the command may be issued; its bank must be open or idle as the command requires. `bank`
  // is ignored for commands to all banks.
  Cycle from(DramCommand command, unsigned bank) const {
    const Bank& of = banks_[bank];
    const Group& group = groups_[of.group];
    switch (command) {
      case DramCommand::kActivate:
        return std::max({of.activate_from, group.activate_from, activate_from_, row_bus_from_});
      case DramCommand::kPrecharge: return std::max(of.precharge_from, row_bus_from_);
      case DramCommand::kRead:
        return std::max({of.read_from, group.read_from, group.column_from, read_from_, column_from_, column_bus_from_});
      case DramCommand::kWrite:
        return std::max({of.write_from, group.column_from, write_from_, column_from_, column_bus_from_});
      case DramCommand::kRefreshBank: return std::max(of.activate_from, row_bus_from_);
      default: return of_all_from(command);
    }
  }
  // Allows no command before `now`.
  void advance(Cycle now) {
    row_bus_from_ = std::max(row_bus_from_, now);
    column_bus_from_ = std::max(column_bus_from_, now);
  }
  // The command is issued in cycle `at`. `closes`: a column command with auto-precharge.
  void issue(DramCommand command, unsigned bank, std::uint64_t row, Cycle at, bool closes = false);
  // The first cycle after the data of a column command that is issued in cycle `at`.
  Cycle data_end(DramCommand command, Cycle at) const {
    return at + (command == DramCommand::kWrite ? timing_.t_wl : timing_.t_cl) + timing_.burst;
  }

 private:
  struct Bank {
    bool open = false;
    unsigned group = 0;
    std::uint64_t row = 0;
    Cycle activate_from = 0, read_from = 0, write_from = 0, precharge_from = 0;
  };
  struct Group {
    Cycle activate_from = 0, column_from = 0, read_from = 0;
  };

  Cycle of_all_from(DramCommand command) const;
  void take_bus(DramCommand command, Cycle at);
  void activate(Bank& bank, std::uint64_t row, Cycle at);
  void column(Bank& bank, bool write, Cycle at);
  void close(Bank& bank, Cycle precharged);
  void refresh(Bank& bank, Cycle done);

  DramTiming timing_;
  std::vector<Bank> banks_;
  std::vector<Group> groups_;
  unsigned open_banks_ = 0;
  Cycle row_bus_from_ = 0, column_bus_from_ = 0;                                // of the command buses; equal if there
                                                                                // is only one
  Cycle activate_from_ = 0, column_from_ = 0, read_from_ = 0, write_from_ = 0;  // of the whole channel
  std::array<Cycle, 4> activated_{};                                            // the last four activates, in a ring
  unsigned activates_ = 0;
};

}  // namespace unibank
