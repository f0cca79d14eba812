#include "unibank/simulate.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <new>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "concurrency/launch_compiler.h"
#include "design/legality.h"
#include "design/schema.h"
#include "gpu/block_sampled_backend.h"
#include "gpu/sample_check.h"
#include "gpu/sampled_backend.h"
#include "gpu/timed_backend.h"
#include "host/functional_backend.h"
#include "host/functional_counts.h"
#include "report/invariants.h"
#include "reproduce/own_code.h"
#include "simt/device_memory.h"
#include "unibank/run_progress.h"

namespace unibank {

namespace {

// What is known before the program runs; nothing of a sample, in which not all is timed.
RunProgress::Known known_of(const SimulationRequest& request) {
  RunProgress::Known known;
  if (request.sample.any()) return known;
  if (request.manifest) {
    const std::optional<ManifestTotal> total = total_of(*request.manifest);
    if (total) known = {total->launches, total->blocks};
  }
  if (request.traced) {
    for (const auto& kernel : request.traced->kernels) known.blocks += kernel->launch().grid.count();
    known.launches = request.traced->kernels.size();
  }
  return known;
}

TimedBackend::OnProgress said_to(const Notify& notify, const SimulationRequest& request) {
  using Clock = std::chrono::steady_clock;
  return [&notify, says = std::make_shared<RunProgress>(known_of(request)),
          begin = Clock::now()](const TimedBackend::Progress& progress) {
    const std::string text = says->text(progress, std::chrono::duration<double>(Clock::now() - begin).count());
    if (!text.empty()) notify(text);
  };
}

// Bytes after the memory that a manifest places at addresses, for local memory and the rest of a launch: as many as
// `unibank exec` has, which may have recorded the manifest, and like there at most half of what the process may map.
std::uint64_t free_bytes() {
  constexpr std::uint64_t kGigabyte = std::uint64_t{1} << 30;
  rlimit mapped{};
  ::getrlimit(RLIMIT_AS, &mapped);
  return std::clamp<std::uint64_t>(mapped.rlim_cur / 2, kGigabyte, 4 * kGigabyte);
}

// Memory from the manifest's first address on, if it has one.
std::unique_ptr<DeviceMemory> memory_for(const SimulationRequest& request) {
  const std::uint64_t first = request.manifest ? request.manifest->memory_begin : 0;
  if (first == 0) return std::make_unique<DeviceMemory>();
  std::uint64_t end = first;
  for (const ManifestBuffer& one : request.manifest->buffers) end = std::max(end, one.address + one.bytes.size());
  const std::uint64_t page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  const std::uint64_t bytes = ((end - first) / page + 1) * page + free_bytes();
  const int file = ::memfd_create("unibank device memory", MFD_CLOEXEC);
  if (file < 0 || ::ftruncate(file, static_cast<off_t>(bytes)) != 0) throw std::bad_alloc();
  auto memory = std::make_unique<DeviceMemory>(bytes, DeviceMemory::Shared{file, first});
  ::close(file);  // the mapping remains
  return memory;
}

void judge_manifest(const SimulationRequest& request, Device& device, DeviceMemory& memory, RunResult& result) {
  const ManifestResult ended = run(*request.manifest, device, &memory);
  if (request.dumps) keep_dumps(*request.manifest, ended, *request.dumps);
  result.judged = ended.judged;
  result.verified = ended.right;
  result.verification = ended.text;
}

void judge(const SimulationRequest& request, Device& device, DeviceMemory& memory, RunResult& result) {
  if (request.manifest) return judge_manifest(request, device, memory, result);
  const Verdict verdict = request.workload->run(device, request.arguments, request.style);
  result.verified = verdict.right;
  result.verification = verdict.text;
}

DeviceMemory::Print printed_to(const Notify& notify) {
  return [&notify](std::string_view text) { notify.print(std::string(text)); };
}

// `print`: receives the text of printf in kernels; null: it goes to standard output.
void run_functional(const SimulationRequest& request, RunResult& result, const DeviceMemory::Print& print,
                    ExecutionObserver* observer, bool blocks_in_turn = true) {
  const std::unique_ptr<DeviceMemory> own = memory_for(request);
  DeviceMemory& memory = *own;
  if (print) memory.set_print(print);
  FunctionalBackend backend(memory, request.design.design.run.instruction_limit);
  backend.observe(observer, blocks_in_turn);
  backend.warn_out_of_bounds(request.design.design.run.out_of_bounds == OutOfBounds::kWarn);
  Device device(backend, memory, compile_options(request), compile_for_launch(request));
  judge(request, device, memory, result);
  const FunctionalBackend::Counts& counts = backend.counts();
  set_executed(counts, result.counters);
  add_faults(counts, result.counters);
  add_warnings(counts, result.warnings);
}

void run_traced(const trace::TracedProgram& program, TimedBackend& backend, SamplingBackend* sampled,
                RunResult& result) {
  std::vector<RecordedLaunch> launches;
  for (const auto& kernel : program.kernels) launches.push_back(kernel->launch());
  backend.plan(launches);
  for (const RecordedLaunch& launch : launches) sampled ? sampled->run(launch) : backend.run(launch);
  result.judged = false;
  result.verification = "a trace has no answer to compare";
}

// A trace of a GPU does not say which texels a fetch reads.
void warn_of_texels(const Design& design, RunResult& result) {
  const std::uint64_t fetches = result.counters["texture_accesses"];
  const std::uint64_t looked_up = result.counters["texture_cache.hits"] + result.counters["texture_cache.misses"];
  if (fetches == 0 || looked_up != 0 || design.texture_cache.bytes == 0) return;
  result.warnings.push_back(std::to_string(fetches) +
                            " texture fetches took sm.texture_latency without the texture cache, because a trace does "
                            "not have the addresses of texels");
}

void check_sampled(const SimulationRequest& request) {
  check_sample(request.design.design, request.sample);
  if (request.waves.any())
    throw InputError("--vcd, --timeline and --transactions do not go with a sample of " +
                     std::string(request.sample.of_blocks() ? "blocks" : "launches") +
                     ": those that are not timed have no waves");
}

// Runs the program for its results alone. What it prints and dumps comes from the later, timed run.
std::vector<LaunchFeatures> counted_launches(const SimulationRequest& request) {
  LaunchCounter counter(survival_of(request.design.design));
  if (request.traced) {
    for (const auto& kernel : request.traced->kernels) counter.count(kernel->launch());
    return counter.launches();
  }
  SimulationRequest counted = request;
  counted.dumps = nullptr;
  RunResult nothing;
  run_functional(counted, nothing, [](std::string_view) {}, &counter, false);
  return counter.launches();
}

void run_timed(const SimulationRequest& request, const Notify& notify, RunResult& result) {
  std::vector<LaunchFeatures> features;
  if (request.sample.any()) check_sampled(request);
  if (request.sample.of_launches()) features = counted_launches(request);
  const std::unique_ptr<wave::Writer> waves = open_waves(request.waves);
  const std::unique_ptr<TransactionRecorder> transactions = open_transactions(request.waves);
  const std::unique_ptr<DeviceMemory> own = memory_for(request);
  DeviceMemory& memory = *own;
  memory.set_print(printed_to(notify));
  // Not destroyed, which would be an eighth of a short run: the process ends with this run.
  static TimedBackend* kept = nullptr;
  kept = new TimedBackend(request.design.design, memory, waves.get(), said_to(notify, request), request.waves.sm);
  TimedBackend& backend = *kept;
  backend.use_cores(request.cores);
  if (request.look) backend.look_at(request.look);
  std::unique_ptr<SamplingBackend> sampled;
  if (request.sample.of_launches())
    sampled = std::make_unique<SampledBackend>(backend, request.design.design, memory, request.sample, features);
  if (request.sample.of_blocks())
    sampled = std::make_unique<BlockSampledBackend>(backend, request.design.design, memory, request.sample);
  if (request.traced) {
    run_traced(*request.traced, backend, sampled.get(), result);
  } else {
    Backend& chosen = sampled ? static_cast<Backend&>(*sampled) : backend;
    Device device(chosen, memory, compile_options(request), compile_for_launch(request));
    judge(request, device, memory, result);
  }
  backend.finish();
  if (transactions) transactions->finish();
  backend.collect(result);
  if (request.traced) warn_of_texels(request.design.design, result);
  add_remarks(waves.get(), transactions.get(), result.warnings);
  result.effective_design = effective_toml(request.design);
  for (std::string& broken : broken_invariants(result)) result.broken_invariants.push_back(std::move(broken));
  if (sampled) sampled->finish(result);  // the laws hold for the measured launches
}

// Ends the program once it has announced its launches.
class FirstLook : public Backend {
 public:
  struct Seen {};
  explicit FirstLook(std::vector<KernelNeeds>& seen) : seen_(seen) {}
  void plan(const std::vector<Launch>& kernels) override {
    for (const Launch& launch : kernels) seen_.push_back(declared_by(launch));
    throw Seen();
  }
  void run(const Launch& launch) override { plan({launch}); }

 private:
  std::vector<KernelNeeds>& seen_;
};

RunResult named_result(const SimulationRequest& request) {
  RunResult result;
  result.workload = request.manifest ? request.manifest->name
                    : request.traced ? request.traced->name
                                     : request.workload->name();
  result.size = request.size;
  result.design = request.design_name;
  result.functional = request.functional;
  for (const auto& [name, value] : request.arguments) result.arguments.emplace_back(name, std::to_string(value));
  if (request.style != Style::kModern) result.arguments.emplace_back("style", style_name(request.style));
  add_idle_overrides(request, result);
  return result;
}

std::string number(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

std::string hierarchy_text(const compiler::RegisterHierarchy& of) {
  if (!of.enabled) return "none";
  std::string text = std::to_string(of.lrf_entries) + "+" + std::to_string(of.orf_entries) +
                     (of.memory_reads_lrf ? ",memory-reads-lrf" : "");
  for (const double energy : {of.lrf_read_pj, of.lrf_write_pj, of.orf_read_pj, of.orf_write_pj, of.mrf_read_pj,
                              of.mrf_write_pj}) {
    text += "," + number(energy);
  }
  return text;
}

std::string sharing_text(const compiler::ScratchpadSharing& of) {
  std::string text = of.order == compiler::ScratchpadOrder::kDeclared ? "declared" : "reordered";
  if (of.release == compiler::ReleasePlacement::kNone) return text;
  text += of.release == compiler::ReleasePlacement::kOptimal ? ",optimal" : ",post-dominator";
  return text + "," + std::to_string(of.private_per_mille) + "," + std::to_string(of.private_align);
}

std::string keys_text(const Design& design, std::initializer_list<const char*> names) {
  std::string text;
  for (const Parameter& parameter : schema()) {
    for (const char* name : names) {
      if (parameter.name() == name) text += "; " + parameter.name() + " " + toml_text(parameter.get(design));
    }
  }
  return text;
}

// What determines how many blocks of a kernel an SM holds, and how often it issues: the values that are no defaults.
std::string sizes_text(const Design& design) {
  std::string text;
  for (const Parameter& parameter : parameters_of(design)) {
    const std::string& section = parameter.section;
    const bool counts = section == "storage" || section == "sm" || section == "partition" ||
                        section == "scratchpad_gate" || parameter.name() == "cache.ways";
    const ParameterValue value = parameter.get(design);
    if (counts && value != parameter.default_value) text += "; " + parameter.name() + " " + toml_text(value);
  }
  return text;
}

std::string pass_text(const Design& design) {
  if (design.kernel.pass == KernelPass::kNone) return "";
  return keys_text(design, {"kernel.pass", "kernel.concurrency", "kernel.concurrency_blocks",
                            "kernel.concurrency_floor", "kernel.stack", "kernel.base_registers",
                            "kernel.thread_limit"}) +
         sizes_text(design);
}

// With the latencies that the order of instructions follows.
std::string schedule_text(const Design& design, const compiler::InstructionSchedule& of) {
  if (of.habit == compiler::ScheduleHabit::kAsWritten) return "";
  std::string latencies;
  for (const unsigned latency : of.latencies()) latencies += (latencies.empty() ? "" : ",") + std::to_string(latency);
  return keys_text(design, {"kernel.schedule", "kernel.schedule_registers"}) +
         (latencies.empty() ? "" : "; latencies " + latencies);
}

}  // namespace

compiler::CompileOptions compile_options(const SimulationRequest& request) {
  compiler::CompileOptions options = compile_options(request.design.design);
  if (request.registers != 0) options.registers = request.registers;
  if (request.manifest && request.manifest->stack_bytes != 0) options.stack_bytes = request.manifest->stack_bytes;
  return options;
}

CompileForLaunch compile_for_launch(const SimulationRequest& request) {
  if (request.design.design.kernel.pass == KernelPass::kNone) return nullptr;
  const LaunchCompiler compiler(request.design.design, compile_options(request));
  return [compiler](const ptx::Module& module, const std::string& entry, Dim3 block, unsigned dynamic_bytes) {
    return compiler.compile(module, entry, block, dynamic_bytes);
  };
}

std::string compiled_for(const SimulationRequest& request) {
  const compiler::CompileOptions options = compile_options(request);
  return "kernel.register_limit " + std::to_string(options.registers) + "; register_hierarchy " +
         hierarchy_text(options.hierarchy) + "; scratchpad " + sharing_text(options.sharing) +
         (options.simplify ? "; kernel.simplify true" : "") +
         schedule_text(request.design.design, options.schedule) + pass_text(request.design.design);
}

// For a trace of a GPU. It meets a design's register limit if its kernel needs no more registers.
static void check_compiled_elsewhere(const Design& design, const trace::KernelHeader& header, const std::string& of) {
  const unsigned limit = design.kernel.register_limit;
  if (limit != 0 && header.registers > limit) {
    throw InputError(of + "the trace is of a kernel with " + std::to_string(header.registers) +
                     " registers per thread; expected at most " + std::to_string(limit) +
                     ", or kernel.register_limit = 0 (no limit)");
  }
  if (const std::string refused = refusal(design, KernelKind::kTrace); !refused.empty()) throw InputError(of + refused);
}

void check_compiled(const SimulationRequest& request) {
  const std::string wanted = compiled_for(request);
  for (const auto& kernel : request.traced->kernels) {
    const trace::RecordHeader& record = kernel->record();
    const std::string of = "design '" + request.design_name + "' and '" + kernel->header().file + "': ";
    if (!record.recorded) check_compiled_elsewhere(request.design.design, kernel->header(), of);
    if (!record.recorded || record.compiled_for == wanted) continue;
    throw InputError(of + "the design wants kernels compiled for '" + wanted +
                     "', the record contains kernels compiled for '" + record.compiled_for +
                     "'; expected a design with the latter, or a record that 'unibank record' or 'unibank exec "
                     "--functional --record' has made with --design " + request.design_name);
  }
}

std::vector<KernelNeeds> declared_kernels(const SimulationRequest& request, CompileForLaunch compile) {
  std::vector<KernelNeeds> seen;
  if (request.traced) {
    for (const auto& kernel : request.traced->kernels) seen.push_back(declared_by(kernel->launch()));
    return seen;
  }
  const std::unique_ptr<DeviceMemory> own = memory_for(request);
  DeviceMemory& memory = *own;
  FirstLook backend(seen);
  Device device(backend, memory, compile_options(request), compile ? std::move(compile) : compile_for_launch(request));
  RunResult nothing;
  try {
    judge(request, device, memory, nothing);
  } catch (const FirstLook::Seen&) {
  }
  return seen;
}

RunResult simulate_functional(const SimulationRequest& request, const Notify& notify, ExecutionObserver& observer) {
  RunResult result = named_result(request);
  run_functional(request, result, printed_to(notify), &observer);
  return result;
}

// An exception of a user's own policy says what is wrong, but not whose code it is.
[[noreturn]] static void fail(const SimulationRequest& request, const std::string& what) {
  const std::string own = own_policies(request.design);
  throw RunError(what + (own.empty() ? "" : " (the design has policies that are not this program's: " + own + ")"));
}

void add_idle_overrides(const SimulationRequest& request, RunResult& result) {
  if (request.functional) return;
  for (const IdleOverride& idle : request.design.idle) result.warnings.push_back(idle.warning());
}

RunResult simulate(const SimulationRequest& request, const Notify& notify) {
  RunResult result = named_result(request);
  try {
    if (request.functional)
      run_functional(request, result, printed_to(notify), nullptr);
    else
      run_timed(request, notify, result);
  } catch (const InputError&) {
    throw;
  } catch (const std::runtime_error& error) {
    fail(request, error.what());
  } catch (const std::logic_error& error) {
    fail(request, error.what());
  }
  return result;
}

}  // namespace unibank
