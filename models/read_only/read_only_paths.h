// The read-only paths of an SM: constants and texels with their caches, instruction fetch, and the caches' memory
// port. The Sm calls the steps of its cycle.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/counters.h"
#include "cycle/sm_cycle.h"
#include "design/design.h"
#include "memory/line_data.h"
#include "read_only/instruction_fetch.h"
#include "read_only/memory_port.h"
#include "read_only/read_only_cache.h"
#include "read_only/read_only_counters.h"
#include "read_only/read_unit.h"

namespace unibank {

class ReadOnlyPaths {
 public:
  // Callbacks to the Sm.
  struct Calls {
    // The last word, or texel, of an instruction has been read in cycle `at`.
    std::function<void(void* instruction, Cycle at)> done;
    // Called only if values are followed: a line of `length` bytes of the constant cache is read for an instruction.
    std::function<void(void* instruction, std::uint64_t line, unsigned length, const LineData& data)> found;
    // A warp's awaited next instruction has arrived.
    std::function<void(unsigned warp)> fetched;
  };
  // Creates its module in its own constructor.
  ReadOnlyPaths(const Design& design, SmCycle& cycle, Calls calls);

  ReadUnit& constants() { return constants_; }
  const ReadUnit& constants() const { return constants_; }
  // Null without a texture cache: a fetch then takes only its latency.
  ReadUnit* textures() const { return textures_.get(); }
  std::uint64_t texture_line(std::uint64_t address) const { return caches_[kTextures]->line_of(address); }
  // Null without an instruction cache: every warp then has its next instruction at once.
  InstructionFetch* fetch() const { return fetch_.get(); }
  // For observers: the existing caches, by the names of their sections.
  std::vector<std::pair<const char*, const ReadOnlyCache*>> caches() const;
  // Null if the design has no such cache: then the MSHR's socket leads to memory.
  MemoryPort* port() const { return port_.get(); }

  // A launch begins, with its code at this address. Drops everything but code, because the host may have changed it.
  void reset(std::uint64_t code);
  // Advances the units; true: a line has come from memory.
  bool advance();
  // Sends the misses since the last call to memory; the last step of a cycle.
  void ask_memory();
  bool wants_next_cycle() const {
    return constants_.wants_next_cycle() || (textures_ && textures_->wants_next_cycle());
  }
  bool idle() const {
    return constants_.idle() && (!textures_ || textures_->idle()) && (!fetch_ || fetch_->idle()) &&
           (!port_ || port_->in_flight() == 0);
  }
  void add_counters_to(CounterValues& all) const;

 private:
  enum Which : unsigned { kConstants, kInstructions, kTextures, kCaches };

  struct ConstantUser : ReadUser {
    explicit ConstantUser(ReadOnlyPaths& all) : paths(all) {}
    void read_done(void* instruction, Cycle at) override { paths.calls_.done(instruction, at); }
    void line_read(void* instruction, std::uint64_t line) override;
    ReadOnlyPaths& paths;
  };
  // Texture values are computed by the executor alone: bytes are not compared.
  struct TextureUser : ReadUser {
    explicit TextureUser(ReadOnlyPaths& all) : paths(all) {}
    void read_done(void* instruction, Cycle at) override { paths.calls_.done(instruction, at); }
    void line_read(void*, std::uint64_t) override {}
    ReadOnlyPaths& paths;
  };
  void line_came(const MemoryPort::Came& came);

  SmCycle& cycle_;
  const bool follow_values_;
  const std::uint64_t warm_bytes_;  // bytes of a launch's code that are in the cache at its start
  const Calls calls_;
  std::array<std::unique_ptr<ReadOnlyCache>, kCaches> caches_;  // null: every access hits
  ConstantUser constant_user_{*this};
  TextureUser texture_user_{*this};
  ReadUnit constants_;
  std::unique_ptr<ReadUnit> textures_;
  std::unique_ptr<InstructionFetch> fetch_;
  std::unordered_map<std::uint64_t, LineData> constant_lines_;  // lines of the constant cache, if values are followed
  std::unique_ptr<MemoryPort> port_;
  ReadOnlyCounters counters_;
};

}  // namespace unibank
