// Threads that do one piece of work together, over and over: the caller's and others of this pool. Between two pieces
// they wait busily for a moment, because the next one is a microsecond away, and then asleep.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace unibank {

// Of a line of the host's caches, which at any time one core writes to.
constexpr std::size_t kHostLineBytes = 64;

// Between two looks at something that another thread will do: waits busily at first, then gives the core to others.
class Patience {
 public:
  void wait() {
    if (++looks_ > kBusyLooks) std::this_thread::yield();
    else pause();
  }
  // It has taken so long that sleep costs less.
  bool ended() const { return looks_ > kMostLooks; }

 private:
  static constexpr unsigned kBusyLooks = 500, kMostLooks = 1500;  // some ten microseconds, some hundred
  static void pause() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
  }
  unsigned looks_ = 0;
};

class CorePool {
 public:
  // Of `threads` threads, the caller's included; at least 1. RunError when there are not so many.
  explicit CorePool(unsigned threads);
  ~CorePool();
  CorePool(const CorePool&) = delete;
  CorePool& operator=(const CorePool&) = delete;

  unsigned threads() const { return static_cast<unsigned>(others_.size()) + 1; }
  // Calls work(0) here and work(1) .. work(threads - 1) on the others; returns when all have returned. What the caller
  // wrote before is seen by all, and what they wrote by the caller. `work` throws nothing.
  void run(const std::function<void(unsigned thread)>& work);

 private:
  void end();
  void others(unsigned thread);
  bool wait_for(unsigned turn);

  std::vector<std::thread> others_;
  // Of another thread.
  struct alignas(kHostLineBytes) Done {
    std::atomic<unsigned> turn{0};  // pieces it has done
  };
  std::vector<Done> done_;  // [thread - 1]
  // Written by the caller for each piece, and seldom: a cache line each.
  alignas(kHostLineBytes) std::atomic<unsigned> turn_{0};  // pieces of work so far
  const std::function<void(unsigned)>* work_ = nullptr;
  alignas(kHostLineBytes) std::atomic<unsigned> asleep_{0};
  std::atomic<bool> ended_{false};
  std::mutex mutex_;
  std::condition_variable begun_;
};

}  // namespace unibank
