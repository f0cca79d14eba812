#include "read_only/read_only_paths.h"

#include <algorithm>

namespace unibank {

namespace {

std::unique_ptr<ReadOnlyCache> cache_of(const Design::ReadOnlyCache& size) {
  return size.bytes != 0 ? std::make_unique<ReadOnlyCache>(size) : nullptr;
}

template <typename Counters>
void add_counts(const std::unique_ptr<ReadOnlyCache>& cache, CounterValues& all) {
  if (!cache) return;
  const ReadOnlyCounts& counts = cache->counts();
  all.add(Counters{counts.hits, counts.misses, counts.merges, counts.evictions});
}

}  // namespace

ReadOnlyPaths::ReadOnlyPaths(const Design& design, SmCycle& cycle, Calls calls)
    : cycle_(cycle),
      follow_values_(design.run.check_data),
      warm_bytes_(design.instruction_cache.warm ? design.instruction_cache.bytes : 0),
      calls_(std::move(calls)),
      caches_{cache_of(design.constant_cache), cache_of(design.instruction_cache), cache_of(design.texture_cache)},
      constants_(design.sm.memory_queue, caches_[kConstants].get(), constant_user_) {
  if (caches_[kTextures])
    textures_ = std::make_unique<ReadUnit>(design.sm.memory_queue, caches_[kTextures].get(), texture_user_);
  if (caches_[kInstructions])
    fetch_ = std::make_unique<InstructionFetch>(*caches_[kInstructions], design.sm.max_warps,
                                                design.instruction_cache.instruction_bytes, calls_.fetched);
  if (std::all_of(caches_.begin(), caches_.end(), [](const auto& cache) { return !cache; })) return;
  port_ = std::make_unique<MemoryPort>("read_only", follow_values_, [this](Cycle due) { cycle_.wake(due); });
}

std::vector<std::pair<const char*, const ReadOnlyCache*>> ReadOnlyPaths::caches() const {
  std::vector<std::pair<const char*, const ReadOnlyCache*>> all;
  constexpr std::array<const char*, kCaches> kNames = {"constant_cache", "instruction_cache", "texture_cache"};
  for (unsigned which = 0; which < kCaches; ++which)
    if (caches_[which]) all.emplace_back(kNames[which], caches_[which].get());
  return all;
}

void ReadOnlyPaths::reset(std::uint64_t code) {
  for (const Which which : {kConstants, kTextures})
    if (caches_[which]) caches_[which]->clear();
  if (fetch_) fetch_->reset(code, warm_bytes_);
  constant_lines_.clear();
}

void ReadOnlyPaths::ConstantUser::line_read(void* instruction, std::uint64_t line) {
  if (!paths.follow_values_) return;
  paths.calls_.found(instruction, line, paths.caches_[kConstants]->line_bytes(), paths.constant_lines_.at(line));
}

void ReadOnlyPaths::line_came(const MemoryPort::Came& came) {
  const std::optional<std::uint64_t> driven_out = caches_[came.cache]->enter(came.line);
  if (came.cache == kTextures) return textures_->line_came(came.line, cycle_.now);
  if (came.cache == kInstructions) return fetch_->line_came(came.line);
  if (follow_values_) {
    if (driven_out) constant_lines_.erase(*driven_out);
    constant_lines_[came.line].take(*came.payload);
  }
  constants_.line_came(came.line, cycle_.now);
}

bool ReadOnlyPaths::advance() {
  bool came_any = false;
  if (port_ && port_->any_came()) {
    port_->take(cycle_.now, [&](const MemoryPort::Came& came) {
      line_came(came);
      came_any = true;
    });
  }
  constants_.advance(cycle_.now);
  if (textures_) textures_->advance(cycle_.now);
  return came_any;
}

void ReadOnlyPaths::ask_memory() {
  for (unsigned which = 0; which < kCaches; ++which) {
    if (!caches_[which] || !caches_[which]->has_reads()) continue;
    while (const std::optional<std::uint64_t> line = caches_[which]->next_read()) {
      port_->read(which, *line, caches_[which]->line_bytes(), cycle_.now);
      ++counters_.reads;
    }
  }
}

void ReadOnlyPaths::add_counters_to(CounterValues& all) const {
  all.add(counters_);
  add_counts<ConstantCacheCounters>(caches_[kConstants], all);
  add_counts<InstructionCacheCounters>(caches_[kInstructions], all);
  add_counts<TextureCacheCounters>(caches_[kTextures], all);
}

}  // namespace unibank
