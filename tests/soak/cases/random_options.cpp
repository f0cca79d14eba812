#include "soak/cases/random_options.h"

#include <fstream>
#include <iterator>

#include "base/input_error.h"
#include "design/load.h"
#include "soak/cases/one_of.h"

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

bool accepts(const RandomDesign& design, const std::string& value) {
  std::vector<std::string> more = design.overrides;
  more.push_back(value);
  try {
    load_design(design.base, {}, more);
  } catch (const InputError&) {
    return false;
  }
  return true;
}

// Adds options to a random design, as far as its checks accept them.
class Options {
 public:
  Options(RandomDesign design, Random& random) : random_(random) { all_.design = std::move(design); }

  void of_launches() {
    if (!one_in(3)) set("gpu.sms=" + std::to_string(1 + random_.below(4)));
    if (one_in(2)) set("partition.scope=kernel");
    if (one_in(2)) set("cache.keep_between_kernels=true");
    if (one_in(3)) set("cache.global_stores=write-back");
    if (one_in(3)) set("cache.local_stores=write-back");
    if (!one_in(4)) set("run.check_data=true");
    small_memories();
  }
  void of_sections() {
    if (one_in(3)) set("run.out_of_bounds=warn");
    if (one_in(2)) set("run.check_data=true");
    if (one_in(2)) set("cache.global_stores=write-back");
    if (one_in(2)) set("partition.window=" + std::to_string(100 + random_.below(3000)));
  }
  void of_handovers() {
    set("gpu.sms=" + std::to_string(1 + random_.below(2)));
    set("run.check_data=true");
  }
  RandomOptions chosen(Random& narrow) {
    if (one_in(2)) set(one_in(2) ? "conflicts.model=arbitrated" : "conflicts.model=per-instruction");
    if (one_in(4)) set("run.check_data=true");
    if (one_in(3)) set("kernel.register_limit=" + std::to_string(16 + 2 * random_.below(8)));
    if (one_in(6)) set("kernel.pass=onchip");
    if (narrow.below(2) == 0) set(kNarrow[narrow.below(std::size(kNarrow))]);
    all_.run = {"--design", all_.design.base};
    for (const std::string& one : all_.design.overrides) all_.run.insert(all_.run.end(), {"--set", one});
    if (one_in(4)) {
      all_.has_rtl = true;
      all_.run.insert(all_.run.end(),
                      {"--block", kRtl[random_.below(std::size(kRtl))] + std::string(one_in(2) ? "=check" : "")});
    }
    if (!all_.has_rtl && one_in(2)) all_.again = {"--cores", "2"};
    else if (!one_in(4))
      all_.again = {"--vcd", "case.vcd", "--timeline", "case.timeline", "--transactions", "case.ftr"};
    return std::move(all_);
  }

 private:
  // So small that the programs' buffers and registers do not fit.
  void small_memories() {
    const Design design = load_design(all_.design.base, {}, all_.design.overrides).design;
    const auto sets = [this](std::uint64_t least) { return std::to_string(least * (1 + random_.below(8))); };
    if (one_in(2)) set("l2.bytes=" + sets(std::uint64_t{design.l2.slices} * design.l2.ways * kLineBytes));
    if (one_in(4)) set("storage.cache_bytes=" + sets(2 * std::uint64_t{design.cache.ways} * kLineBytes));
    if (one_in(2)) set("storage.unified_bytes=" + sets(16384));
  }

  bool one_in(std::uint64_t n) { return random_.below(n) == 0; }
  void set(const std::string& value) {
    if (accepts(all_.design, value)) all_.design.overrides.push_back(value);
  }

  RandomOptions all_;
  Random& random_;
};

std::string quoted(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += " '" + word + "'";
  return text;
}

}  // namespace

RandomOptions random_options(Random& random, Random& narrow) {
  return Options(random_design(random), random).chosen(narrow);
}

RandomOptions random_launch_options(Random& random) {
  Options options(random_design(random), random);
  options.of_launches();
  return options.chosen(random);
}
RandomOptions random_section_options(Random& random) {
  static const std::vector<std::string> designs = {
      "jatala/shared-noopt",      "jatala/shared-owf-opt",        "jatala/shared-owf-postdom",
      "crossover/sharing",        "crossover/unified-sharing",    "crossover/integrated-prioritized-sharing",
      "today/sharing",            "today/regmutex",               "today/linebacker",
      "today/run-time-carve-out", "today/integrated-prioritized", "today/unified",
      "jing2016/integrated-fair", "nvidia/h100",                  "nvidia/v100"};
  Options options(random.below(3) == 0 ? random_design(random) : random_design(random, designs), random);
  options.of_launches();
  options.of_sections();
  return options.chosen(random);
}

RandomOptions random_handover_options(Random& random) {
  static const std::vector<std::string> designs = {
      "jatala/shared-noopt", "jatala/shared-owf-opt",     "jatala/shared-owf-postdom",
      "crossover/sharing",   "crossover/unified-sharing", "crossover/integrated-prioritized-sharing",
      "today/sharing"};
  RandomDesign design;
  design.base = one_of(designs, random);
  Options options(design, random);
  options.of_handovers();
  return options.chosen(random);
}

namespace {

void write_script(const std::filesystem::path& file, const std::string& name, const std::string& text) {
  std::ofstream(file / name) << "#!/bin/sh\n# " << name
                             << " PROGRAM [OPTION ...]\nprogram=$1\nshift\ncd \"$(dirname \"$0\")\"\n" << text;
  std::filesystem::permissions(file / name, std::filesystem::perms::owner_exec, std::filesystem::perm_options::add);
}

// Without the options "NAME VALUE" whose name or value begins so.
std::string without(const std::string& beginning, const std::vector<std::string>& options) {
  std::vector<std::string> others;
  for (std::size_t i = 0; i < options.size(); i += 2)
    if (options[i].rfind(beginning, 0) != 0 && options[i + 1].rfind(beginning, 0) != 0)
      others.insert(others.end(), {options[i], options[i + 1]});
  return quoted(others);
}

// RTL follows values where the design allows it, and so does the native block.
void write_native(const std::filesystem::path& folder, const RandomOptions& options) {
  const std::string machine = without("--block", options.run), values = "run.check_data=true";
  const bool adds_values = machine.find("'" + values + "'") == machine.npos && accepts(options.design, values);
  write_script(folder, "native", "\"$program\" run case.toml" + machine + (adds_values ? " --set " + values : "") +
                                     " --json native.json \"$@\"\n");
}

void write_replay(const std::filesystem::path& folder, const std::vector<std::string>& options) {
  const std::string machine = without("run.check_data=", options);  // a record has no values
  write_script(folder, "replay",
               "\"$program\" run case.toml" + machine + " --json plain.json \"$@\" &&\n" +
                   "\"$program\" record case.toml" + machine + " -o record &&\n" +
                   "\"$program\" run record/kernelslist.g" + machine + " --json replay.json \"$@\"\n");
}

// All launches, or all blocks, as a sample: every one is timed.
void write_sampled(const std::filesystem::path& folder, const std::vector<std::string>& options) {
  const std::string run = "\"$program\" run case.toml" + without("run.check_data=", options);
  for (const std::string unit : {"launches", "blocks"})
    write_script(folder, "sampled_" + unit, run + " --json plain.json \"$@\" &&\n" + run + " --sample " + unit +
                                               "=100% --json sampled.json \"$@\"\n");
}

// The machine as the effective design of case.json, which is in effective.toml.
void write_effective(const std::filesystem::path& folder, const std::vector<std::string>& options) {
  std::string blocks;
  for (std::size_t i = 0; i < options.size(); i += 2)
    if (options[i] == "--block") blocks += quoted({options[i], options[i + 1]});
  write_script(folder, "effective", "\"$program\" run case.toml --design effective.toml" + blocks +
                                        " --json effective.json \"$@\"\n");
}

}  // namespace

void write_command(const std::filesystem::path& folder, const RandomOptions& options) {
  const std::string run = "\"$program\" run case.toml" + quoted(options.run);
  write_script(folder, "command",
               run + " --json case.json \"$@\" &&\n" + run + quoted(options.again) +
                   " --json same.json \"$@\" &&\ncmp case.json same.json >&2\n");
  if (options.has_rtl) write_native(folder, options);
  else if (options.may_record) write_replay(folder, options.run);
  if (!options.has_rtl) write_sampled(folder, options.run);
  write_effective(folder, options.run);
}

}  // namespace unibank::test
