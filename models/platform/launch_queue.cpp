#include "platform/launch_queue.h"

#include <algorithm>
#include <exception>

namespace unibank {

// A thread of the queue: it runs one launch at a time.
class LaunchQueue::Server : public sc_core::sc_module {
 public:
  Server(const sc_core::sc_module_name& name, std::function<void()> serve) : sc_module(name), serve_(std::move(serve)) {
    SC_HAS_PROCESS(Server);
    SC_THREAD(run);
  }

 private:
  void run() { serve_(); }
  const std::function<void()> serve_;
};

LaunchQueue::LaunchQueue(const sc_core::sc_module_name& name, unsigned at_once,
                         std::function<void(const LaunchRequest&)> run)
    : sc_module(name), run_(std::move(run)), work_("work"), done_("done") {
  for (unsigned i = 0; i < at_once; ++i)
    servers_.push_back(std::make_unique<Server>(("server" + std::to_string(i)).c_str(), [this] { serve(); }));
}

LaunchQueue::~LaunchQueue() = default;

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
  Queued last;
  for (const Queued& launch : running_) {
    if (launch->stream() == stream) last = launch;
  }
  for (const Queued& launch : waiting_) {
    if (launch->stream() == stream) last = launch;
  }
  if (last) wait_for(*last);
}

void LaunchQueue::drop() {
  for (const Queued& launch : waiting_) close(*launch, QueuedLaunch::State::kDropped);
  waiting_.clear();
  for (const Queued& launch : running_) launch->dropped_ = true;
  ended_ = failed_ = 0;
}

bool LaunchQueue::busy() const {
  return !waiting_.empty() || std::any_of(running_.begin(), running_.end(),
                                          [](const Queued& launch) { return !launch->dropped_; });
}

LaunchQueue::Queued LaunchQueue::take() {
  const auto runs = [this](const Queued& waiting) {
    return std::any_of(running_.begin(), running_.end(),
                       [&](const Queued& launch) { return launch->stream() == waiting->stream(); });
  };
  const auto first = std::find_if_not(waiting_.begin(), waiting_.end(), runs);
  if (first == waiting_.end()) return nullptr;
  const Queued launch = *first;
  waiting_.erase(first);
  return launch;
}

void LaunchQueue::serve() {
  while (true) {
    Queued launch = take();
    if (!launch) {
      sc_core::wait(work_);
      continue;
    }
    running_.push_back(launch);
    launch->state_ = QueuedLaunch::State::kRunning;
    launch->began = sc_core::sc_time_stamp();
    std::string message;
    try {
      run_(launch->request_);
    } catch (const sc_core::sc_unwind_exception&) {
      throw;  // the thread is being ended from outside
    } catch (const std::exception& error) {
      message = error.what();
    }
    running_.erase(std::find(running_.begin(), running_.end(), launch));
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
  if (launch.dropped_) return close(launch, QueuedLaunch::State::kDropped);
  ++ended_;
  failed_ += !message.empty();
  close(launch, message.empty() ? QueuedLaunch::State::kEnded : QueuedLaunch::State::kFailed);
  if (!message.empty()) SC_REPORT_ERROR(name(), message.c_str());
}

}  // namespace unibank
