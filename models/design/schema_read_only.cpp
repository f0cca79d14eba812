// The constant, texture and instruction caches of an SM.
#include "design/parameter_table.h"

namespace unibank {
namespace {

constexpr const char* kNone = "none in Gebhart 2012";

// The rows of the section of one cache; `kCache` is its field of Design.
template <auto kCache>
void add_cache(ParameterTable& table, const char* section, const char* holds, const char* source) {
  table.integer(section, "bytes", "bytes", 0, 1 << 20, kNone, holds,
                +[](Design& design) -> auto& { return (design.*kCache).bytes; });
  table.integer(section, "line_bytes", "bytes", 32, 128, source, "size of a line: 32, 64 or 128",
                +[](Design& design) -> auto& { return (design.*kCache).line_bytes; });
  table.integer(section, "ways", "ways", 1, 64, source, "associativity; replacement is LRU",
                +[](Design& design) -> auto& { return (design.*kCache).ways; });
  table.integer(section, "mshr_entries", "", 1, 4096, source, "outstanding lines",
                +[](Design& design) -> auto& { return (design.*kCache).mshr_entries; });
}

}  // namespace

void add_read_only_caches(ParameterTable& table) {
  add_cache<&Design::constant_cache>(
      table, "constant_cache", "cache of constants and parameters in every SM; 0: every access hits",
      "not published: GPGPU-Sim 3.x, configs/GTX480: 64:64:2, A:2:32");
  add_cache<&Design::instruction_cache>(
      table, "instruction_cache", "cache of instructions in every SM; 0: every fetch hits",
      "not published: GPGPU-Sim 3.x, configs/GTX480: 4:128:4, A:2:32");
  table.integer("instruction_cache", "instruction_bytes", "bytes", 4, 16, "Fermi's and Kepler's machine code",
                "size of an instruction: 4, 8 or 16", UNIBANK_FIELD(instruction_cache.instruction_bytes));
  table.boolean("instruction_cache", "warm", "not published; GPGPU-Sim 3.x: a kernel's first launch misses",
                "a launch finds the beginning of its code in the cache, as after an earlier launch of the kernel",
                UNIBANK_FIELD(instruction_cache.warm));
  add_cache<&Design::texture_cache>(
      table, "texture_cache", "cache of texels in every SM; 0: a texture fetch takes sm.texture_latency",
      "not published: GPGPU-Sim 3.x, configs/GTX480: 4:128:24, F:128:4");
}

}  // namespace unibank
