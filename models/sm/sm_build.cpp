// How an Sm is put together, and what it tells about itself.
#include <string>

#include "sm/sm.h"

namespace unibank {

void Sm::build(const Design& design, const Seats& seats) {
  TagArrayParameters tags;
  tags.ways = design.cache.ways;
  tags.replacement = line_policy_->replacement() ? line_policy_->replacement() : register_store_->replacement();
  tags.lookups = design.cache.lookups_per_cycle * design.cache.tag_banks;
  tag_array_ = seats.tag_array("tag_array", tags);
  load_store_.tags.bind(tag_array_->socket(0));
  operands_.tags.bind(tag_array_->socket(1));

  MshrParameters mshr;
  mshr.entries = design.mshr.entries;
  mshr.merges = design.mshr.merges;
  mshr.writes_close = load_store_.keeps_stale_lines_out();
  mshr_ = seats.mshr("mshr", mshr);
  load_store_.memory.bind(mshr_->socket(0));
  operands_.memory.bind(mshr_->socket(1));

  CrossbarParameters crossbar;
  crossbar.ports = AddressMap::kPorts;
  if (design.storage.unified) {
    const unsigned banks = design.sm.banks_per_cluster;
    crossbar.range_bytes.assign(banks, design.storage.unified_bytes / AddressMap::kPorts / banks);
    if (design.storage.scratchpad_apart())
      crossbar.range_bytes.push_back(design.storage.scratchpad_bytes / AddressMap::kPorts);
  } else {
    crossbar.range_bytes = {design.storage.scratchpad_bytes / AddressMap::kPorts,
                            design.storage.cache_bytes / AddressMap::kPorts};
  }
  crossbar_ = seats.crossbar("crossbar", crossbar);
  for (unsigned port = 0; port < AddressMap::kPorts; ++port) load_store_.crossbar[port]->bind(crossbar_->target(port));
  bind_clusters(design, seats);
  if (!design.storage.unified) {
    bind_scratchpad_banks(design, seats, 0);
    bind_cache_banks(design, seats);
  } else if (design.storage.scratchpad_apart()) {
    bind_scratchpad_banks(design, seats, design.sm.banks_per_cluster);
  }
}

void Sm::bind_clusters(const Design& design, const Seats& seats) {
  const bool unified = design.storage.unified;
  const std::uint64_t bytes = unified ? design.storage.unified_bytes : design.storage.register_bytes;
  ClusterParameters cluster;
  cluster.banks = design.sm.banks_per_cluster;
  cluster.bank.rows = static_cast<unsigned>(bytes / (design.sm.clusters * design.sm.banks_per_cluster * kBankWidth));
  cluster.bank.check_ports = design.conflicts.model == ConflictModel::kArbitrated;
  cluster.bank.memory_socket = unified;
  for (unsigned i = 0; i < design.sm.clusters; ++i) {
    const std::string name = "cluster" + std::to_string(i);
    clusters_.push_back(std::make_unique<SmCluster>(name.c_str(), cluster, seats.bank));
    for (unsigned bank = 0; bank < design.sm.banks_per_cluster; ++bank) {
      operands_.registers[i * design.sm.banks_per_cluster + bank]->bind(clusters_[i]->registers(bank));
      if (unified) crossbar_->initiator(i, bank).bind(clusters_[i]->memory(bank));
    }
  }
}

namespace {

NarrowBankParameters narrow_banks(const Design& design, std::uint64_t bytes) {
  constexpr unsigned kBanks = AddressMap::kPorts * kNarrowBanksPerGroup;
  NarrowBankParameters banks;
  banks.bank_bytes = static_cast<unsigned>(bytes / kBanks);
  banks.check_ports = design.conflicts.model == ConflictModel::kArbitrated;
  return banks;
}

}  // namespace

// `range`: of each crossbar port.
void Sm::bind_scratchpad_banks(const Design& design, const Seats& seats, unsigned range) {
  const NarrowBankParameters banks = narrow_banks(design, design.storage.scratchpad_bytes);
  for (unsigned port = 0; port < AddressMap::kPorts; ++port) {
    scratchpad_banks_.push_back(seats.narrow_banks(("scratchpad" + std::to_string(port)).c_str(), banks));
    crossbar_->initiator(port, range).bind(scratchpad_banks_[port]->socket());
  }
}

void Sm::bind_cache_banks(const Design& design, const Seats& seats) {
  const NarrowBankParameters banks = narrow_banks(design, design.storage.cache_bytes);
  for (unsigned port = 0; port < AddressMap::kPorts; ++port) {
    cache_banks_.push_back(seats.narrow_banks(("cache" + std::to_string(port)).c_str(), banks));
    crossbar_->initiator(port, 1).bind(cache_banks_[port]->socket());
  }
}

namespace {

const char* wait_text(WarpState state) {
  switch (state) {
    case WarpState::kReady: return "is ready but not let issue";
    case WarpState::kShortWait: return "waits for a unit of the SM";
    case WarpState::kLongWait: return "waits for memory";
    case WarpState::kBarrier: return "waits at a barrier";
    case WarpState::kDraining: return "has ended, its last accesses have not";
    case WarpState::kEmpty: break;
  }
  return "is empty";
}

}  // namespace

// Warp registers: of a file of its own all that it holds, of a shared array all lines of it where registers are lines
// among others, else what the partition gave.
unsigned Sm::register_capacity() const {
  const Design::Storage& storage = design_.storage;
  if (!storage.unified) return static_cast<unsigned>(storage.register_bytes / kLineBytes);
  if (register_store_->rows_per_bank() == 0) return static_cast<unsigned>(storage.unified_bytes / kLineBytes);
  return launch_.warps_per_block * launch_.block_slots * launch_.registers_per_thread;
}

CounterValues Sm::counters() const {
  CounterValues all;
  all.add(counters_);
  all.add(line_counters);
  issue_.add_counters_to(all);
  all.add(operands_.counters());
  all.add(load_store_.counters());
  all.add(register_life.counters());
  if (reuse_) reuse_->add_counters_to(all);
  arbiter.add_counters_to(all);
  tag_array_->add_counters_to(all);
  mshr_->add_counters_to(all);
  crossbar_->add_counters_to(all);
  for (const auto& cluster : clusters_) cluster->add_counters_to(all);
  for (const auto* groups : {&scratchpad_banks_, &cache_banks_}) {
    for (const auto& group : *groups) group->add_counters_to(all);
  }
  register_store_->add_counters_to(all);
  line_policy_->add_counters_to(all);
  throttle_->add_counters_to(all);
  gate_->add_counters_to(all);
  return all;
}

std::string Sm::waiting_warps(unsigned most) const {
  std::string text;
  unsigned named = 0, others = 0;
  for (unsigned warp = 0; warp < design_.sm.max_warps; ++warp) {
    const WarpState state = warps_.state(warp);
    if (state == WarpState::kEmpty) continue;
    if (named == most) {
      ++others;
      continue;
    }
    text += (named++ ? ", " : "") + ("warp " + std::to_string(warp)) + " (block slot " +
            std::to_string(warps_.block_of(warp)) + ") " + wait_text(state);
    if (state == WarpState::kBarrier && warps_.barrier_of(warp) != 0) {
      text += " (number " + std::to_string(warps_.barrier_of(warp)) + ")";
    }
    if (state != WarpState::kDraining) text += " before '" + warps_.next(warp).what->text + "'";
  }
  if (others != 0) text += " and " + std::to_string(others) + " more";
  return text.empty() ? "no warp is resident" : text;
}

}  // namespace unibank
