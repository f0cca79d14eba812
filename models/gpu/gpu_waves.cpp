#include "gpu/gpu_waves.h"

#include <algorithm>

namespace unibank {

namespace {

std::string padded(std::size_t number, std::size_t digits) {
  const std::string text = std::to_string(number);
  return std::string(digits - std::min(digits, text.size()), '0') + text;
}

std::string two_digits(unsigned number) { return padded(number, 2); }

}  // namespace

GpuWaves::GpuWaves(wave::Writer& writer, const Design& design, const Sm& sm, unsigned index,
                   std::function<void()> stop)
    : writer_(writer), design_(design), sm_(sm), path_("sm" + std::to_string(index) + "."), stop_(std::move(stop)) {
  launch_ = writer_.signal("launch.number", 32);
  register_kb_ = writer_.signal("partition.register_kb", 32);
  scratchpad_kb_ = writer_.signal("partition.scratchpad_kb", 32);
  cache_kb_ = writer_.signal("partition.cache_kb", 32);
  add_slots();
  add_warps();
  add_units();
  operands_ = writer_.signal(path_ + "operand_stage.occupancy", 16);
  scratchpad_queue_ = writer_.signal(path_ + "load_store.scratchpad_queue", 16);
  memory_queue_ = writer_.signal(path_ + "load_store.memory_queue", 16);
  add_banks();
  add_locks();
  lookup_ = writer_.signal(path_ + "tag_array.lookup", 1);
  hit_ = writer_.signal(path_ + "tag_array.hit", 1);
  miss_ = writer_.signal(path_ + "tag_array.miss", 1);
  add_mshr();
  dram_queue_ = writer_.signal("dram.queue", 32);
  for (const Signal quiet : {lookup_, hit_, miss_, mshr_, mshr_full_, dram_queue_}) writer_.record(quiet, 0, 0);
}

void GpuWaves::add_warps() {
  const std::vector<std::string> states = {"empty", "ready", "short_wait", "long_wait", "barrier", "draining"};
  for (unsigned warp = 0; warp < design_.sm.max_warps; ++warp) {
    warp_state_.push_back(writer_.text_signal(path_ + "warp.state_" + two_digits(warp), states));
  }
  shown_state_.assign(design_.sm.max_warps, 0xff);
}

void GpuWaves::add_slots() {
  std::vector<std::string> causes;
  for (unsigned cause = 0; cause < kStallCauses; ++cause) causes.push_back(stall_name(static_cast<Stall>(cause)));
  causes.push_back("issued");
  for (unsigned scheduler = 0; scheduler < design_.sm.schedulers; ++scheduler) {
    const std::string number = std::to_string(scheduler);
    slots_.push_back({writer_.text_signal(path_ + "issue.slot" + number, causes),
                      writer_.signal(path_ + "issue.warp" + number, 8),
                      writer_.signal(path_ + "issue.pc" + number, 32)});
  }
}

// In the order of Unit; barriers and ends have none.
void GpuWaves::add_units() {
  const char* const names[] = {"alu", "sfu", "memory", "texture"};
  for (std::size_t unit = 0; unit < units_.size(); ++unit) {
    units_[unit] = writer_.signal(path_ + "unit." + names[unit], 1);
    writer_.record(units_[unit], 0, 0);
  }
}

GpuWaves::BankSignals GpuWaves::bank_signals(const std::string& path) {
  const BankSignals signals{writer_.signal(path + ".read", 1), writer_.signal(path + ".write", 1)};
  writer_.record(signals.read, 0, 0);
  writer_.record(signals.write, 0, 0);
  return signals;
}

void GpuWaves::add_banks() {
  for (unsigned cluster = 0; cluster < design_.sm.clusters; ++cluster) {
    for (unsigned bank = 0; bank < design_.sm.banks_per_cluster; ++bank) {
      const std::string path = path_ + "cluster" + std::to_string(cluster) + ".bank" + std::to_string(bank);
      register_banks_[cluster][bank] = bank_signals(path);
    }
  }
  const bool unified = design_.storage.unified;
  if (unified) memory_banks_ = register_banks_;
  if (unified && !design_.storage.scratchpad_apart()) return;
  const unsigned first = unified ? design_.sm.banks_per_cluster : 0;
  for (unsigned port = 0; port < AddressMap::kPorts; ++port) {
    for (unsigned bank = 0; bank < kNarrowBanksPerGroup; ++bank) {
      const std::string place = std::to_string(port) + ".bank" + std::to_string(bank);
      memory_banks_[port][first + bank] = bank_signals(path_ + "scratchpad" + place);
      if (!unified) memory_banks_[port][kNarrowBanksPerGroup + bank] = bank_signals(path_ + "cache" + place);
    }
  }
}

// None where the gate lets no blocks share.
void GpuWaves::add_locks() {
  if (design_.capacity().sharing.private_per_mille == 1000) return;
  std::vector<std::string> holders = {"free"};
  for (unsigned slot = 0; slot < design_.sm.max_blocks; ++slot) holders.push_back("slot_" + two_digits(slot));
  for (unsigned pair = 0; pair < design_.sm.max_blocks / 2; ++pair) {
    locks_.push_back(writer_.text_signal(path_ + "scratchpad_lock.pair_" + two_digits(pair), holders));
    writer_.record(locks_.back(), 0, 0);
  }
  shown_lock_.assign(locks_.size(), ScratchpadGate::kFreeLock);
}

void GpuWaves::add_mshr() {
  mshr_ = writer_.signal(path_ + "mshr.occupancy", 16);
  mshr_full_ = writer_.signal(path_ + "mshr.full", 1);
  if (!sm_.mshr().entries()) return;
  shown_entries_.assign(sm_.mshr().entries()->size(), 0);
  for (std::size_t entry = 0; entry < shown_entries_.size(); ++entry) {
    mshr_entries_.push_back(writer_.signal(path_ + "mshr.entry_" + padded(entry, 3), 1));
    writer_.record(mshr_entries_.back(), 0, 0);
  }
}

void GpuWaves::pulse(Signal signal) {
  writer_.record(signal, sm_.cycle(), 1);
  writer_.record(signal, sm_.cycle() + 1, 0);
}

void GpuWaves::bank_access(BankKind kind, unsigned cluster, unsigned bank, bool write) {
  const BankSignals& signals = (kind == BankKind::kRegister ? register_banks_ : memory_banks_)[cluster][bank];
  pulse(write ? signals.write : signals.read);
}

void GpuWaves::tag_lookup(bool hit) {
  pulse(lookup_);
  pulse(hit ? hit_ : miss_);
}

void GpuWaves::record_warps() {
  for (unsigned warp = 0; warp < design_.sm.max_warps; ++warp) {
    const auto state = static_cast<std::uint8_t>(sm_.warps().state(warp));
    if (state == shown_state_[warp]) continue;
    shown_state_[warp] = state;
    writer_.record(warp_state_[warp], sm_.cycle(), state);
  }
}

void GpuWaves::record_slots() {
  for (unsigned scheduler = 0; scheduler < slots_.size(); ++scheduler) {
    const IssueRecord& record = sm_.issue().record(scheduler);
    const Slot& slot = slots_[scheduler];
    writer_.record(slot.what, sm_.cycle(), record.issued ? kStallCauses : static_cast<unsigned>(record.cause));
    // An empty Sm sleeps: what its slots show from the next cycle on has to be said now.
    if (sm_.warps().resident_blocks() == 0) {
      writer_.record(slot.what, sm_.cycle() + 1, static_cast<unsigned>(Stall::kNoWarp));
    }
    if (!record.issued) continue;
    writer_.record(slot.warp, sm_.cycle(), record.warp);
    writer_.record(slot.pc, sm_.cycle(), record.pc);
  }
}

void GpuWaves::record_units() {
  for (unsigned scheduler = 0; scheduler < slots_.size(); ++scheduler) {
    const IssueRecord& record = sm_.issue().record(scheduler);
    const auto unit = static_cast<std::size_t>(record.unit);
    if (record.issued && unit < units_.size()) pulse(units_[unit]);
  }
}

// A holder's number in the signal is its slot's + 1.
void GpuWaves::record_locks() {
  for (unsigned pair = 0; pair < locks_.size(); ++pair) {
    const int holder = sm_.scratchpad_gate().lock_holder(pair);
    if (holder == shown_lock_[pair]) continue;
    shown_lock_[pair] = holder;
    writer_.record(locks_[pair], sm_.cycle(), static_cast<std::uint64_t>(holder + 1));
  }
}

void GpuWaves::record_mshr() {
  const unsigned occupancy = sm_.mshr().occupancy();
  writer_.record(mshr_, sm_.cycle(), occupancy);
  writer_.record(mshr_full_, sm_.cycle(), occupancy == design_.mshr.entries);
  if (mshr_entries_.empty() || shown_entries_ == *sm_.mshr().entries()) return;
  for (std::size_t entry = 0; entry < shown_entries_.size(); ++entry) {
    const std::uint8_t used = (*sm_.mshr().entries())[entry];
    if ((used != 0) != (shown_entries_[entry] != 0)) writer_.record(mshr_entries_[entry], sm_.cycle(), used != 0);
    shown_entries_[entry] = used;
  }
}

void GpuWaves::end_of_cycle() {
  const Cycle now = sm_.cycle();
  record_warps();
  record_slots();
  record_units();
  record_locks();
  writer_.record(operands_, now, sm_.operands().occupancy());
  writer_.record(scratchpad_queue_, now, sm_.memory_unit().scratchpad_occupancy());
  writer_.record(memory_queue_, now, sm_.memory_unit().memory_occupancy());
  record_mshr();
  writer_.advance(now);
  if (now >= writer_.window_end()) stop_();
}

void GpuWaves::launch(Cycle at, unsigned number, double register_bytes, double scratchpad_bytes, double cache_bytes) {
  const auto kb = [](double bytes) { return static_cast<std::uint64_t>(bytes / 1024); };
  writer_.record(launch_, at, number);
  writer_.record(register_kb_, at, kb(register_bytes));
  writer_.record(scratchpad_kb_, at, kb(scratchpad_bytes));
  writer_.record(cache_kb_, at, kb(cache_bytes));
}

}  // namespace unibank
