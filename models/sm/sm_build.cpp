// Construction of an Sm, and its description.
#include <string>

#include "sm/sm.h"

namespace unibank {

L1Parameters Sm::l1_parameters() {
  L1Parameters l1;
  l1.design = &design_;
  l1.cycle = this;
  l1.rows = &rows_;
  l1.leaving = &leaving;
  l1.watch = &cache_watch_;
  l1.lines = line_policy_.get();
  l1.register_row = [this](const RegisterRow& row, void* reader, LineValues* line) {
    return operands_.access_row(row, reader, line);
  };
  l1.follow_values = expected != nullptr;
  return l1;
}

ReadOnlyPaths::Calls Sm::read_only_calls() {
  ReadOnlyPaths::Calls calls;
  calls.done = [this](void* instruction, Cycle at) {
    InFlight& what = *static_cast<InFlight*>(instruction);
    result_follows(what, at - what.operands_ready);
  };
  calls.found = [this](void* instruction, std::uint64_t line, unsigned length, const LineData& data) {
    expected->check_line(*static_cast<InFlight*>(instruction), line, length, data.bytes.data(), data.writers.data(),
                         "in the constant cache", now);
  };
  calls.fetched = [this](unsigned warp) { warps_.fetched(warp); };
  return calls;
}

void Sm::build(const Design& design, const BlockFactories& factories) {
  TagArrayParameters tags;
  tags.ways = design.cache.ways;
  tags.replacement = line_policy_->replacement() ? line_policy_->replacement() : register_store_->replacement();
  tags.lookups = design.cache.lookups_per_cycle * design.cache.tag_banks;
  tags.index = design.cache.index;
  tags.banks = design.cache.tag_banks;
  tag_array_ = factories.make<TagArrayKind>("tag_array", tags);
  lines_in_ = tag_array_->lines_in();
  l1_ = factories.make<L1Kind>("l1", l1_parameters());
  l1_steps_ = L1Steps(*l1_);
  operands_.row_read = [this](void* reader, Cycle due) { l1_->register_row_read(reader, due); };
  l1_->tags_socket().bind(tag_array_->socket(0));
  l1_->tags_are(*tag_array_);
  load_store_.lines.bind(l1_->loads_socket());
  operands_.tags.bind(tag_array_->socket(1));

  MshrParameters mshr;
  mshr.entries = design.mshr.entries;
  mshr.merges = design.mshr.merges;
  mshr_ = factories.make<MshrKind>("mshr", mshr);
  l1_->memory_socket().bind(mshr_->socket(0));
  operands_.memory.bind(mshr_->socket(1));
  if (factories.has<MissPathKind>()) {
    miss_path_ = factories.make<MissPathKind>("miss_path", {number_, design.mshr.entries});
    mshr_->memory().bind(miss_path_->socket());
  }
  if (read_only_.port()) requests().bind(read_only_.port()->mshr);

  CrossbarParameters crossbar;
  crossbar.ports = AddressMap::kPorts;
  const std::vector<StorageMemory> memories = design.memories();
  for (const StorageMemory& memory : memories) {
    if (!memory.crossbar) continue;
    const std::uint64_t bytes = memory.bytes / AddressMap::kPorts / memory.ranges();
    crossbar.range_bytes.insert(crossbar.range_bytes.end(), memory.ranges(), bytes);
  }
  crossbar_ = factories.make<CrossbarKind>("crossbar", crossbar);
  for (unsigned port = 0; port < AddressMap::kPorts; ++port) rows_.socket(port).bind(crossbar_->target(port));
  if (WideTargetSocket* const lines = crossbar_->lines()) rows_.lines().bind(*lines);
  for (const StorageMemory& memory : memories) {
    memory.wide ? bind_clusters(memory, factories) : bind_narrow(memory, factories);
  }
}

void Sm::bind_clusters(const StorageMemory& memory, const BlockFactories& factories) {
  ClusterParameters cluster;
  cluster.banks = memory.banks;
  cluster.bank.rows = static_cast<unsigned>(memory.bytes / (design_.sm.clusters * memory.banks * kBankWidth));
  cluster.bank.check_ports = design_.conflicts.model == ConflictModel::kArbitrated;
  cluster.bank.follow_values = design_.run.check_data;
  cluster.bank.memory_socket = memory.crossbar;
  register_rows_ = std::make_unique<RegisterRows>("register_rows", memory.banks, cluster.bank);
  for (unsigned bank = 0; bank < memory.banks; ++bank) {
    operands_.registers[bank]->bind(register_rows_->rows(bank));
    cluster.shared.push_back(&register_rows_->shared(bank));
  }
  for (unsigned i = 0; i < design_.sm.clusters; ++i) {
    const std::string name = memory.name + std::to_string(i);
    cluster.bank.cluster = i;
    clusters_.push_back(std::make_unique<SmCluster>(name.c_str(), cluster, factories.of<UnifiedBankKind>()));
    for (unsigned bank = 0; bank < memory.banks; ++bank) {
      register_rows_->bank(i, bank).bind(clusters_[i]->registers(bank));
      if (memory.crossbar) crossbar_->initiator(i, memory.first_range + bank).bind(clusters_[i]->memory(bank));
    }
  }
}

void Sm::bind_narrow(const StorageMemory& memory, const BlockFactories& factories) {
  NarrowBankParameters banks;
  banks.bank_bytes = static_cast<unsigned>(memory.bytes / kNarrowBanks);
  banks.check_ports = design_.conflicts.model == ConflictModel::kArbitrated;
  banks.follow_values = design_.run.check_data;
  line_storage_.push_back(std::make_unique<SharedRows>(static_cast<unsigned>(memory.bytes / SharedRows::kRowBytes)));
  banks.shared = line_storage_.back().get();
  for (unsigned port = 0; port < AddressMap::kPorts; ++port) {
    banks.port = port;
    narrow_banks_.push_back(factories.make<NarrowBanksKind>(memory.name + std::to_string(port), banks));
    crossbar_->initiator(port, memory.first_range).bind(narrow_banks_.back()->socket());
  }
}

namespace {

const char* wait_text(WarpState state, const char* ready) {
  switch (state) {
    case WarpState::kReady: return ready;
    case WarpState::kShortWait: return "waits within the SM";
    case WarpState::kLongWait: return "waits for memory, or sleeps,";
    case WarpState::kBarrier: return "waits at a barrier";
    case WarpState::kDraining: return "has ended, its last accesses are under way";
    case WarpState::kEmpty: break;
  }
  return "is empty";
}

}  // namespace

// Returns the capacity in warp registers: the size of a separate file, the lines of an integrated array, and otherwise
// what the partition gives to the resident blocks, with the rest of units in which registers are allocated.
unsigned Sm::register_capacity(const AddressMap& map) const {
  const SmCapacity capacity = design_.capacity();
  if (capacity.integrated) return map.cache_sets() * map.cache_ways();
  if (capacity.alone(Part::kRegisters)) return static_cast<unsigned>(capacity.bytes(Part::kRegisters) / kLineBytes);
  return static_cast<unsigned>(launch_.division.register_bytes / kLineBytes);
}

CounterValues Sm::counters() const {
  l1_->catch_up(current_cycle());
  CounterValues all;
  all.add(counters_);
  all.add(leaving.counters);
  issue_.add_counters_to(all);
  operands_.add_counters_to(all);
  all.add(load_store_.counters());
  l1_->add_counters_to(all);
  read_only_.add_counters_to(all);
  all.add(register_life.counters());
  if (reuse) reuse->add_counters_to(all);
  if (expected) all.add(expected->counters());
  arbiter.add_counters_to(all);
  tag_array_->add_counters_to(all);
  mshr_->add_counters_to(all);
  if (miss_path_) miss_path_->add_counters_to(all);
  crossbar_->add_counters_to(all);
  for (const auto& cluster : clusters_) cluster->add_counters_to(all);
  for (const auto& group : narrow_banks_) group->add_counters_to(all);
  register_store_->add_counters_to(all);
  line_policy_->add_counters_to(all);
  throttle_->add_counters_to(all);
  gate_->add_counters_to(all);
  all.add(division_.counters());
  if (division_.control()) division_.control()->add_counters_to(all);
  return all;
}

std::string Sm::waiting_warps(unsigned most, const char* ready) const {
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
            std::to_string(warps_.block_of(warp)) + ") " + wait_text(state, ready);
    if (state == WarpState::kBarrier && warps_.barrier_of(warp) != 0) {
      text += " (number " + std::to_string(warps_.barrier_of(warp)) + ")";
    }
    if (state != WarpState::kDraining) text += " before '" + warps_.next(warp).decoded->text + "'";
  }
  if (others != 0) text += " and " + std::to_string(others) + " more";
  return text.empty() ? "no warp is resident" : text;
}

}  // namespace unibank
