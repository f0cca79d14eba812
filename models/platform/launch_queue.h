// Queued launches of a simulation, run one after the other by a thread of this module.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "host/device.h"

namespace unibank {

struct LaunchRequest {
  std::string kernel;
  Dim3 grid, block;
  Arguments arguments;
  unsigned dynamic_scratchpad_bytes = 0;
  // Launches of a stream run in order. So do those of several: one machine runs one launch at a time.
  unsigned stream = 0;
};

// One launch, from the requesting call on.
class QueuedLaunch {
 public:
  enum class State { kWaiting, kRunning, kEnded, kFailed, kDropped };
  QueuedLaunch(LaunchRequest request, std::uint64_t number)
      : request_(std::move(request)), number_(number), done_(("launch" + std::to_string(number)).c_str()) {}

  State state() const { return state_; }
  bool over() const { return state_ != State::kWaiting && state_ != State::kRunning; }
  const std::string& message() const { return message_; }  // of one that has failed
  std::uint64_t number() const { return number_; }         // counts a queue's launches from 0
  unsigned stream() const { return request_.stream; }
  sc_core::sc_time began, ended;
  // Notified when it has ended.
  const sc_core::sc_event& done() const { return done_; }

 private:
  friend class LaunchQueue;
  const LaunchRequest request_;
  const std::uint64_t number_;
  State state_ = State::kWaiting;
  std::string message_;
  sc_core::sc_event done_;
};
using LaunchHandle = std::shared_ptr<const QueuedLaunch>;

class LaunchQueue : public sc_core::sc_module {
 public:
  // `run` lets time pass until the launch has ended, in a thread of this module. An exception of it becomes the
  // launch's message and an SC_REPORT_ERROR.
  LaunchQueue(const sc_core::sc_module_name& name, std::function<void(const LaunchRequest&)> run);

  // Callable from any process, and before the simulation begins.
  LaunchHandle add(LaunchRequest request);
  // In a thread: returns when the launch, or every requested launch of a stream, has ended.
  static void wait_for(const QueuedLaunch& launch);
  void wait_for_stream(unsigned stream);
  // Drops waiting launches; a running one continues, and counts as dropped when it ends.
  void drop();

  // Notified when a launch has ended that was not dropped.
  const sc_core::sc_event& done() const { return done_; }
  // A launch waits or runs that was not dropped.
  bool busy() const { return (running_ && !dropped_) || !waiting_.empty(); }
  std::uint64_t ended() const { return ended_; }    // launches, including failed ones, without dropped ones
  std::uint64_t failed() const { return failed_; }

 private:
  using Queued = std::shared_ptr<QueuedLaunch>;
  void serve();
  void finish(QueuedLaunch& launch, const std::string& message);
  void close(QueuedLaunch& launch, QueuedLaunch::State state);

  const std::function<void(const LaunchRequest&)> run_;
  std::deque<Queued> waiting_;
  Queued running_;
  bool dropped_ = false;  // the running launch
  std::uint64_t added_ = 0, ended_ = 0, failed_ = 0;
  sc_core::sc_event work_, done_;
};

}  // namespace unibank
