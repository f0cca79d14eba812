// Changes of an Sm's division while a launch runs, and the idle rows of its register file.

#include "layout/division_check.h"
#include "layout/storage_layout.h"
#include "sm/sm.h"

namespace unibank {

// Whether the lines of the last launch have the same places under `map`.
bool Sm::keeps_lines(const AddressMap& map) const {
  if (map.cache_sets() != cache_sets_ || map.cache_ways() != cache_ways_) return false;
  return map.cache_sets() == 0 || map.cache(0, 0, 0).address == first_line_;
}

void Sm::reset_cache(const AddressMap& map) {
  if (map.cache_sets() != 0) first_line_ = map.cache(0, 0, 0).address;
  cache_sets_ = map.cache_sets();
  cache_ways_ = map.cache_ways();
  tag_array_->configure(cache_sets_, cache_ways_);
  line_policy_->reset(cache_sets_, cache_ways_);
}

// Returns the rows of a block's warps.
std::vector<RegisterRow> Sm::rows_of(unsigned slot) const {
  std::vector<RegisterRow> rows;
  for (unsigned warp = slot * launch_.warps_per_block; warp < (slot + 1) * launch_.warps_per_block; ++warp) {
    for (unsigned number = 0; number < launch_.registers_per_thread; ++number) {
      RegisterAccess access;
      access.warp = warp;
      access.number = number;
      const RegisterStep step = register_store_->next(access, nullptr);
      rows.push_back({step.bank, step.row});
    }
  }
  return rows;
}

// Reports all rows of the register file as idle, because no block is resident yet.
void Sm::reset_victims() {
  VictimLines* victims = line_policy_->victims();
  if (!victims) return;
  const std::uint64_t stripe = std::uint64_t{design_.sm.banks_per_cluster} * kLineBytes;
  const auto rows = static_cast<std::uint32_t>(design_.capacity().bytes(Part::kRegisters) / stripe);
  std::vector<RegisterRow> idle;
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (unsigned bank = 0; bank < design_.sm.banks_per_cluster; ++bank)
      idle.push_back({static_cast<std::uint16_t>(bank), row});
  }
  victims->reset(idle);
}

bool Sm::nothing_under_way() const {
  return calendar.empty() && operands_.idle() && load_store_.idle() && l1_->idle() && read_only_.idle();
}

// Called at the end of a cycle.
void Sm::advance_division() {
  using Waits = DivisionChange::Waits;
  if (division_.next_question() <= now && warps_.resident_blocks() != 0) ask_control();
  if (division_.waits() == Waits::kForBlocks) {
    for (unsigned slot = division_.wanted().resident_blocks; slot < warps_.block_slots(); ++slot) {
      if (warps_.resident(slot)) return;
    }
    division_.counters().drain_cycles += division_.waited(now);
    division_.wait_for(Waits::kForAccesses, now);
  }
  if (!division_.holds() || !nothing_under_way()) return;
  const bool flushed = division_.waits() == Waits::kForLines;
  if (!flushed && l1_->flush()) {
    division_.counters().held_cycles += division_.waited(now);
    division_.wait_for(Waits::kForLines, now);
    return;
  }
  division_.counters().held_cycles += division_.waited(now);
  apply_division();
}

void Sm::ask_control() {
  DivisionWindow window;
  const CounterValues counted = counters();
  window.cycles = now - division_.asked();
  window.counted = counted_since(division_.counted_before, counted);
  window.division = division_.division();
  division_.counted_before = counted;
  division_.ask_from(now);
  const std::optional<PartitionResult> wanted = division_.control()->update(window);
  if (!wanted) return;
  std::string refused =
      division_refusal(*design_.storage_layout(), design_.capacity(), launch_.needs, *wanted);
  if (refused.empty() && wanted->resident_blocks > launch_.block_slots) {
    refused = std::to_string(wanted->resident_blocks) + " resident blocks; the launch began with " +
              std::to_string(launch_.block_slots);
  }
  if (!refused.empty()) {
    throw InputError("partition.policy \"" + design_.partition.name + "\" gives kernel " + launch_.needs.kernel + " " +
                     refused);
  }
  division_.begin(*wanted, now);
}

// Called when no instruction and no request is under way. The scratchpad of the remaining blocks has not moved; the
// cache is empty, at the top of the banks.
void Sm::apply_division() {
  const AddressMap map(design_, register_store_->rows_per_bank(), launch_.scratchpad_bytes_per_block,
                       division_.wanted().resident_blocks, division_.wanted().cache_sets);
  division_.counters().dropped_lines += tag_array_->lines(kCleanLine) + tag_array_->lines(kDirtyLine);
  l1_->reset(map);
  load_store_.reset(map);
  issue_.move_to(map);
  reset_cache(map);
  division_.end(cache_sets_, now);
  division_.counted_before = counters();
  issue_.blocks_changed();
  room_made_();
}

PolicySignals Sm::policy_signals() const {
  PolicySignals all;
  const auto add = [&all](const std::string& section, PolicySignals signals) {
    for (PolicySignal& signal : signals) {
      signal.name = section + "." + signal.name;
      all.push_back(std::move(signal));
    }
  };
  add("register_store", register_store_->signals());
  add("scratchpad_gate", gate_->signals());
  for (std::size_t scheduler = 0; scheduler < issue_.orders().size(); ++scheduler)
    add("warp_order" + std::to_string(scheduler), issue_.orders()[scheduler]->signals());
  add("line_policy", line_policy_->signals());
  add("throttle", throttle_->signals());
  return all;
}

}  // namespace unibank
