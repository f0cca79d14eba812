// unibank_bench_cores WORKLOAD[:ARGUMENT=VALUE...] DESIGN [SECTION.KEY=VALUE...]: what a run of size test would take on
// 1 to 16 cores, computed from the host's time of every cycle of every SM on one core (cores_model.h): with one meeting
// of the threads per cycle, as SmClock has, and with one in as many cycles as the interconnect's latency.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "base/input_error.h"
#include "cores_model.h"
#include "design/load.h"
#include "gpu/timed_backend.h"
#include "host/device.h"
#include "simt/device_memory.h"
#include "sm/core_pool.h"
#include "sm/tick_watch.h"
#include "workloads/workload.h"

// SystemC's library requires an sc_main; main() here is the program's own.
extern "C" int sc_main(int, char**) { return 0; }

namespace unibank::bench {
namespace {

double now() {  // nanoseconds
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Nanoseconds of a call of now().
double cost_of_now() {
  constexpr unsigned kCalls = 1'000'000;
  const double begin = now();
  double last = begin;
  for (unsigned call = 0; call < kCalls; ++call) last = now();
  return (last - begin) / kCalls;
}

// Nanoseconds in which two threads without work meet: the least of several measurements, because other programs on the
// host disturb some.
double cost_of_meeting() {
  constexpr unsigned kMeetings = 20'000, kMeasurements = 20;
  CorePool pool(2);
  const std::function<void(unsigned)> nothing = [](unsigned) {};
  double least = std::numeric_limits<double>::infinity();
  for (unsigned measurement = 0; measurement < kMeasurements; ++measurement) {
    const double begin = now();
    for (unsigned meeting = 0; meeting < kMeetings; ++meeting) pool.run(nothing);
    least = std::min(least, (now() - begin) / kMeetings);
  }
  return least;
}

class Ticks : public TickWatch {
 public:
  Ticks(std::vector<CoresModel>& models, std::vector<WindowsModel>& windows, double a_look)
      : models_(models), windows_(windows), a_look_(a_look) {}

  void cycle_begins() override { ticks_.clear(); }
  void tick_begins(unsigned number) override {
    ticks_.push_back({number});
    begin_ = look();
  }
  void turn_begins(unsigned) override {
    TickTime& tick = ticks_.back();
    if (tick.takes_turn) return;
    tick.takes_turn = true;
    const double at = look();
    tick.before_turn = passed(at);
    begin_ = at;
  }
  void tick_ends(unsigned, unsigned issued) override {
    TickTime& tick = ticks_.back();
    (tick.takes_turn ? tick.in_turn : tick.before_turn) = passed(look());
    tick.issued = issued;
    all_ += tick.before_turn + tick.in_turn;
  }
  void cycle_ends() override {
    const double begin = look();
    for (CoresModel& model : models_) model.cycle(ticks_);
    for (WindowsModel& model : windows_) model.cycle(ticks_);
    own_ += look() - begin;
  }

  double all_ticks() const { return all_; }
  // Of this class: clocks read, and models.
  double own() const { return own_ + a_look_ * looks_; }

 private:
  double look() {
    ++looks_;
    return now();
  }
  double passed(double at) const { return std::max(0.0, at - begin_ - a_look_); }

  std::vector<CoresModel>& models_;
  std::vector<WindowsModel>& windows_;
  double a_look_;
  std::vector<TickTime> ticks_;  // of the current cycle
  double begin_ = 0, all_ = 0, own_ = 0, looks_ = 0;
};

struct Request {
  std::string workload, design;
  std::map<std::string, std::string> arguments;
  std::vector<std::string> overrides;
};

Request request_of(int argc, char** argv) {
  Request request;
  std::string rest = argv[1];
  for (bool first = true; !rest.empty(); first = false) {
    const std::string one = rest.substr(0, rest.find(':'));
    rest.erase(0, one.size() + 1);
    const std::size_t is = one.find('=');
    if (first) request.workload = one;
    else if (is == std::string::npos) throw InputError("found '" + one + "'; expected ARGUMENT=VALUE");
    else request.arguments[one.substr(0, is)] = one.substr(is + 1);
  }
  request.design = argv[2];
  request.overrides.assign(argv + 3, argv + argc);
  return request;
}

// The whole run, with its start and the comparison with the CPU. Returns its nanoseconds.
double run(const Request& request, const Design& design, TickWatch& watch) {
  const Workload& workload = find_workload(request.workload);
  const WorkloadArguments arguments = complete_arguments(workload, Size::kTest, request.arguments);
  const double begin = now();
  DeviceMemory memory;
  TimedBackend backend(design, memory);
  backend.watch_ticks(&watch);
  Device device(backend, memory);
  const Verdict verdict = workload.run(device, arguments);
  backend.finish();
  const double passed = now() - begin;
  if (!verdict.right) throw RunError(request.workload + " on " + request.design + ": " + verdict.text);
  return passed;
}

void print_models(const Request& request) {
  const Design design = load_design(request.design, {}, request.overrides).design;
  const double meeting = cost_of_meeting();
  // A request or response needs this long between an SM and the rest of the machine.
  const unsigned window = design.interconnect.latency;
  std::vector<CoresModel> models;
  std::vector<WindowsModel> windows;
  const std::vector<unsigned> cores = {1, 2, 4, 8, 16};
  // A thread more is a cache line more that the others must read.
  for (const unsigned count : cores) {
    models.emplace_back(count, design.gpu.sms, meeting * (count - 1));
    windows.emplace_back(count, design.gpu.sms, meeting * (count - 1), window);
  }
  Ticks ticks(models, windows, cost_of_now());
  const double all = run(request, design, ticks) - ticks.own();
  const double rest = all - ticks.all_ticks();
  std::printf("SMs' cycles %.3f s, the rest %.3f s; two threads meet in %.0f ns; a window has %u cycles\n",
              1e-9 * ticks.all_ticks(), 1e-9 * rest, meeting, window);
  for (std::size_t at = 0; at < cores.size(); ++at) {
    const CoresModel& model = models[at];
    const double seconds = 1e-9 * (rest + model.nanoseconds());
    const double in_windows = 1e-9 * (rest + windows[at].nanoseconds());
    std::printf(
        "%2u cores: %.3f s, %.2f times as fast; meetings %.3f s, imbalance %.3f s; windows: at most %.2f times\n",
        cores[at], seconds, 1e-9 * all / seconds, 1e-9 * model.meeting(), 1e-9 * model.imbalance(),
        1e-9 * all / in_windows);
  }
}

}  // namespace
}  // namespace unibank::bench

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: unibank_bench_cores WORKLOAD[:ARGUMENT=VALUE...] DESIGN [SECTION.KEY=VALUE...]\n");
    return 2;
  }
  try {
    unibank::bench::print_models(unibank::bench::request_of(argc, argv));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "unibank_bench_cores: error: %s\n", error.what());
    return dynamic_cast<const unibank::InputError*>(&error) != nullptr ? 2 : 1;
  }
}
