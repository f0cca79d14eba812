#include "design/design.h"

namespace unibank {

SmCapacity Design::capacity() const {
  SmCapacity capacity;
  capacity.unified = storage.unified;
  capacity.unified_bytes = storage.unified_bytes;
  capacity.register_bytes = storage.register_bytes;
  capacity.scratchpad_bytes = storage.scratchpad_bytes;
  capacity.cache_bytes = storage.cache_bytes;
  capacity.max_threads = sm.max_threads;
  capacity.thread_limit = kernel.thread_limit;
  capacity.max_warps = sm.max_warps;
  capacity.max_blocks = sm.max_blocks;
  capacity.cache_set_bytes = cache.ways * kLineBytes;
  return capacity;
}

double Design::capacity_kb() const {
  // The sizes that the layout does not have are 0.
  const std::uint64_t bytes =
      storage.unified_bytes + storage.register_bytes + storage.scratchpad_bytes + storage.cache_bytes;
  return static_cast<double>(bytes) / 1024;
}

}  // namespace unibank
