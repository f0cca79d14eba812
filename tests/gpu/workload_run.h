// Runs a workload on a Gpu with chosen blocks, in its own process, and returns everything that it measured as one text.
#pragma once

#include <sstream>
#include <string>

#include "gpu/gpu_backend.h"
#include "report/counter_order.h"
#include "report/invariants.h"
#include "simt/device_memory.h"
#include "support/forked.h"
#include "support/late_blocks.h"
#include "workloads/workload.h"

namespace unibank::test {

inline Design partitioned_design() { return Design(); }

inline Design with_sms(unsigned sms, Design design = partitioned_design()) {
  design.gpu.sms = sms;
  return design;
}

inline Design unified_design(std::uint64_t kb = 384) {
  Design design;
  design.layout.name = "unified";
  design.storage.unified_bytes = kb * 1024;
  design.storage.register_bytes = design.storage.scratchpad_bytes = design.storage.cache_bytes = 0;
  design.partition.name = "unified";
  return design;
}

struct Measured {
  RunResult result;
  std::uint64_t issue_order = 0;  // a digest of (cycle, SM, warp, instruction) of every issue
};

inline Measured measure(const std::string& workload, const Design& design, const BlockFactories& factories,
                        const std::map<std::string, std::string>& arguments = {},
                        BuildOrder order = BuildOrder::kFirstToLast, unsigned cores = 1,
                        unsigned least_gain = 0) {
  DeviceMemory memory;
  GpuBackend backend(design, memory, factories, order);
  backend.gpu.use_cores(cores, least_gain);
  Measured measured;
  Cycle base = 0;
  for (unsigned sm = 0; sm < design.gpu.sms; ++sm) {
    backend.gpu.sm(sm).on_issue = [&, sm](Cycle cycle, unsigned warp, unsigned pc) {
      if (base == 0) base = cycle;
      for (const std::uint64_t part : {cycle - base, std::uint64_t{sm}, std::uint64_t{warp}, std::uint64_t{pc}}) {
        measured.issue_order = (measured.issue_order ^ part) * 0x100000001b3ull;
      }
    };
  }
  compiler::CompileOptions options;
  options.registers = design.kernel.register_limit;
  options.sharing = design.scratchpad_sharing();
  Device device(backend, memory, options);
  const Workload& program = find_workload(workload);
  const Verdict verdict = program.run(device, complete_arguments(program, Size::kTiny, arguments));
  backend.gpu.collect(measured.result);
  measured.result.verified = verdict.right;
  measured.result.verification = verdict.text;
  measured.result.miss_path = design.blocks.of("miss_path").model != "none";
  for (std::string& one : broken_invariants(measured.result))
    measured.result.broken_invariants.push_back(std::move(one));
  return measured;
}

inline std::string text_of(const Measured& measured) {
  const RunResult& r = measured.result;
  const CounterValues& c = r.counters;
  std::ostringstream text;
  text << r.verified << " " << r.verification << "\ncycles " << r.cycles << "\n";
  for (const LaunchResult& launch : r.launches) text << launch.kernel << " " << launch.cycles << "\n";
  for (const unsigned number : counters_in_order()) text << c[number] << " ";
  text << "\nissue order " << measured.issue_order << "\n";
  for (const std::string& broken : r.broken_invariants) text << "broken: " << broken << "\n";
  return text.str();
}

// "right" when the answer is right and the conservation laws hold; otherwise what is wrong.
inline std::string verdict_of(const RunResult& result) {
  std::string text = result.verified ? "right" : "wrong: " + result.verification;
  for (const std::string& broken : result.broken_invariants) text += "; " + broken;
  return text;
}

// The verdict of a run in a process of its own.
inline std::string checked(const std::string& workload, const Design& design,
                           const std::map<std::string, std::string>& arguments = {}) {
  return forked([&] { return verdict_of(measure(workload, design, BlockFactories(), arguments).result); });
}

inline std::string run_text(const std::string& workload, const Design& design, const BlockFactories& factories = {},
                            const std::map<std::string, std::string>& arguments = {},
                            BuildOrder order = BuildOrder::kFirstToLast, unsigned cores = 1,
                            unsigned least_gain = 0) {
  return forked([&] { return text_of(measure(workload, design, factories, arguments, order, cores, least_gain)); });
}

}  // namespace unibank::test
