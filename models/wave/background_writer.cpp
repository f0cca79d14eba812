#include <array>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "base/input_error.h"
#include "base/start_thread.h"
#include "wave/ordered_writer.h"

namespace unibank::wave {

namespace {

// The caller fills one chunk of records while the thread writes the earlier ones. Only the change of a chunk takes a
// lock, not each record. Both sleep rarely, because waking the other costs many records: the thread, if it has written
// everything, until some chunks are full; the caller, if all chunks are full, until half of them are written.
class BackgroundWriter : public Writer {
 public:
  explicit BackgroundWriter(std::unique_ptr<Writer> writer)
      : writer_(std::move(writer)),
        one_(dynamic_cast<OrderedWriter*>(writer_.get())),
        window_end_(writer_->window_end()) {
    fill(0);
  }
  ~BackgroundWriter() override { stop(); }

  SignalId signal(const std::string& path, unsigned bits) override { return writer_->signal(path, bits); }
  SignalId text_signal(const std::string& path, std::vector<std::string> texts) override {
    return writer_->text_signal(path, std::move(texts));
  }
  void declared() override { writer_->declared(); }

  void record(SignalId signal, Cycle at, std::uint64_t value) override {
    if (at < now_) refuse(at);
    const Cycle after = at - told_;
    if (after > kFarthest) return push_far(signal, at, value);
    push({signal.index, static_cast<std::uint32_t>(after), value});
  }
  void record_all(WiresId wires, Cycle at, std::uint32_t changed, std::uint32_t values) override {
    if (at < now_) refuse(at);
    const Cycle after = at - told_;
    if (after > kFarthest) return Writer::record_all(wires, at, changed, values);
    push({kWires | wires.index, static_cast<std::uint32_t>(after), std::uint64_t{changed} << 32 | values});
  }
  void advance(Cycle now) override {
    now_ = now;
    if (now >= told_ + kCycles) tell();
  }
  void finish(Cycle end) override {
    tell();
    hand_over();
    stop();
    if (failure_) std::rethrow_exception(failure_);
    writer_->finish(end);
  }
  Cycle window_end() const override { return window_end_.load(std::memory_order_relaxed); }
  std::string remark() const override { return writer_->remark(); }

 private:
  // 16 bytes, because records pass from one core's caches to another's.
  struct Record {
    std::uint32_t signal;
    std::uint32_t after;  // cycles after the last advance
    std::uint64_t value;
  };
  struct Chunk {
    std::vector<Record> records;  // allocated when it is first filled
    std::size_t used = 0;
  };
  // Instead of a signal, with a cycle as value: everything before this cycle has been recorded; the next record is of
  // this cycle.
  static constexpr std::uint32_t kAdvance = ~0u, kFar = ~0u - 1;
  // Instead of a signal, with the number of joined wires added: which of them changed, and their values.
  static constexpr std::uint32_t kWires = 1u << 31;
  static constexpr Cycle kFarthest = ~std::uint32_t{0};
  static constexpr std::size_t kRecords = 4096;  // records of a chunk
  static constexpr std::size_t kChunks = 32;     // 2 MB: a hundred thousand records may be ahead of the disk
  static constexpr std::size_t kBatch = 8;       // full chunks that wake the thread
  static constexpr Cycle kCycles = 64;           // between advances: the records of so many stay in the host's caches

  [[noreturn]] void refuse(Cycle at) const {
    throw RunError("a wave signal changes at cycle " + std::to_string(at) + ", but cycle " + std::to_string(now_) +
                   " has already been reached");
  }

  void push(const Record& record) {
    *next_++ = record;
    if (next_ == end_) full();
  }

  // Before the first advance the caller may still declare signals, so the thread waits.
  void full() {
    if (now_ != 0) return hand_over();
    std::vector<Record>& records = chunks_[filling_ % kChunks].records;
    const std::size_t used = records.size();
    next_ = records.data();  // there is room even if no memory can be allocated any more
    records.resize(2 * used);
    next_ = records.data() + used;
    end_ = records.data() + records.size();
  }

  std::vector<Record>& records_of(std::size_t chunk) {
    std::vector<Record>& records = chunks_[chunk % kChunks].records;
    if (records.empty()) records.resize(kRecords);
    return records;
  }

  // The caller continues with chunk `number`.
  void fill(std::size_t number) {
    std::vector<Record>& records = records_of(number);
    next_ = records.data();
    end_ = next_ + records.size();
  }

  void tell() {
    told_ = now_;
    push({kAdvance, 0, now_});
  }

  void push_far(SignalId signal, Cycle at, std::uint64_t value) {
    push({kFar, 0, at});
    push({signal.index, 0, value});
  }

  // Passes the chunk to the thread; the next chunk is free when the thread has written its content. After a failure the
  // caller may still record until it ends: there is always a chunk with room, which the thread does not read.
  void hand_over() {
    Chunk& chunk = chunks_[filling_ % kChunks];
    chunk.used = static_cast<std::size_t>(next_ - chunk.records.data());
    next_ = chunk.records.data();
    records_of(filling_ + 1);
    if (!thread_.joinable()) thread_ = start_thread("to write the waveform", [this] { write(); });
    std::unique_lock<std::mutex> lock(mutex_);
    if (++filling_ - written_ == kBatch) changed_.notify_all();
    if (filling_ - written_ == kChunks)
      changed_.wait(lock, [this] { return filling_ - written_ <= kChunks / 2 || failure_; });
    fill(filling_);
    if (failure_) std::rethrow_exception(failure_);
  }

  void stop() {
    if (!thread_.joinable()) return;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      ended_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  // The thread's function.
  void write() {
    std::exception_ptr failure;
    Place place;
    try {
      while (Chunk* chunk = next()) {
        if (one_)
          write(*one_, *chunk, place);
        else
          write(*writer_, *chunk, place);
        window_end_.store(writer_->window_end(), std::memory_order_relaxed);
        done();
      }
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    failure_ = failure;
    changed_.notify_all();
  }

  // The thread's place in time.
  struct Place {
    Cycle told = 0;      // the last advance
    Cycle far = kNever;  // the cycle of the next record if it is far from that

    Cycle of(const Record& record) {
      if (far == kNever) return told + record.after;
      return std::exchange(far, kNever);
    }
  };

  template <typename To>
  void write(To& to, const Chunk& chunk, Place& place) {
    for (std::size_t i = 0; i < chunk.used; ++i) {
      const Record& record = chunk.records[i];
      if (record.signal < kWires) {
        to.record({record.signal}, place.of(record), record.value);
      } else if (record.signal < kFar) {
        record_each(to, {record.signal - kWires}, place.of(record), static_cast<std::uint32_t>(record.value >> 32),
                    static_cast<std::uint32_t>(record.value));
      } else if (record.signal == kFar) {
        place.far = record.value;
      } else {
        place.told = record.value;
        to.advance(record.value);
      }
    }
  }

  Chunk* next() {
    std::unique_lock<std::mutex> lock(mutex_);
    if (written_ == filling_) changed_.wait(lock, [this] { return filling_ - written_ >= kBatch || ended_; });
    return written_ == filling_ ? nullptr : &chunks_[written_ % kChunks];
  }

  void done() {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++written_;
    if (filling_ - written_ == kChunks / 2) changed_.notify_all();
  }

  const std::unique_ptr<Writer> writer_;  // the caller's until the thread begins and after it has ended
  OrderedWriter* const one_;              // `writer_` if it is one file (no virtual calls); null: several files
  Cycle now_ = 0, told_ = 0;
  std::atomic<Cycle> window_end_;
  std::array<Chunk, kChunks> chunks_;        // chunk number n is chunks_[n % kChunks]
  Record *next_ = nullptr, *end_ = nullptr;  // in the caller's chunk

  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t filling_ = 0, written_ = 0;  // numbers of chunks: being filled; written, all before it
  bool ended_ = false;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace

std::unique_ptr<Writer> in_background(std::unique_ptr<Writer> writer) {
  return writer ? std::make_unique<BackgroundWriter>(std::move(writer)) : nullptr;
}

}  // namespace unibank::wave
