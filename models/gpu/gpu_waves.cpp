#include "gpu/gpu_waves.h"

#include <algorithm>

#include "block/signals.h"
#include "tlm/time.h"

namespace unibank {

namespace {

// Signals that belong to no block.
const SignalDeclaration kSignals[] = {
    {"launch",
     "the launch under way and its partition",
     {{"launch.number", "the launch under way, or the last one; the first is 0"},
      {"launch.smN", "the launch whose blocks this SM runs, the first is 1; 0: none (gpu.concurrent_kernels above 1)"},
      {"partition.register_kb", "KB of the SM for registers, rounded down"},
      {"partition.scratchpad_kb", "KB of the SM for scratchpad, rounded down"},
      {"partition.cache_kb", "KB of the SM for the cache, rounded down"}}},
    {"warps",
     "the state of every warp",
     {{"smN.warp.state_N",
       "empty, ready, short_wait (for the SM), long_wait (for memory), barrier, draining (it has ended, its last "
       "accesses are under way)"}}},
    {"issue",
     "what the issue slots did, which warp, which instruction",
     {{"smN.issue.slotN", "issued, or why not, with the name of the counter (short_wait: stalls.short_wait)"},
      {"smN.issue.warpN", "the warp of the slot's last issued instruction"},
      {"smN.issue.pcN", "the number of the slot's last issued instruction in its kernel"}}},
    {"policies",
     "variables of policies",
     {{"smN.register_store.*", "variables of the register store"},
      {"smN.scratchpad_gate.*", "variables of the scratchpad gate"},
      {"smN.warp_orderN.*", "variables of a scheduler's warp order"},
      {"smN.line_policy.*", "variables of the line policy"},
      {"smN.throttle.*", "variables of the throttle"},
      {"smN.partition_control.*", "variables of the partition's control at run time"}}},
    {"read_only",
     "caches of constants, instructions and texels",
     {{"smN.constant_cache.hit", "1 in a cycle with a hit"},
      {"smN.constant_cache.miss", "1 in a cycle with a miss"},
      {"smN.constant_cache.under_way", "lines that are being fetched"},
      {"smN.instruction_cache.hit", "1 in a cycle with a hit"},
      {"smN.instruction_cache.miss", "1 in a cycle with a miss"},
      {"smN.instruction_cache.under_way", "lines that are being fetched"},
      {"smN.texture_cache.hit", "1 in a cycle with a hit"},
      {"smN.texture_cache.miss", "1 in a cycle with a miss"},
      {"smN.texture_cache.under_way", "lines that are being fetched"}}},
    {"units",
     "instructions accepted by units, operand stage, load/store unit",
     {{"smN.unit.alu", "1 in a cycle in which an instruction of integers or floats is issued"},
      {"smN.unit.sfu", "1 in a cycle in which an instruction of the special function unit is issued"},
      {"smN.unit.memory", "1 in a cycle in which an instruction of the load/store unit is issued"},
      {"smN.unit.texture", "1 in a cycle in which an instruction of the texture unit is issued"},
      {"smN.unit.tensor", "1 in a cycle in which an instruction of the tensor core is issued"},
      {"smN.operand_stage.occupancy", "instructions that read their operands"},
      {"smN.load_store.scratchpad_queue", "instructions of scratchpad in the load/store unit"},
      {"smN.load_store.memory_queue", "instructions of memory in the load/store unit"}}}};

std::string padded(std::size_t number, std::size_t digits) {
  const std::string text = std::to_string(number);
  return std::string(digits - std::min(digits, text.size()), '0') + text;
}

}  // namespace

GpuWaves::GpuWaves(wave::Writer& writer, const Design& design, const Sm& sm, unsigned index,
                   const PolicySignals& control, std::function<void()> stop)
    : writer_(writer),
      design_(design),
      sm_(sm),
      path_("sm" + std::to_string(index) + "."),
      stop_(std::move(stop)),
      pulses_(writer) {
  launch_ = writer_.signal("launch.number", 32);
  register_kb_.signal = writer_.signal("partition.register_kb", 32);
  scratchpad_kb_.signal = writer_.signal("partition.scratchpad_kb", 32);
  cache_kb_.signal = writer_.signal("partition.cache_kb", 32);
  add_launches();
  add_slots();
  add_warps();
  add_units();
  operands_.signal = writer_.signal(path_ + "operand_stage.occupancy", 16);
  scratchpad_queue_.signal = writer_.signal(path_ + "load_store.scratchpad_queue", 16);
  memory_queue_.signal = writer_.signal(path_ + "load_store.memory_queue", 16);
  add_banks();
  add_locks();
  pulses_.set(kLookup, writer_.signal(path_ + "tag_array.lookup", 1));
  pulses_.set(kHit, writer_.signal(path_ + "tag_array.hit", 1));
  pulses_.set(kMiss, writer_.signal(path_ + "tag_array.miss", 1));
  add_mshr();
  add_read_only();
  add_policies(control);
  dram_queue_ = writer_.signal("dram.queue", 32);
  writer_.record(dram_queue_, 0, 0);
  pulses_.join();
}

void GpuWaves::add_launches() {
  if (design_.gpu.concurrent_kernels == 1) return;
  for (unsigned sm = 0; sm < design_.gpu.sms; ++sm) {
    launches_.push_back({writer_.signal("launch.sm" + std::to_string(sm), 32)});
    show_launch(0, sm, 0);
  }
}

void GpuWaves::add_warps() {
  const std::vector<std::string> states = {"empty", "ready", "short_wait", "long_wait", "barrier", "draining"};
  for (unsigned warp = 0; warp < design_.sm.max_warps; ++warp) {
    warp_state_.push_back(writer_.text_signal(path_ + "warp.state_" + padded(warp, 2), states));
    writer_.record(warp_state_.back(), 0, 0);
  }
  shown_state_.assign(design_.sm.max_warps, WarpState::kEmpty);
}

void GpuWaves::add_slots() {
  std::vector<std::string> causes;
  for (unsigned cause = 0; cause < kStallCauses; ++cause) causes.push_back(stall_name(static_cast<Stall>(cause)));
  causes.push_back("issued");
  for (unsigned slot = 0; slot < design_.sm.schedulers * design_.sm.issue_width; ++slot) {
    const std::string number = std::to_string(slot);
    slots_.push_back({{writer_.text_signal(path_ + "issue.slot" + number, causes)},
                      {writer_.signal(path_ + "issue.warp" + number, 8)},
                      {writer_.signal(path_ + "issue.pc" + number, 32)}});
  }
}

// Adds the units in the order of the enumeration Unit.
void GpuWaves::add_units() {
  unsigned wire = kUnits;
  for (const char* name : {"alu", "sfu", "memory", "texture", "tensor"})
    pulses_.set(wire++, writer_.signal(path_ + "unit." + name, 1));
}

void GpuWaves::add_banks() {
  unsigned most = 0;
  for (const StorageMemory& memory : design_.memories()) {
    most = std::max(most, memory.banks);
    if (!memory.crossbar) memory_slot_ = std::max(memory_slot_, memory.banks);
  }
  for (const bool wide : {true, false}) {
    for (unsigned port = 0; port < AddressMap::kPorts; ++port) {
      for (unsigned bank = 0; bank < most; ++bank) add_bank(wide, port, bank);
    }
  }
}

// Bank `bank` of every memory, wide or not. Banks at the crossbar are numbered by port; banks of registers alone have
// separate wires before them.
void GpuWaves::add_bank(bool wide, unsigned port, unsigned bank) {
  for (const StorageMemory& memory : design_.memories()) {
    if (memory.wide != wide || bank >= memory.banks) continue;
    const unsigned slot = bank + (memory.crossbar ? memory_slot_ + memory.first_bank : 0);
    const std::string path = path_ + memory.name + std::to_string(port) + ".bank" + std::to_string(bank);
    pulses_.set(bank_wire(slot, false) + port, writer_.signal(path + ".read", 1));
    pulses_.set(bank_wire(slot, true) + port, writer_.signal(path + ".write", 1));
  }
}

// Adds no signal if the gate does not let blocks share.
void GpuWaves::add_locks() {
  if (design_.capacity().sharing.private_per_mille == 1000) return;
  std::vector<std::string> holders = {"free"};
  for (unsigned slot = 0; slot < design_.sm.max_blocks; ++slot) holders.push_back("slot_" + padded(slot, 2));
  for (unsigned pair = 0; pair < design_.sm.max_blocks / 2; ++pair) {
    locks_.push_back({writer_.text_signal(path_ + "scratchpad_lock.pair_" + padded(pair, 2), holders)});
    show(locks_.back(), 0, 0);
  }
}

void GpuWaves::add_mshr() {
  mshr_.signal = writer_.signal(path_ + "mshr.occupancy", 16);
  mshr_full_.signal = writer_.signal(path_ + "mshr.full", 1);
  show(mshr_, 0, 0);
  show(mshr_full_, 0, 0);
  if (!sm_.mshr().entries()) return;
  shown_entries_.assign(sm_.mshr().entries()->size(), 0);
  for (std::size_t entry = 0; entry < shown_entries_.size(); ++entry) {
    mshr_entries_.push_back(writer_.signal(path_ + "mshr.entry_" + padded(entry, 3), 1));
    writer_.record(mshr_entries_.back(), 0, 0);
  }
}

// Adds no signals of a cache that the design does not have.
void GpuWaves::add_read_only() {
  unsigned wire = kReadOnly;
  for (const auto& [name, cache] : sm_.read_only().caches()) {
    const std::string path = path_ + name;
    pulses_.set(wire++, writer_.signal(path + ".hit", 1));
    pulses_.set(wire++, writer_.signal(path + ".miss", 1));
    read_only_.push_back({cache, {writer_.signal(path + ".under_way", 16)}, cache->counts()});
    show(read_only_.back().under_way, 0, 0);
  }
}

void GpuWaves::add_policies(const PolicySignals& control) {
  PolicySignals all = sm_.policy_signals();
  for (PolicySignal signal : control) {
    signal.name = "partition_control." + signal.name;
    all.push_back(std::move(signal));
  }
  for (const PolicySignal& signal : all)
    variables_.push_back({{writer_.signal(path_ + signal.name, signal.bits)}, signal.value});
}

void GpuWaves::tag_lookup(bool hit) {
  pulses_.pulse(kLookup, sm_.cycle());
  pulses_.pulse(hit ? kHit : kMiss, sm_.cycle());
}

void GpuWaves::record_warps() {
  const std::vector<WarpState>& states = sm_.warps().states();
  if (states == shown_state_) return;
  for (unsigned warp = 0; warp < states.size(); ++warp) {
    if (states[warp] != shown_state_[warp])
      writer_.record(warp_state_[warp], sm_.cycle(), static_cast<std::uint64_t>(states[warp]));
  }
  shown_state_ = states;
}

void GpuWaves::record_slots() {
  const Cycle now = sm_.cycle();
  for (unsigned number = 0; number < slots_.size(); ++number) {
    const IssueRecord record = sm_.issue().record(number);
    Slot& slot = slots_[number];
    show(slot.what, now, record.issued ? kStallCauses : static_cast<unsigned>(record.cause));
    // An Sm that is empty or pays a penalty may sleep: the values of its slots from the next cycle on are recorded now.
    if (sm_.issue().pays_next()) show(slot.what, now + 1, static_cast<unsigned>(Stall::kConflictPenalty));
    if (sm_.warps().resident_blocks() == 0) show(slot.what, now + 1, static_cast<unsigned>(Stall::kNoWarp));
    if (!record.issued) continue;
    show(slot.warp, now, record.warp);
    show(slot.pc, now, record.pc);
    const auto unit = static_cast<unsigned>(record.unit);
    if (unit < kExecutingUnits) pulses_.pulse(kUnits + unit, now);
  }
}

void GpuWaves::record_locks() {
  for (unsigned pair = 0; pair < locks_.size(); ++pair) {
    const int holder = sm_.scratchpad_gate().lock_holder(pair);
    show(locks_[pair], sm_.cycle(), holder < 0 ? 0 : static_cast<std::uint64_t>(holder) + 1);
  }
}

void GpuWaves::record_queues(Cycle at) {
  show(operands_, at, sm_.operands().occupancy());
  show(scratchpad_queue_, at, sm_.memory_unit().scratchpad_occupancy());
  show(memory_queue_, at, sm_.memory_unit().memory_occupancy());
}

// Entries whose last response was in this cycle are free from the next one on, in which nothing need run. A request
// may still merge into one of them in this cycle.
void GpuWaves::record_mshr() {
  const Cycle now = current_cycle();
  const unsigned occupancy = sm_.mshr().occupancy();
  const std::vector<unsigned>* const ended = sm_.mshr().ended();
  show(mshr_, now, occupancy);
  show(mshr_full_, now, occupancy == design_.mshr.entries);
  if (ended && (!ended->empty() || mshr_ahead_ == now + 1)) {
    mshr_ahead_ = now + 1;
    const auto left = occupancy - static_cast<unsigned>(ended->size());
    show_ahead(mshr_, now + 1, left);
    show_ahead(mshr_full_, now + 1, left == design_.mshr.entries);
  }
  if (!mshr_entries_.empty() && shown_entries_ != *sm_.mshr().entries()) record_entries(now);
  if (mshr_entries_.empty() || !ended) return;
  for (const unsigned entry : *ended) {
    writer_.record(mshr_entries_[entry], now + 1, 0);
    shown_entries_[entry] = 0;
  }
}

void GpuWaves::record_entries(Cycle now) {
  const std::vector<std::uint8_t>& entries = *sm_.mshr().entries();
  for (std::size_t entry = 0; entry < entries.size(); ++entry) {
    const bool used = entries[entry] != 0;
    if (used != (shown_entries_[entry] != 0)) {
      writer_.record(mshr_entries_[entry], now, used);
      if (mshr_ahead_ == now + 1) writer_.record(mshr_entries_[entry], now + 1, used);
    }
  }
  shown_entries_ = entries;
}

void GpuWaves::record_read_only() {
  unsigned wire = kReadOnly;
  for (ReadOnly& one : read_only_) {
    const ReadOnlyCounts& counts = one.cache->counts();
    if (counts.hits != one.counted.hits) pulses_.pulse(wire, sm_.cycle());
    if (counts.misses != one.counted.misses) pulses_.pulse(wire + 1, sm_.cycle());
    one.counted = counts;
    show(one.under_way, sm_.cycle(), one.cache->under_way());
    wire += 2;
  }
}

void GpuWaves::end_of_cycle() {
  const Cycle now = sm_.cycle();
  pulses_.settle(now);
  record_warps();
  record_slots();
  record_locks();
  record_queues(now);
  record_mshr();
  record_read_only();
  if (sm_.division().control()) record_division();
  for (Variable& variable : variables_) show(variable.shown, now, variable.value());
  writer_.advance(now);
  if (now >= writer_.window_end()) stop_();
}

void GpuWaves::finish(Cycle end) {
  pulses_.settle(end);
  writer_.finish(end);
}

namespace {

std::uint64_t kb(double bytes) { return static_cast<std::uint64_t>(bytes / 1024); }

}  // namespace

// The SM has no block at the launch's start, and may sleep until the launch has ended.
void GpuWaves::launch(Cycle at, unsigned number, const PartitionResult& division) {
  for (Slot& slot : slots_) show(slot.what, at, static_cast<unsigned>(Stall::kNoWarp));
  record_queues(at);
  for (Variable& variable : variables_) show(variable.shown, at, variable.value());
  writer_.record(launch_, at, number);
  show(register_kb_, at, kb(division.register_bytes));
  show(scratchpad_kb_, at, kb(division.scratchpad_bytes));
  show(cache_kb_, at, kb(division.cache_bytes));
}

void GpuWaves::record_division() {
  const PartitionResult& division = sm_.division().division();
  show(register_kb_, sm_.cycle(), kb(division.register_bytes));
  show(scratchpad_kb_, sm_.cycle(), kb(division.scratchpad_bytes));
  show(cache_kb_, sm_.cycle(), kb(division.cache_bytes));
}

}  // namespace unibank
