// Reads a kernel's trace on a separate thread, ahead of the SMs, up to a memory limit.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

#include "trace/block_reader.h"

namespace unibank::trace {

class ReadAhead {
 public:
  // `file` is a trace with a valid header. If the blocks read take more than `most_bytes`, further blocks are read only
  // after earlier ones have been taken.
  explicit ReadAhead(const std::string& file, std::size_t most_bytes = kMostBytes);
  ~ReadAhead();
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  // Returns the next block, which must have this `number`: blocks are dispatched in the order of the trace. After the
  // last block the file must end. Throws InputError as BlockReader does. The block must not outlive this object.
  std::unique_ptr<TracedBlock> take(std::uint64_t number);

  static constexpr std::size_t kMostBytes = std::size_t{32} << 20;

 private:
  void read();
  bool put(std::unique_ptr<TracedBlock> block);

  std::unique_ptr<LineSource> lines_;
  KernelHeader header_;
  Instructions instructions_;
  BlockReader reader_;
  const std::size_t most_bytes_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::unique_ptr<TracedBlock>> blocks_;  // read and not yet taken
  std::size_t bytes_ = 0;                            // bytes of these blocks
  bool ended_ = false, stopped_ = false;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace unibank::trace
