#include "gpu/sample_check.h"

#include <string>

#include "base/input_error.h"
#include "block/choices.h"
#include "design/legality.h"

namespace unibank {

namespace {

std::string dram(const Design& design) { return design.blocks.of("dram").model; }

// A row that applies to a design refuses it. A null reason: the row does not refuse this kind of sample.
struct Row {
  bool (*refuses)(const Design& design);
  std::string (*what)(const Design& design);
  const char *why_launches, *why_blocks;
};

const Row kRows[] = {
    {[](const Design& d) { return d.run.check_data; }, [](const Design&) { return std::string("run.check_data"); },
     "values are followed through the machine from launch to launch, and launches that are not timed do not pass "
     "through it",
     "values are followed through the machine, and blocks that are not timed do not pass through it"},
    {division_follows_counters, [](const Design& d) { return "partition.policy \"" + d.partition.name + "\""; },
     "it changes the division by what it has counted, and launches that are not timed count nothing",
     "it changes the division by what it has counted so far, and not all blocks are timed"},
    {[](const Design& d) { return dram(d) != "fixed-latency"; },
     [](const Design& d) { return "dram.model \"" + dram(d) + "\""; },
     "the cycles of a launch depend on the moment at which it begins (refreshes, open rows), and a small sample does "
     "not show how often they differ",
     "refreshes and open rows come at different moments of each unit, and a few units do not show how often"},
    {[](const Design& d) { return d.line_policy.name != "all"; },
     [](const Design& d) { return "line_policy.policy \"" + d.line_policy.name + "\""; },
     "which lines it keeps may depend on all launches before", "which lines it keeps may depend on all blocks before"},
    {[](const Design& d) { return !d.cache.flush_at_end && d.gpu.sms > 1; },
     [](const Design&) { return std::string("cache.flush_at_end = false on several SMs"); },
     "which lines an L1 keeps for the next launch depends on the cycles of launches that are not timed", nullptr},
    {[](const Design& d) { return !text_of_foreign(d.blocks).empty(); },
     [](const Design& d) { return "blocks of other models (" + text_of_foreign(d.blocks) + ")"; },
     "what they keep from one launch to the next is not known",
     "what they keep from one block to the next is not known"},
};

}  // namespace

void check_sample(const Design& design, const Sample& sample) {
  for (const Row& row : kRows) {
    const char* const why = sample.of_blocks() ? row.why_blocks : row.why_launches;
    if (!why || !row.refuses(design)) continue;
    throw InputError("a sample of " + std::string(sample.of_blocks() ? "blocks" : "launches") + " does not go with " +
                     row.what(design) + ": " + why + "; expected a run without --sample");
  }
}

}  // namespace unibank
