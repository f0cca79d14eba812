#include "unibank/paper_point.h"

#include <cstdlib>
#include <ctime>
#include <new>

#include "base/input_error.h"
#include "unibank/point_text.h"
#include "unibank/simulate.h"

namespace unibank {

namespace {

// The CPU seconds of this process and the row.
std::string text_of(const FinishedPoint& point) {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  const double seconds = static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  return kRow + std::to_string(seconds) + " " + point_csv_row(point);
}

SimulationRequest simulation_of(const Point& point) {
  SimulationRequest request;
  request.workload = point.workload;
  request.arguments = point.arguments;
  request.style = point.style;
  request.size = point.size;
  request.functional = point.functional;
  request.design_name = point.design->design.name;
  request.design = *point.design;
  return request;
}

}  // namespace

std::string run_paper_point(const Point& point, const Notify& notify) {
  try {
    RunResult result = simulate(simulation_of(point), notify);
    if (!result.verified) return kFailed + ("wrong answer: " + result.verification);
    if (!result.broken_invariants.empty()) return kFailed + ("broken invariant: " + result.broken_invariants.front());
    return text_of(finished(point, std::move(result)));
  } catch (const InputError& error) {
    return text_of(refused(point, error.what()));
  } catch (const std::bad_alloc&) {
    return kFailed + std::string("out of memory");
  } catch (const std::exception& error) {
    return kFailed + std::string(error.what());
  }
}

PaperPointEnd read_paper_point_end(const std::string& text) {
  const std::size_t blank = text.find(' ');
  if (!text.empty() && text[0] == kRow && blank != std::string::npos) {
    PaperPointEnd read = read_paper_row(text.substr(blank + 1));
    read.seconds = std::strtod(text.c_str() + 1, nullptr);
    return read;
  }
  PaperPointEnd end;
  end.failure = text.empty() ? "it ended without a result" : text.substr(1);
  return end;
}

PaperPointEnd read_paper_row(const std::string& row) {
  PaperPointEnd end;
  end.row = row;
  PointTable table = parse_point_csv(point_csv_header() + row, "a point's process");
  end.finished = table.points.size() == 1;
  if (end.finished) end.point = std::move(table.points.front());
  else end.failure = "its result cannot be read back";
  return end;
}

}  // namespace unibank
