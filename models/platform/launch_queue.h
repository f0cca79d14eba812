// Queued launches of a simulation, run by threads of this module: launches of a stream one after the other, launches of
// several streams at once as far as the machine can.
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
  // Launches of a stream run in order, each when the one before it has ended. Launches of several streams may run at
  // once, where the design allows (gpu.concurrent_kernels). Stream 0 is a stream like any other.
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
  const std::string& message() const { return message_; }  // the message of a launch that has failed
  std::uint64_t number() const { return number_; }         // counts a queue's launches from 0
  unsigned stream() const { return request_.stream; }
  // `began` may lie before the start of the launch's first block, if it waits for an SM that another launch has.
  sc_core::sc_time began, ended;
  // Notified when the launch has ended.
  const sc_core::sc_event& done() const { return done_; }

 private:
  friend class LaunchQueue;
  const LaunchRequest request_;
  const std::uint64_t number_;
  State state_ = State::kWaiting;
  bool dropped_ = false;  // whether it was dropped while it runs
  std::string message_;
  sc_core::sc_event done_;
};
using LaunchHandle = std::shared_ptr<const QueuedLaunch>;

class LaunchQueue : public sc_core::sc_module {
 public:
  // `run` lets time pass until the launch has ended, in a thread of this module; up to `at_once` threads call it. An
  // exception of `run` becomes the launch's message and an SC_REPORT_ERROR.
  LaunchQueue(const sc_core::sc_module_name& name, unsigned at_once, std::function<void(const LaunchRequest&)> run);
  ~LaunchQueue() override;

  // Callable from any process, and before the simulation begins.
  LaunchHandle add(LaunchRequest request);
  // To be called in a thread: returns when the launch, or every requested launch of a stream, has ended.
  static void wait_for(const QueuedLaunch& launch);
  void wait_for_stream(unsigned stream);
  // Drops waiting launches; running ones continue, and count as dropped when they end.
  void drop();

  // Notified when a launch that was not dropped has ended.
  const sc_core::sc_event& done() const { return done_; }
  // Whether a launch that was not dropped waits or runs.
  bool busy() const;
  std::uint64_t ended() const { return ended_; }    // launches, including failed ones, without dropped ones
  std::uint64_t failed() const { return failed_; }

 private:
  class Server;
  using Queued = std::shared_ptr<QueuedLaunch>;
  void serve();
  // Takes the first waiting launch whose stream runs no other; null: there is none.
  Queued take();
  void finish(QueuedLaunch& launch, const std::string& message);
  void close(QueuedLaunch& launch, QueuedLaunch::State state);

  const std::function<void(const LaunchRequest&)> run_;
  std::deque<Queued> waiting_;
  std::vector<Queued> running_;  // in the order of their begins
  std::uint64_t added_ = 0, ended_ = 0, failed_ = 0;
  sc_core::sc_event work_, done_;
  std::vector<std::unique_ptr<Server>> servers_;
};

}  // namespace unibank
