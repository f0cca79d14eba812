#include "dram/controller.h"

#include <algorithm>

#include "base/input_error.h"

namespace unibank {

namespace {

constexpr std::uint64_t kLast = ~std::uint64_t{0};  // the order of commands without a request

template <typename Policy>
std::unique_ptr<Policy> made(const PolicyChoice& choice) {
  return Registry<Policy>::instance().make(choice.name, choice.values);
}

}  // namespace

DramController::DramController(const DramTiming& timing, const DramParts& parts, unsigned queue)
    : device_(timing),
      map_(parts.mapping, timing, made<DramHash>(parts.hash)),
      scheduler_(made<DramScheduler>(parts.scheduler)),
      row_policy_(made<DramRowPolicy>(parts.row_policy)),
      refresh_(made<DramRefresh>(parts.refresh)),
      queue_(queue) {
  if (queue == 0) throw InputError("DRAM channel: the queue must hold at least 1 request");
  const std::string refused = refresh_->refusal(timing);
  if (!refused.empty()) throw InputError("DRAM channel: " + refused);
  banks_.resize(timing.banks);
  refresh_due_ = refresh_->due(1, timing);
  refresh_bank_ = refresh_->bank(1, timing);
  closes_rows_ = row_policy_->closes(0);
  closes_idle_rows_ = row_policy_->close_from(0) != kNever;
}

void DramController::arrive(Cycle now, std::uint64_t channel_address, bool write, unsigned bursts, void* handle) {
  const DramAddressMap::Place at = map_.place(channel_address);
  DramRequest request;
  request.order = order_++;
  request.row = at.row;
  request.write = write;
  request.bursts = request.left = bursts;
  request.handle = handle;
  banks_[at.bank].queue.push_back(request);
  ++waiting_;
  device_.advance(now);
}

// A request that has begun continues, so its row stays open.
DramController::Choice DramController::wanted(unsigned index) const {
  const Bank& bank = banks_[index];
  if (bank.queue.empty()) return closes_idle_rows_ ? idle_bank(index) : Choice();
  Choice choice;
  choice.bank = index;
  const DramBankView view{bank.queue, device_.open(index), device_.row(index), bank.passed};
  choice.request = bank.begun != kNone ? bank.begun : scheduler_->of_bank(view);
  const DramRequest& request = bank.queue[choice.request];
  choice.command = !device_.open(index)              ? DramCommand::kActivate
                   : device_.row(index) != request.row ? DramCommand::kPrecharge
                   : request.write                   ? DramCommand::kWrite
                                                     : DramCommand::kRead;
  choice.candidate = {device_.from(choice.command, index), is_column(choice.command), request.order};
  return choice;
}

DramController::Choice DramController::idle_bank(unsigned index) const {
  Choice choice;
  if (!device_.open(index)) return choice;
  choice.bank = index;
  choice.command = DramCommand::kPrecharge;
  choice.candidate = {std::max(device_.from(choice.command, index), row_policy_->close_from(banks_[index].last)), false,
                      kLast};
  return choice;
}

DramController::Choice DramController::refresh_command() const {
  Choice choice;
  if (refresh_due_ == kNever) return choice;
  const bool all = refresh_bank_ == DramRefresh::kAllBanks;
  choice.bank = all ? 0 : refresh_bank_;
  if (all) choice.command = device_.any_open() ? DramCommand::kPrechargeAll : DramCommand::kRefresh;
  else choice.command = device_.open(choice.bank) ? DramCommand::kPrecharge : DramCommand::kRefreshBank;
  choice.candidate = {std::max(refresh_due_, device_.from(choice.command, choice.bank)), false, 0};
  return choice;
}

unsigned DramController::oldest_bank() const {
  unsigned oldest = 0;
  std::uint64_t order = kLast;
  for (unsigned bank = 0; bank < banks_.size(); ++bank) {
    if (banks_[bank].queue.empty() || banks_[bank].queue.front().order >= order) continue;
    order = banks_[bank].queue.front().order;
    oldest = bank;
  }
  return oldest;
}

DramController::Choice DramController::choose() const {
  Choice best = refresh_command();
  const bool in_order = waiting_ != 0 && scheduler_->in_order();
  const unsigned oldest = in_order ? oldest_bank() : 0;
  for (unsigned bank = 0; bank < banks_.size(); ++bank) {
    if (in_order && bank != oldest && !banks_[bank].queue.empty()) continue;
    const Choice choice = wanted(bank);
    if (choice.command == DramCommand::kNone) continue;
    if (refreshing(bank) && choice.candidate.at >= refresh_due_) continue;
    const DramCandidate &a = choice.candidate, &b = best.candidate;
    if (a.at != b.at ? a.at < b.at : scheduler_->goes_before(a, b)) best = choice;
  }
  return best;
}

DramController::Issued DramController::step(Cycle end) {
  Issued issued;
  if (waiting_ == 0 && refresh_due_ == kNever && !closes_idle_rows_) return issued;
  const Choice choice = choose();
  if (choice.command == DramCommand::kNone || choice.candidate.at >= end) return issued;
  issued.command = choice.command;
  issued.at = choice.candidate.at;
  issued.bank = choice.bank;
  if (is_column(choice.command)) {
    issue_column(choice, issued);
    return issued;
  }
  issued.row = device_.row(choice.bank);
  if (choice.request != kNone) {
    DramRequest& request = banks_[choice.bank].queue[choice.request];
    if (choice.command == DramCommand::kActivate) issued.row = request.row;
    count(request, choice.command);
  }
  device_.issue(choice.command, choice.bank, issued.row, issued.at);
  if (choice.command == DramCommand::kRefresh || choice.command == DramCommand::kRefreshBank) refreshed();
  return issued;
}

void DramController::count(DramRequest& request, DramCommand command) {
  if (request.counted) return;
  request.counted = true;
  ++(command == DramCommand::kActivate    ? counters_.misses
     : command == DramCommand::kPrecharge ? counters_.conflicts
                                          : counters_.hits);
}

bool DramController::closes(const Choice& choice) const {
  const std::deque<DramRequest>& queue = banks_[choice.bank].queue;
  if (!closes_rows_ || queue[choice.request].left != 1) return false;
  const std::uint64_t row = queue[choice.request].row;
  const auto same = std::count_if(queue.begin(), queue.end(), [row](const DramRequest& one) { return one.row == row; });
  return row_policy_->closes(static_cast<unsigned>(same - 1));
}

void DramController::issue_column(const Choice& choice, Issued& issued) {
  Bank& bank = banks_[choice.bank];
  DramRequest& request = bank.queue[choice.request];
  count(request, choice.command);
  issued.row = request.row;
  issued.data_end = device_.data_end(choice.command, issued.at);
  device_.issue(choice.command, choice.bank, request.row, issued.at, closes(choice));
  counters_.bus_cycles += device_.timing().burst;
  bank.last = issued.at;
  bank.begun = --request.left != 0 ? choice.request : kNone;
  if (request.left != 0) return;
  issued.handle = request.handle;
  bank.passed = choice.request == 0 ? 0 : bank.passed + 1;
  bank.queue.erase(bank.queue.begin() + static_cast<std::ptrdiff_t>(choice.request));
  --waiting_;
}

void DramController::refreshed() {
  ++counters_.refreshes;
  ++refresh_number_;
  refresh_due_ = refresh_->due(refresh_number_, device_.timing());
  refresh_bank_ = refresh_->bank(refresh_number_, device_.timing());
}

}  // namespace unibank
