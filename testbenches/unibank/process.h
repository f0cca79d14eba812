// Jobs in processes of their own: SystemC elaborates once a process, and a crash must not take the others along.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace unibank {

// What a job says while it works.
class Notify {
 public:
  using Say = std::function<void(const std::string&)>;
  Notify(Say note, Say print) : note_(std::move(note)), print_(std::move(print)) {}
  void operator()(const std::string& text) const { note_(text); }  // a line of progress
  void print(const std::string& text) const { print_(text); }      // what its program prints, byte by byte

 private:
  Say note_, print_;
};

struct ForkedJob {
  std::string name;
  std::function<std::string(const Notify&)> work;  // its result, one line
};

// Jobs that are made when their turn comes: a million of them take no memory before.
struct JobSource {
  std::size_t count = 0;
  std::function<ForkedJob(std::size_t job)> make;
  std::function<bool(std::size_t job)> may_start;  // false: neither this one nor those behind it start; null: all may
};

// What the caller sees while jobs run, in its own process. Jobs are numbers into the list.
class JobWatcher {
 public:
  virtual ~JobWatcher() = default;
  virtual void started(std::size_t job) = 0;
  virtual void noted(std::size_t job, const std::string& text) = 0;
  virtual void printed(std::size_t /*job*/, const std::string& /*text*/) {}
  virtual void has_result(std::size_t /*job*/, const std::string& /*result*/) {}  // as soon as it is there
  virtual void ended(std::size_t job) = 0;
  // The job's process died without a result. True: the others go on, its result stays empty.
  virtual bool died(std::size_t /*job*/, const std::string& /*how*/) { return false; }
  virtual void tick() = 0;  // several times a second
};

// Runs the jobs, at most `at_once` of them at a time, and returns their results in order. When one throws InputError or
// RunError the same is thrown here, its text led by the job's name, and the others are stopped; a job that dies is a
// RunError, unless the watcher takes it. SIGHUP, SIGINT and SIGTERM stop all jobs and are a RunError too.
std::vector<std::string> run_forked(const std::vector<ForkedJob>& jobs, unsigned at_once, JobWatcher& watcher);
// The same; the watcher alone gets the results. Returns how many have started.
std::size_t run_forked(const JobSource& jobs, unsigned at_once, JobWatcher& watcher);

}  // namespace unibank
