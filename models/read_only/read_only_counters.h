// What the read-only caches of an SM count.
#pragma once

#include "base/counters.h"

namespace unibank {

#define UNIBANK_READ_ONLY_COUNTERS(counter) \
  counter(reads, "read_only.reads", "lines", "read from memory for the caches of what kernels do not write")
UNIBANK_COUNTERS(ReadOnlyCounters, "sm.read_only", UNIBANK_READ_ONLY_COUNTERS);

#define UNIBANK_CONSTANT_CACHE_COUNTERS(counter) \
  counter(hits, "constant_cache.hits", "words", "looked up that were there") \
  counter(misses, "constant_cache.misses", "words", "looked up that were not") \
  counter(merges, "constant_cache.merges", "words", "of these, whose line was on its way already") \
  counter(evictions, "constant_cache.evictions", "lines", "that lost their way to another")
UNIBANK_COUNTERS(ConstantCacheCounters, "sm.constant_cache", UNIBANK_CONSTANT_CACHE_COUNTERS);

#define UNIBANK_INSTRUCTION_CACHE_COUNTERS(counter) \
  counter(hits, "instruction_cache.hits", "lines", "that a warp went on to and that were there") \
  counter(misses, "instruction_cache.misses", "lines", "that a warp went on to and that were not") \
  counter(merges, "instruction_cache.merges", "lines", "of these, that were on their way already") \
  counter(evictions, "instruction_cache.evictions", "lines", "that lost their way to another")
UNIBANK_COUNTERS(InstructionCacheCounters, "sm.instruction_cache", UNIBANK_INSTRUCTION_CACHE_COUNTERS);

#define UNIBANK_TEXTURE_CACHE_COUNTERS(counter) \
  counter(hits, "texture_cache.hits", "lines", "with texels of an instruction that were there") \
  counter(misses, "texture_cache.misses", "lines", "with texels of an instruction that were not") \
  counter(merges, "texture_cache.merges", "lines", "of these, that were on their way already") \
  counter(evictions, "texture_cache.evictions", "lines", "that lost their way to another")
UNIBANK_COUNTERS(TextureCacheCounters, "sm.texture_cache", UNIBANK_TEXTURE_CACHE_COUNTERS);

}  // namespace unibank
