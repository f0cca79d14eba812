// Runs random programs of several launches at the same time on random machines, as streams of one GPU do, and compares
// their results with a calculation in C++:
//   random_streams [--seed N] [--count N] [--minutes N] [--seconds N]
// Runs seeds N, N + 1, ... until the count or the minutes are reached; a run may take --seconds of processor time. Each
// program is a thread with buffers of its own; gpu.concurrent_kernels admits a launch of each. Each case runs three
// times: on one core, on two, which must change nothing, and with one program after the other, which must not change
// the executed instructions and accesses. Each fault is a line; ends with counts. Exit status: 0 no fault, 1 some, 2
// bad arguments.
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "base/input_error.h"
#include "concurrency/launch_compiler.h"
#include "design/load.h"
#include "gpu/compile_options.h"
#include "gpu/gpu_backend.h"
#include "report/counter_order.h"
#include "report/invariants.h"
#include "simt/device_memory.h"
#include "soak/cases/launch_text.h"
#include "soak/cases/launch_values.h"
#include "soak/cases/random_design.h"
#include "soak/cases/random_launches.h"
#include "soak/cases/random_sections.h"
#include "soak/seeds.h"
#include "support/forked.h"
#include "support/program_thread.h"

namespace {

using namespace unibank;
using namespace unibank::test;

struct Request {
  Seeds seeds;
  unsigned seconds = 30;
};

Request request_of(const std::vector<std::string>& arguments) {
  Request request;
  for (std::size_t i = 0; i < arguments.size(); i += 2) {
    const std::string& name = arguments[i];
    const std::string value = i + 1 < arguments.size() ? arguments[i + 1] : "";
    if (name == "--seconds") request.seconds = number_of(name, value);
    else if (!request.seeds.take(name, value))
      throw InputError("found '" + name + "'; expected --seed N, --count N, --minutes N or --seconds N");
  }
  return request;
}

struct Case {
  std::string name;  // of the design, with its overrides
  Design design;
  std::vector<LaunchProgram> programs;
};

// A random design with these values as well, as far as it accepts them.
Design design_of(const RandomDesign& random, const std::vector<std::string>& more, std::string& name) {
  std::vector<std::string> overrides = random.overrides;
  for (const std::string& one : more) {
    overrides.push_back(one);
    try {
      load_design(random.base, {}, overrides);
    } catch (const InputError&) {
      overrides.pop_back();
    }
  }
  name = random.base;
  for (const std::string& one : overrides) name += " --set " + one;
  return load_design(random.base, {}, overrides).design;
}

Case random_case(unsigned seed) {
  Random random(0x73747265616d73 + seed);
  for (unsigned warm_up = 0; warm_up < 8; ++warm_up) random.below(2);
  Case one;
  const std::uint64_t wanted = 2 + random.below(3);
  const std::string at_once = std::to_string(wanted + random.below(2)), sms = std::to_string(1 + random.below(6));
  const RandomDesign design = random_design(random);
  // Without the first value a design refuses the second.
  std::vector<std::string> more = {"cache.flush_at_end=true", "gpu.concurrent_kernels=" + at_once, "gpu.sms=" + sms};
  if (random.below(2) == 0) more.emplace_back("cache.global_stores=write-back");
  if (random.below(2) == 0) more.emplace_back("partition.scope=kernel");
  one.design = design_of(design, more, one.name);
  LaunchLimits limits;
  limits.sms = one.design.gpu.sms;
  limits.scratchpad_bytes =
      static_cast<unsigned>(std::min<std::uint64_t>(one.design.capacity().bytes(Part::kScratchpad), 1u << 20));
  limits.work = 30000;
  const std::uint64_t programs = std::min<std::uint64_t>(wanted, one.design.gpu.concurrent_kernels);
  for (unsigned number = 0; number < programs; ++number) {
    one.programs.push_back(random_launches(random, limits));
    // The numbers of instructions must not depend on the order of threads.
    if (random.below(2) == 0) add_sections(one.programs.back(), {false, false, false}, random);
    for (LaunchKernel& kernel : one.programs.back().kernels) kernel.name += "_of_" + std::to_string(number);
  }
  return one;
}

// A program with its buffers on the device.
class Host {
 public:
  Host(const LaunchProgram& program, Device& device) : program_(program), device_(device) {
    for (const std::vector<std::uint32_t>& words : program.buffers) buffers_.push_back(device.upload(words, "buffer"));
    for (unsigned file = 0; file < program.files; ++file)
      device.load(ptx_of(program, file), program.kernels[0].name + "." + std::to_string(file) + ".ptx");
  }

  std::vector<PlannedKernel> kernels() const {
    std::vector<PlannedKernel> all;
    for (const ProgramStep& step : program_.steps)
      for (const ProgramLaunch& launch : step.launches) {
        const LaunchKernel& kernel = program_.kernels[launch.kernel];
        all.push_back({kernel.name, {kernel.width, kernel.height, 1}, launch.dynamic_bytes});
      }
    return all;
  }
  void run() {
    for (const ProgramStep& step : program_.steps)
      for (unsigned round = 0; round < std::max(1u, step.rounds); ++round) run(step, round);
    ended_ = true;
  }
  // The number of blocks that have been launched.
  std::uint64_t blocks() const { return blocks_; }
  // What is wrong at the end; empty: nothing.
  std::string fault() const {
    if (!ended_) return "it has not ended";
    const std::vector<std::vector<std::uint32_t>> expected = values_of(program_);
    for (std::size_t buffer = 0; buffer < expected.size(); ++buffer) {
      const auto found = device_.download<std::uint32_t>(buffers_[buffer], expected[buffer].size());
      const auto [one, other] = std::mismatch(found.begin(), found.end(), expected[buffer].begin());
      if (one == found.end()) continue;
      return "word " + std::to_string(one - found.begin()) + " of buffer " + std::to_string(buffer) + " is " +
             std::to_string(*one) + "; expected " + std::to_string(*other);
    }
    return "";
  }

 private:
  void run(const ProgramStep& step, unsigned round) {
    if (step.written != kNothing) {
      const std::vector<std::uint32_t> words(step.words, step.value);
      device_.write(buffers_[step.written] + 4 * std::uint64_t{step.word}, words.data(), 4 * words.size());
    }
    for (const ProgramLaunch& one : step.launches)
      for (unsigned n = 0; n < one.repeat; ++n) launch(one, one.salt + round);
    if (step.swapped != kNothing) std::swap(buffers_[step.swapped], buffers_[step.with]);
  }
  void launch(const ProgramLaunch& one, std::uint32_t salt) {
    const LaunchKernel& kernel = program_.kernels[one.kernel];
    Arguments arguments;
    for (const unsigned buffer : one.buffers) {
      arguments.add(buffers_[buffer]);
      arguments.add(static_cast<std::uint32_t>(program_.buffers[buffer].size()));
    }
    arguments.add(std::uint32_t{one.dynamic_bytes});
    arguments.add(salt);
    device_.launch(kernel.name, {one.width, one.height, 1}, {kernel.width, kernel.height, 1}, arguments,
                   one.dynamic_bytes);
    blocks_ += one.blocks();
  }

  const LaunchProgram& program_;
  Device& device_;
  std::vector<std::uint64_t> buffers_;
  std::uint64_t blocks_ = 0;
  bool ended_ = false;
};

CompileForLaunch compiler_of(const Design& design) {
  if (design.kernel.pass == KernelPass::kNone) return nullptr;
  const LaunchCompiler compiler(design, compile_options(design));
  return [compiler](const ptx::Module& module, const std::string& entry, Dim3 block, unsigned dynamic_bytes) {
    return compiler.compile(module, entry, block, dynamic_bytes);
  };
}

// What the executor and the launches determine, whatever runs at the same time.
const char* const kExecuted[] = {"warp_instructions", "thread_instructions", "blocks", "warps", "barriers",
                                 "memory.global_loads", "memory.global_stores", "memory.atomics", "memory.local_loads",
                                 "memory.local_stores", "scratchpad.loads", "scratchpad.stores"};

std::string executed_text(const CounterValues& counters) {
  std::ostringstream text;
  for (const char* const name : kExecuted) text << name << " " << counters[name] << " ";
  return text.str();
}

void end_by_time(int) { ::_exit(0); }

struct Mode {
  unsigned cores = 1;
  bool in_turn = false;  // one program after the other
};

// A machine and the programs of a case. One per process, because SystemC elaborates once.
class StreamRun {
 public:
  StreamRun(const Case& one, Mode mode)
      : mode_(mode),
        backend_(one.design, memory_, BlockFactories()),
        device_(backend_, memory_, compile_options(one.design), compiler_of(one.design)) {
    backend_.gpu.use_cores(mode.cores, 0);
    std::vector<PlannedKernel> kernels;
    for (const LaunchProgram& program : one.programs) {
      hosts_.push_back(std::make_unique<Host>(program, device_));
      const std::vector<PlannedKernel> own = hosts_.back()->kernels();
      kernels.insert(kernels.end(), own.begin(), own.end());
    }
    device_.plan(kernels);
  }

  // What has been executed, then a newline and all that was counted; "fault: ..." or "refused: ...".
  std::string text() {
    run_all();
    if (!refused_.empty()) return "refused: " + refused_;
    if (!failed_.empty()) return "fault: " + failed_;
    RunResult result;
    backend_.gpu.collect(result);
    const std::string fault = fault_of(result);
    if (!fault.empty()) return "fault: " + fault;
    std::ostringstream text;
    text << executed_text(result.counters) << "\ncycles " << result.cycles;
    for (const LaunchResult& launch : result.launches) text << " " << launch.kernel << " " << launch.cycles;
    for (const unsigned number : counters_in_order()) text << " " << result.counters[number];
    return text.str();
  }

 private:
  void run(Host& host) {
    try {
      host.run();
    } catch (const InputError& error) {
      refused_ = error.what();
    } catch (const std::exception& error) {
      failed_ += error.what();
    }
  }
  void run_all() {
    std::vector<std::unique_ptr<Program>> threads;
    for (std::size_t number = 0; number < (mode_.in_turn ? 1 : hosts_.size()); ++number)
      threads.push_back(std::make_unique<Program>(("program" + std::to_string(number)).c_str(), [this, number] {
        if (!mode_.in_turn) return run(*hosts_[number]);
        for (const std::unique_ptr<Host>& host : hosts_) run(*host);
      }));
    sc_core::sc_start();
  }
  std::string fault_of(const RunResult& result) const {
    std::uint64_t blocks = 0;
    for (std::size_t number = 0; number < hosts_.size(); ++number) {
      const std::string fault = hosts_[number]->fault();
      if (!fault.empty()) return "program " + std::to_string(number) + ": " + fault;
      blocks += hosts_[number]->blocks();
    }
    for (const std::string& broken : broken_invariants(result)) return broken;
    const std::uint64_t counted = result.counters["blocks"];
    return counted == blocks ? "" : std::to_string(counted) + " blocks of " + std::to_string(blocks);
  }

  const Mode mode_;
  DeviceMemory memory_;
  GpuBackend backend_;
  Device device_;
  std::vector<std::unique_ptr<Host>> hosts_;
  std::string refused_, failed_;
};

// The text of a run in a process of its own; nothing after more than `seconds` of processor time.
std::string run_of(const Case& one, Mode mode, unsigned seconds) {
  return forked([&]() -> std::string {
    ::signal(SIGXCPU, end_by_time);
    const rlimit most{seconds, seconds + 5};
    ::setrlimit(RLIMIT_CPU, &most);
    try {
      return StreamRun(one, mode).text();
    } catch (const InputError& error) {
      return std::string("refused: ") + error.what();
    } catch (const std::exception& error) {
      return std::string("fault: ") + error.what();
    }
  });
}

struct Counts {
  std::uint64_t cases = 0, right = 0, refused = 0, too_long = 0, findings = 0;
};

bool begins(const std::string& text, const char* with) { return text.rfind(with, 0) == 0; }
std::string executed(const std::string& text) { return text.substr(0, text.find('\n')); }

// What two more runs do not have in common with the first; empty: nothing.
std::string difference(const Case& one, const std::string& first, unsigned seconds) {
  const std::string two = run_of(one, {2, false}, 4 * seconds);
  if (!two.empty() && two != first) return "on two cores: " + two + "; on one: " + first;
  const std::string in_turn = run_of(one, {1, true}, seconds);
  if (in_turn.empty() || executed(in_turn) == executed(first)) return "";
  return "one after the other: " + executed(in_turn) + "; at the same time: " + executed(first);
}

void check(unsigned seed, const Request& request, Counts& counts) {
  ++counts.cases;
  const Case one = random_case(seed);
  const std::string first = run_of(one, {}, request.seconds);
  if (first.empty() || begins(first, "refused: ")) {
    ++(first.empty() ? counts.too_long : counts.refused);
    return;
  }
  const bool failed = begins(first, "fault: ") || first == "died";
  const std::string what = failed ? first : difference(one, first, request.seconds);
  ++(what.empty() ? counts.right : counts.findings);
  if (!what.empty()) std::cout << "--seed " << seed << " --count 1, " << one.name << ": " << what << std::endl;
}

int run(const Request& request) {
  Counts counts;
  request.seeds.each([&](unsigned seed) { check(seed, request, counts); });
  std::cout << counts.cases << " cases: " << counts.right << " right, " << counts.refused << " refused, "
            << counts.too_long << " too long, " << counts.findings << " new\n";
  return counts.findings == 0 ? 0 : 1;
}

}  // namespace

// SystemC's library requires an sc_main; this program elaborates in child processes.
extern "C" int sc_main(int, char**) { return 0; }

int main(int count, char** arguments) {
  try {
    return run(request_of({arguments + 1, arguments + count}));
  } catch (const std::exception& error) {
    std::cerr << "random_streams: " << error.what() << "\n";
    return 2;
  }
}
