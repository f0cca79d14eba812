#include "unibank/point_run.h"

#include <ctime>
#include <new>

#include "base/input_error.h"
#include "base/model_version.h"
#include "base/text.h"
#include "energy/sampled_energy.h"
#include "report/interval.h"
#include "reproduce/metrics.h"
#include "report/counter_order.h"
#include "unibank/point_text.h"
#include "unibank/simulate.h"

namespace unibank {

namespace {

// Thrown through a run that can no longer be on the front.
struct Stopped : std::exception {
  explicit Stopped(Cycle at) : cycle(at) {}
  Cycle cycle;
};

double cpu_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

SimulationRequest request_of(const sweep::Point& point) {
  SimulationRequest request;
  const sweep::Program& program = *point.program;
  request.workload = program.workload;
  request.manifest = program.manifest;
  request.traced = program.traced;
  request.arguments = program.arguments;
  request.size = program.size;
  request.style = program.style;
  request.design_name = point.design;
  request.design = *point.loaded;
  request.sample = point.sample;
  return request;
}

void put_interval(const std::string& name, const Interval& interval, sweep::Finished& row) {
  row.values.push_back({name + ".low", interval.low});
  row.values.push_back({name + ".high", interval.high});
}

// The ends of a metric's intervals. A metric that has no value without one of the measured units has no interval: a
// share of repeated accesses, if one unit makes all of them.
void put_intervals(const Metric& metric, const RunResult& run, const Design& design, sweep::Finished& row) {
  const std::vector<MetricValue> values = metric.of({&run, &design}, {&run, &design});
  for (std::size_t i = 0; i < values.size(); ++i) {
    bool known = true;
    const Interval interval = figure_of(run, [&](const RunResult& other) {
      const std::vector<MetricValue> others = metric.of({&other, &design}, {&other, &design});
      known = known && i < others.size();
      return i < others.size() ? others[i].value : 0;
    });
    const std::string component = values[i].component.empty() ? "" : "." + values[i].component;
    if (known) put_interval(metric.name + component, interval, row);
  }
}

// The ends of the intervals of all counters and metrics of a sampled run.
void put_intervals(const RunResult& run, const Design& design, sweep::Finished& row) {
  row.values.push_back({"sampling.launches", static_cast<double>(run.sampled.launches)});
  if (run.sampled.of_blocks()) row.values.push_back({"sampling.blocks", static_cast<double>(run.sampled.blocks)});
  row.values.push_back({"sampling.timed", static_cast<double>(run.sampled.timed())});
  row.values.push_back({"sampling.warm_ups", static_cast<double>(run.sampled.warm_ups)});
  for (const unsigned number : counters_in_order())
    put_interval(DeclaredCounters::instance()[number].name, counter_of(run, number), row);
  for (const Metric& metric : metrics())
    if (!metric.relative) put_intervals(metric, run, design, row);
}

// Counters by their names, metrics that need no second run, energy in pJ, and what the design takes.
void put_values(const RunResult& run, const Design& design, sweep::Finished& row) {
  for (const unsigned number : counters_in_order())
    row.values.push_back({DeclaredCounters::instance()[number].name, static_cast<double>(run.counters[number])});
  for (const Metric& metric : metrics()) {
    if (metric.relative) continue;
    for (const MetricValue& value : metric.of({&run, &design}, {&run, &design}))
      row.values.push_back({metric.name + (value.component.empty() ? "" : "." + value.component), value.value});
  }
  RunResult own = run;  // a point has no baseline but itself
  put_energy(own, design, run, design);
  for (const EnergyComponent& part : own.energy) row.values.push_back({"energy_pj." + part.name, part.picojoule});
  for (const Sampled::Energy& part : own.sampled.energy)
    put_interval("energy_pj." + part.component, part.picojoule, row);
  if (run.sampled.any()) put_intervals(run, design, row);
  for (const std::string& name : sweep::design_values())
    row.values.push_back({name, sweep::design_value(name, design)});
}

sweep::Finished row_of(const sweep::Point& point) {
  sweep::Finished row;
  row.key = point.key;
  row.model = kModelVersion;
  row.program = point.program->name;
  row.size = point.program->size;
  row.arguments = point.program->arguments_text();
  row.style = style_name(point.program->style);
  row.design = point.design;
  row.overrides = joined(point.overrides);
  return row;
}

std::string text_of(sweep::Finished& row) {
  row.seconds = cpu_seconds();
  return kRow + sweep::RowWriter().lines_of(row);
}

}  // namespace

std::string run_point(const sweep::Point& point, const StopRule& stop, const Notify& notify) {
  sweep::Finished row = row_of(point);
  try {
    SimulationRequest request = request_of(point);
    // The counters of the sampled launches are no bound of the estimate.
    if (stop.goals && stop.bounds->any() && !point.sample.any())
      request.look = [&](const RunResult& so_far) {
        if (cannot_win(*stop.goals, *stop.bounds, so_far, point.loaded->design)) throw Stopped(so_far.cycles);
      };
    if (request.traced) check_compiled(request);
    const RunResult result = simulate(request, notify);
    if (result.judged && !result.verified) return kFailed + ("wrong answer: " + result.verification);
    if (!result.broken_invariants.empty()) return kFailed + ("broken invariant: " + result.broken_invariants.front());
    put_values(result, request.design.design, row);
    return text_of(row);
  } catch (const Stopped& stopped) {
    row.key = sweep::stopped_key(point.key, *stop.bounds);
    row.refused = "stopped after " + std::to_string(stopped.cycle) + " cycles: it cannot be on the front";
    return text_of(row);
  } catch (const InputError& error) {
    row.refused = error.what();
    row.values.clear();
    return text_of(row);
  } catch (const std::bad_alloc&) {
    return kFailed + std::string("out of memory");
  } catch (const std::exception& error) {
    return kFailed + std::string(error.what());
  }
}

PointEnd read_point_end(const std::string& text) {
  PointEnd end;
  if (text.empty() || text[0] != kRow) {
    end.failure = text.empty() ? "it ended without a result" : text.substr(1);
    return end;
  }
  sweep::RowReader reader;
  for (std::size_t from = 1, line; (line = text.find('\n', from)) != std::string::npos; from = line + 1)
    end.finished =
        reader.read(std::string_view(text).substr(from, line - from), end.row) == sweep::RowReader::Line::kPoint;
  if (!end.finished) end.failure = "its result cannot be read back";
  return end;
}

}  // namespace unibank
