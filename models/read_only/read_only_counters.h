// Counters of the read-only caches of an SM.
#pragma once

#include "base/counters.h"

namespace unibank {

#define UNIBANK_READ_ONLY_COUNTERS(counter) \
  counter(reads, "read_only.reads", "lines", "read from memory for the constant, texture and instruction caches")
UNIBANK_COUNTERS(ReadOnlyCounters, "sm.read_only", UNIBANK_READ_ONLY_COUNTERS);

#define UNIBANK_CONSTANT_CACHE_COUNTERS(counter) \
  counter(hits, "constant_cache.hits", "words", "that hit") \
  counter(misses, "constant_cache.misses", "words", "that missed") \
  counter(merges, "constant_cache.merges", "words", "that missed in an outstanding line") \
  counter(evictions, "constant_cache.evictions", "lines", "evicted")
UNIBANK_COUNTERS(ConstantCacheCounters, "sm.constant_cache", UNIBANK_CONSTANT_CACHE_COUNTERS);

#define UNIBANK_INSTRUCTION_CACHE_COUNTERS(counter) \
  counter(hits, "instruction_cache.hits", "lines", "that hit, one lookup when a warp enters a line") \
  counter(misses, "instruction_cache.misses", "lines", "that missed, one lookup when a warp enters a line") \
  counter(merges, "instruction_cache.merges", "lines", "that missed and were already outstanding") \
  counter(evictions, "instruction_cache.evictions", "lines", "evicted")
UNIBANK_COUNTERS(InstructionCacheCounters, "sm.instruction_cache", UNIBANK_INSTRUCTION_CACHE_COUNTERS);

#define UNIBANK_TEXTURE_CACHE_COUNTERS(counter) \
  counter(hits, "texture_cache.hits", "lines", "with texels of an instruction that hit") \
  counter(misses, "texture_cache.misses", "lines", "with texels of an instruction that missed") \
  counter(merges, "texture_cache.merges", "lines", "that missed and were already outstanding") \
  counter(evictions, "texture_cache.evictions", "lines", "evicted")
UNIBANK_COUNTERS(TextureCacheCounters, "sm.texture_cache", UNIBANK_TEXTURE_CACHE_COUNTERS);

}  // namespace unibank
