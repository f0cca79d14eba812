#include "trace/read_ahead.h"

#include "base/input_error.h"
#include "base/start_thread.h"

namespace unibank::trace {

ReadAhead::ReadAhead(const std::string& file, std::size_t most_bytes)
    : lines_(open_lines(file)),
      header_(read_header(*lines_)),
      instructions_(header_),
      reader_(*lines_, header_, instructions_),
      most_bytes_(most_bytes),
      thread_(start_thread("to read the trace", [this] { read(); })) {}

ReadAhead::~ReadAhead() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void ReadAhead::read() {
  std::exception_ptr failure;
  try {
    while (auto block = reader_.next())
      if (!put(std::move(block))) break;
  } catch (...) {
    failure = std::current_exception();
  }
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ended_ = true;
    failure_ = failure;
  }
  changed_.notify_all();
}

// Returns false when the reader has been stopped.
bool ReadAhead::put(std::unique_ptr<TracedBlock> block) {
  const std::size_t bytes = block->bytes();
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [&] { return stopped_ || blocks_.empty() || bytes_ + bytes <= most_bytes_; });
  if (stopped_) return false;
  bytes_ += bytes;
  blocks_.push_back(std::move(block));
  lock.unlock();
  changed_.notify_all();
  return true;
}

std::unique_ptr<TracedBlock> ReadAhead::take(std::uint64_t number) {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this] { return ended_ || !blocks_.empty(); });
  if (blocks_.empty() && failure_) std::rethrow_exception(failure_);
  if (blocks_.empty() || blocks_.front()->number != number) {
    throw RunError("block " + std::to_string(number) + " of " + header_.name + " is requested out of order");
  }
  std::unique_ptr<TracedBlock> block = std::move(blocks_.front());
  blocks_.pop_front();
  bytes_ -= block->bytes();
  changed_.notify_all();
  if (number + 1 == header_.grid.count()) {
    changed_.wait(lock, [this] { return ended_; });
    if (failure_) std::rethrow_exception(failure_);
  }
  return block;
}

}  // namespace unibank::trace
