#include "sm/core_pool.h"

#include "base/start_thread.h"

namespace unibank {

CorePool::CorePool(unsigned threads) : done_(threads - 1) {
  others_.reserve(threads - 1);
  try {
    for (unsigned thread = 1; thread < threads; ++thread)
      others_.push_back(start_thread("for one more core", [this, thread] { others(thread); }));
  } catch (...) {
    end();  // ends the threads that have begun
    throw;
  }
}

CorePool::~CorePool() { end(); }

void CorePool::end() {
  ended_ = true;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++turn_;
  }
  begun_.notify_all();
  for (std::thread& other : others_) other.join();
}

void CorePool::run(const std::function<void(unsigned thread)>& work) {
  work_ = &work;
  const unsigned turn = ++turn_;
  // A thread announces its sleep before it reads the turn for the last time. So either the thread sees this turn, or
  // this function sees the announcement.
  if (asleep_ != 0) {
    { const std::lock_guard<std::mutex> lock(mutex_); }
    begun_.notify_all();
  }
  work(0);
  for (const Done& done : done_) {
    for (Patience patience; done.turn.load(std::memory_order_acquire) != turn;) patience.wait();
  }
}

void CorePool::others(unsigned thread) {
  for (unsigned turn = 1; wait_for(turn); ++turn) {
    (*work_)(thread);
    done_[thread - 1].turn.store(turn, std::memory_order_release);
  }
}

// Waits for piece `turn` of the work. Returns false when the pool ends.
bool CorePool::wait_for(unsigned turn) {
  for (Patience patience; turn_.load(std::memory_order_acquire) != turn && !patience.ended();) patience.wait();
  if (turn_ != turn) {
    std::unique_lock<std::mutex> lock(mutex_);
    ++asleep_;
    begun_.wait(lock, [&] { return turn_ == turn; });
    --asleep_;
  }
  return !ended_;
}

}  // namespace unibank
