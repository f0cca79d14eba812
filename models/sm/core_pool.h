// Threads that repeatedly execute one piece of work together: the caller's and those of this pool. Between two pieces
// they spin for a moment, because the next one is a microsecond away, and then sleep.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "base/host_line.h"

namespace unibank {

// Waiting for another thread between two checks: spins at first, then yields the core.
class Patience {
 public:
  void wait() {
    if (++looks_ > kBusyLooks) std::this_thread::yield();
    else pause();
  }
  // Whether the wait has been so long that sleeping is cheaper.
  bool ended() const { return looks_ > kMostLooks; }

 private:
  static constexpr unsigned kBusyLooks = 500, kMostLooks = 1500;  // about 10 us, about 100 us
  static void pause() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
  }
  unsigned looks_ = 0;
};

class CorePool {
 public:
  // A pool of `threads` threads, including the caller's; at least 1. RunError when the host cannot start them.
  explicit CorePool(unsigned threads);
  ~CorePool();
  CorePool(const CorePool&) = delete;
  CorePool& operator=(const CorePool&) = delete;

  unsigned threads() const { return static_cast<unsigned>(others_.size()) + 1; }
  // Calls work(0) here and work(1) .. work(threads - 1) on the others; returns when all have returned. The others see
  // the caller's earlier writes, and the caller sees theirs. `work` throws nothing.
  void run(const std::function<void(unsigned thread)>& work);

 private:
  void end();
  void others(unsigned thread);
  bool wait_for(unsigned turn);

  std::vector<std::thread> others_;
  // Written by one thread of the pool.
  struct alignas(kHostLineBytes) Done {
    std::atomic<unsigned> turn{0};  // pieces of work done
  };
  std::vector<Done> done_;  // [thread - 1]
  // turn_ is written by the caller for each piece of work, asleep_ rarely; so they have separate cache lines.
  alignas(kHostLineBytes) std::atomic<unsigned> turn_{0};  // pieces of work so far
  const std::function<void(unsigned)>* work_ = nullptr;
  alignas(kHostLineBytes) std::atomic<unsigned> asleep_{0};
  std::atomic<bool> ended_{false};
  std::mutex mutex_;
  std::condition_variable begun_;
};

}  // namespace unibank
