// Commands for random requests under random timing. Every pair of commands is compared with every minimum time between
// them; the rules are written from the standards' definitions, not from the device model.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "dram/controller.h"
#include "support/random.h"

using namespace unibank;

namespace {

using Issued = DramController::Issued;

class Checker {
 public:
  // `auto_precharge`: columns may close their own row, so a precharge of all banks need not wait for those rows.
  Checker(const DramTiming& timing, bool auto_precharge) : t_(timing), auto_precharge_(auto_precharge) {}

  // The name and place of the first minimum time that is violated; empty: none.
  std::string take(const Issued& now) {
    std::string wrong;
    for (const Issued& before : commands_) {
      const auto least = [&](bool applies, unsigned cycles, const char* name) {
        if (applies && now.at < before.at + cycles && wrong.empty())
          wrong = std::string(name) + ": " + std::to_string(before.at) + " to " + std::to_string(now.at);
      };
      activates(before, now, least);
      columns(before, now, least);
      precharges(before, now, least);
      least(is_column(before.command) == is_column(now.command) || t_.command_buses == 1, 1, "command bus");
    }
    if (wrong.empty()) wrong = window(now);
    commands_.push_back(now);
    if (commands_.size() > 400) commands_.erase(commands_.begin(), commands_.begin() + 100);
    return wrong;
  }

 private:
  static bool is(const Issued& command, DramCommand kind) { return command.command == kind; }
  unsigned group(const Issued& command) const { return command.bank / (t_.banks / t_.bank_groups); }

  template <typename Least>
  void activates(const Issued& before, const Issued& now, const Least& least) const {
    const bool same_bank = before.bank == now.bank, same_group = group(before) == group(now);
    const bool refreshes = is(now, DramCommand::kRefresh) || (is(now, DramCommand::kRefreshBank) && same_bank);
    if (is(now, DramCommand::kActivate) || refreshes) {
      const bool both = is(now, DramCommand::kActivate) && is(before, DramCommand::kActivate);
      least(is(before, DramCommand::kActivate) && (same_bank || is(now, DramCommand::kRefresh)), t_.t_rc, "tRC");
      least(both, t_.t_rrd, "tRRD");
      least(both && same_group, t_.t_rrd_group, "tRRD of a group");
      least(is(before, DramCommand::kPrecharge) && (same_bank || is(now, DramCommand::kRefresh)), t_.t_rp, "tRP");
      least(is(before, DramCommand::kPrechargeAll), t_.t_rp, "tRP of all");
      least(is(before, DramCommand::kRefresh), t_.t_rfc, "tRFC");
      least(is(before, DramCommand::kRefreshBank) && same_bank, t_.t_rfc_bank, "tRFC of a bank");
    }
    if (!is(before, DramCommand::kActivate) || !same_bank) return;
    least(is(now, DramCommand::kRead), t_.t_rcd, "tRCD");
    least(is(now, DramCommand::kWrite), t_.t_rcd_write, "tRCD of a write");
  }

  template <typename Least>
  void columns(const Issued& before, const Issued& now, const Least& least) const {
    if (!is_column(before.command) || !is_column(now.command)) return;
    const bool same_group = group(before) == group(now);
    least(true, std::max(t_.t_ccd, t_.burst), "tCCD");
    least(same_group, t_.t_ccd_group, "tCCD of a group");
    const bool write_first = is(before, DramCommand::kWrite);
    if (write_first && is(now, DramCommand::kRead)) {
      least(true, t_.t_wl + t_.burst + t_.t_wtr, "tWTR");
      least(same_group, t_.t_wl + t_.burst + t_.t_wtr_group, "tWTR of a group");
    }
    const unsigned turned = t_.t_cl + t_.burst + t_.t_turn;
    least(!write_first && is(now, DramCommand::kWrite), turned - std::min(turned, t_.t_wl), "turn");
  }

  template <typename Least>
  void precharges(const Issued& before, const Issued& now, const Least& least) const {
    const bool one = is(now, DramCommand::kPrecharge) && before.bank == now.bank;
    if (!one && (auto_precharge_ || !is(now, DramCommand::kPrechargeAll))) return;
    least(is(before, DramCommand::kActivate), t_.t_ras, "tRAS");
    least(is(before, DramCommand::kRead), t_.t_rtp, "tRTP");
    least(is(before, DramCommand::kWrite), t_.t_wl + t_.burst + t_.t_wr, "tWR");
  }

  std::string window(const Issued& now) const {
    if (t_.t_faw == 0 || !is(now, DramCommand::kActivate)) return "";
    unsigned activates = 0;
    for (const Issued& before : commands_)
      activates += is(before, DramCommand::kActivate) && before.at + t_.t_faw > now.at;
    return activates > 3 ? "tFAW at " + std::to_string(now.at) : "";
  }

  DramTiming t_;
  bool auto_precharge_;
  std::vector<Issued> commands_;
};

DramTiming random_timing(test::Random& random) {
  const auto any = [&random](unsigned least, unsigned most) {
    return least + static_cast<unsigned>(random.below(most - least + 1));
  };
  DramTiming t;
  t.banks = 1u << any(2, 5);
  t.bank_groups = 1u << any(0, 2);
  t.burst = any(1, 4);
  t.command_buses = any(1, 2);
  t.t_rcd = any(1, 25);
  t.t_rcd_write = any(1, 25);
  t.t_rp = any(1, 25);
  t.t_ras = any(1, 60);
  t.t_rc = t.t_ras + any(0, 30);
  t.t_rrd = any(1, 10);
  t.t_rrd_group = any(1, 14);
  t.t_faw = any(0, 1) * any(1, 60);
  t.t_cl = any(1, 25);
  t.t_wl = any(1, 16);
  t.t_ccd = any(1, 6);
  t.t_ccd_group = any(1, 10);
  t.t_rtp = any(1, 14);
  t.t_wr = any(1, 26);
  t.t_wtr = any(1, 12);
  t.t_wtr_group = any(1, 14);
  t.t_turn = any(0, 6);
  t.t_rfc = any(1, 200);
  t.t_rfc_bank = any(1, 100);
  t.t_refi = t.t_rfc + t.t_rfc_bank + any(200, 3000);
  return t;
}

}  // namespace

TEST_CASE("random timing: every minimum time between commands is kept and columns go to open rows") {
  test::Random random(11);
  const auto one_of = [&random](const std::vector<std::string>& names) { return names[random.below(names.size())]; };
  for (int trial = 0; trial < 150; ++trial) {
    const DramTiming timing = random_timing(random);
    DramParts parts;
    parts.scheduler.name = one_of(DramSchedulerRegistry::instance().names());
    parts.row_policy.name = one_of(DramRowPolicyRegistry::instance().names());
    parts.refresh.name = one_of(DramRefreshRegistry::instance().names());
    parts.hash.name = one_of(DramHashRegistry::instance().names());
    DramController channel(timing, parts, 12);
    Checker checker(timing, parts.row_policy.name == "closed");
    std::map<unsigned, std::uint64_t> opened;  // bank -> the row of its last activate
    Cycle now = 0;
    unsigned sent = 0;
    std::string wrong;
    while ((sent < 150 || channel.waiting() != 0) && wrong.empty()) {
      if (sent < 150 && channel.has_room()) {
        channel.arrive(now, random.below(1 << 11) * 128, random.below(3) == 0, 1 + random.below(2), &channel);
        ++sent;
      }
      now += random.below(10) == 0 ? random.below(3000) : 1 + random.below(12);
      for (auto issued = channel.step(now); issued.command != DramCommand::kNone; issued = channel.step(now)) {
        if (wrong.empty()) wrong = checker.take(issued);
        if (issued.command == DramCommand::kActivate) opened[issued.bank] = issued.row;
        if (is_column(issued.command) && (opened.count(issued.bank) == 0 || opened[issued.bank] != issued.row))
          wrong = "a column of a row that is not open at " + std::to_string(issued.at);
      }
    }
    INFO("trial " << trial << ": " << parts.scheduler.name << ", " << parts.row_policy.name << " rows, refresh "
                  << parts.refresh.name);
    CHECK(wrong == "");
  }
}
