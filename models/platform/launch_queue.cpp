#include "platform/launch_queue.h"

#include <exception>

namespace unibank {

LaunchQueue::LaunchQueue(const sc_core::sc_module_name& name, std::function<void(const LaunchRequest&)> run)
    : sc_module(name), run_(std::move(run)), work_("work"), done_("done") {
  SC_HAS_PROCESS(LaunchQueue);
  SC_THREAD(serve);
}

LaunchHandle LaunchQueue::add(LaunchRequest request) {
  waiting_.push_back(std::make_shared<QueuedLaunch>(std::move(request), added_++));
  work_.notify(sc_core::SC_ZERO_TIME);
  return waiting_.back();
}

void LaunchQueue::wait_for(const QueuedLaunch& launch) {
  while (!launch.over()) sc_core::wait(launch.done());
}

// Launches of a stream end in the order of their requests.
void LaunchQueue::wait_for_stream(unsigned stream) {
  Queued last = running_ && running_->stream() == stream ? running_ : nullptr;
  for (const Queued& launch : waiting_) {
    if (launch->stream() == stream) last = launch;
  }
  if (last) wait_for(*last);
}

void LaunchQueue::drop() {
  for (const Queued& launch : waiting_) close(*launch, QueuedLaunch::State::kDropped);
  waiting_.clear();
  dropped_ = running_ != nullptr;
  ended_ = failed_ = 0;
}

void LaunchQueue::serve() {
  while (true) {
    while (waiting_.empty()) wait(work_);
    running_ = waiting_.front();
    waiting_.pop_front();
    running_->state_ = QueuedLaunch::State::kRunning;
    running_->began = sc_core::sc_time_stamp();
    std::string message;
    try {
      run_(running_->request_);
    } catch (const sc_core::sc_unwind_exception&) {
      throw;  // the thread is being ended from outside
    } catch (const std::exception& error) {
      message = error.what();
    }
    const Queued launch = std::move(running_);
    running_ = nullptr;
    finish(*launch, message);
  }
}

void LaunchQueue::close(QueuedLaunch& launch, QueuedLaunch::State state) {
  launch.state_ = state;
  launch.ended = sc_core::sc_time_stamp();
  launch.done_.notify(sc_core::SC_ZERO_TIME);
  if (state != QueuedLaunch::State::kDropped) done_.notify(sc_core::SC_ZERO_TIME);
}

// Events are notified before the report, which may be an exception.
void LaunchQueue::finish(QueuedLaunch& launch, const std::string& message) {
  launch.message_ = message;
  if (dropped_) {
    dropped_ = false;
    return close(launch, QueuedLaunch::State::kDropped);
  }
  ++ended_;
  failed_ += !message.empty();
  close(launch, message.empty() ? QueuedLaunch::State::kEnded : QueuedLaunch::State::kFailed);
  if (!message.empty()) SC_REPORT_ERROR(name(), message.c_str());
}

}  // namespace unibank
