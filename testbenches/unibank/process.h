// Jobs in their own processes: SystemC elaborates once per process, and a crash must not end the other jobs.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace unibank {

// A job's messages while it runs.
class Notify {
 public:
  using Say = std::function<void(const std::string&)>;
  Notify(Say note, Say print) : note_(std::move(note)), print_(std::move(print)) {}
  void operator()(const std::string& text) const { note_(text); }  // a line of progress
  void print(const std::string& text) const { print_(text); }      // the program's printed text, byte by byte

 private:
  Say note_, print_;
};

struct ForkedJob {
  std::string name;
  std::function<std::string(const Notify&)> work;  // its result, one line
};

// Jobs that are made when they start, so that a million of them take no memory before.
struct JobSource {
  std::size_t count = 0;
  std::function<ForkedJob(std::size_t job)> make;
  std::function<bool(std::size_t job)> may_start;  // false: neither this job nor later ones start; null: all may
};

// The events that the caller receives while jobs run, in its own process. Jobs are indices into the list.
class JobWatcher {
 public:
  virtual ~JobWatcher() = default;
  virtual void started(std::size_t job) = 0;
  virtual void noted(std::size_t job, const std::string& text) = 0;
  virtual void printed(std::size_t /*job*/, const std::string& /*text*/) {}
  virtual void has_result(std::size_t /*job*/, const std::string& /*result*/) {}  // as soon as it exists
  virtual void ended(std::size_t job) = 0;
  // Called when the job's process died without a result. Return true to let the other jobs continue; the job's result
  // stays empty.
  virtual bool died(std::size_t /*job*/, const std::string& /*how*/) { return false; }
  virtual void tick() = 0;  // several times a second
};

// Runs the jobs, at most `at_once` at a time, and returns their results in order. If a job throws InputError or
// RunError, this function throws the same error, with the job's name before the text, and stops the other jobs. If a
// job dies, it throws RunError, unless the watcher accepts the death. SIGHUP, SIGINT and SIGTERM stop all jobs and
// cause a RunError.
std::vector<std::string> run_forked(const std::vector<ForkedJob>& jobs, unsigned at_once, JobWatcher& watcher);
// Runs the jobs of a source; only the watcher gets the results. Returns the number of started jobs.
std::size_t run_forked(const JobSource& jobs, unsigned at_once, JobWatcher& watcher);

}  // namespace unibank
