#include "soak/random_case.h"

#include <fstream>
#include <iterator>

#include "base/input_error.h"
#include "design/load.h"
#include "host/random_check.h"
#include "soak/random_design.h"

namespace unibank::test {

namespace {

const char* const kRtl[] = {"arbiter", "crossbar", "dram_front", "l2_tags", "lock_unit", "mshr", "tag_array",
                            "unified_bank"};

// Resources as narrow as their keys allow, so that runs come near their roofs (roofs.h).
const char* const kNarrow[] = {
    "dram.bytes_per_cycle=1", "dram.clock_ratio=0.1", "interconnect.bytes_per_cycle=1", "l2.mshr_entries=1",
    "l2.merges=1", "mshr.entries=1", "mshr.merges=1", "atomic_unit.interval=64", "atomic_unit.entries=1",
    "cache.fill_buffer=1", "cache.store_buffer=1", "cache.lookups_per_cycle=1", "sm.memory_queue=1",
    "sm.address_interval=64", "sm.scheduler_memory_queue=1", "gpu.block_interval=1000", "constant_cache.bytes=128",
    "gpu.block_latency=1000"};

// Adds options to a random design, as far as its checks accept them.
class Options {
 public:
  Options(RandomDesign design, Random& random, Random& narrow)
      : design_(std::move(design)), random_(random), narrow_(narrow) {}

  std::vector<std::string> chosen() {
    if (one_in(2)) set(one_in(2) ? "conflicts.model=arbitrated" : "conflicts.model=per-instruction");
    if (one_in(4)) set("run.check_data=true");
    if (one_in(3)) set("kernel.register_limit=" + std::to_string(16 + 2 * random_.below(8)));
    if (one_in(6)) set("kernel.pass=onchip");
    if (narrow_.below(2) == 0) set(kNarrow[narrow_.below(std::size(kNarrow))]);
    std::vector<std::string> all = {"--design", design_.base};
    for (const std::string& one : design_.overrides) all.insert(all.end(), {"--set", one});
    if (!one_in(4)) return all;
    in_place_ = true;
    all.insert(all.end(), {"--block", kRtl[random_.below(std::size(kRtl))] + std::string(one_in(2) ? "=check" : "")});
    return all;
  }
  std::vector<std::string> same() {
    if (!in_place_ && one_in(2)) return {"--cores", "2"};
    if (one_in(4)) return {};
    return {"--vcd", "case.vcd", "--timeline", "case.timeline", "--transactions", "case.ftr"};
  }

 private:
  bool one_in(std::uint64_t n) { return random_.below(n) == 0; }
  void set(const std::string& value) {
    std::vector<std::string> more = design_.overrides;
    more.push_back(value);
    try {
      load_design(design_.base, {}, more);
      design_.overrides = std::move(more);
    } catch (const InputError&) {
      // the design does not accept it
    }
  }

  RandomDesign design_;
  Random &random_, &narrow_;
  bool in_place_ = false;
};

std::string quoted(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += " '" + word + "'";
  return text;
}

}  // namespace

RandomCase::RandomCase(unsigned seed) {
  Random random(seed);
  for (unsigned warm_up = 0; warm_up < 8; ++warm_up) random.below(2);  // small seeds have few bits set
  const RandomCheck check(seed, static_cast<Flow>(random.below(4)),
                          random.below(4) == 0 ? Syncs::kNone : Syncs::kParts);
  text = check.text;
  in = check.in;
  out = check.expected;
  failure = check.failure;
  Random narrow(0x6e6172726f77 + seed);
  for (unsigned warm_up = 0; warm_up < 8; ++warm_up) narrow.below(2);
  Options chosen(random_design(random), random, narrow);
  options = chosen.chosen();
  same_options = chosen.same();
}

void RandomCase::write(const std::filesystem::path& folder) const {
  write_case(folder, text, in, out);
  std::ofstream(folder / "command")
      << "#!/bin/sh\n# command PROGRAM [OPTION ...]\nprogram=$1\nshift\ncd \"$(dirname \"$0\")\"\n"
         "\"$program\" run case.toml"
      << quoted(options)
      << " --json case.json \"$@\" &&\n"
         "\"$program\" run case.toml"
      << quoted(options) << quoted(same_options) << " --json same.json \"$@\" &&\ncmp case.json same.json >&2\n";
  std::filesystem::permissions(folder / "command", std::filesystem::perms::owner_exec,
                               std::filesystem::perm_options::add);
}

}  // namespace unibank::test
