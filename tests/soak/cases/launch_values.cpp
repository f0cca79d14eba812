#include "soak/cases/launch_values.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace unibank::test {

namespace {

using Words = std::vector<std::uint32_t>;
using Active = std::vector<char>;  // [thread]

// `bytes` at `at`, little endian, in registers: one of up to 4 bytes, or several.
void read(const void* memory, std::size_t at, unsigned bytes, std::uint32_t* to) {
  for (unsigned done = 0; done < bytes; done += 4) {
    to[done / 4] = 0;
    std::memcpy(to + done / 4, static_cast<const char*>(memory) + at + done, std::min(4u, bytes - done));
  }
}
void write(void* memory, std::size_t at, unsigned bytes, const std::uint32_t* from) {
  std::memcpy(static_cast<char*>(memory) + at, from, bytes);
}

class Block {
 public:
  Block(const LaunchKernel& kernel, const ProgramLaunch& launch, std::uint32_t salt, unsigned number,
        const std::vector<Words*>& buffers)
      : kernel_(kernel),
        blocks_(launch.blocks()),
        number_(number),
        threads_(kernel.threads()),
        grid_threads_(launch.blocks() * threads_),
        buffers_(buffers),
        registers_(std::size_t{threads_} * kernel.registers),
        local_(std::size_t{threads_} * kernel.local_words),
        fixed_(kernel.fixed_bytes),
        dynamic_(launch.dynamic_bytes),
        ended_(threads_) {
    for (unsigned thread = 0; thread < threads_; ++thread) begin(thread, salt);
  }

  void run() {
    run(kernel_.statements, Active(threads_, 1), 0);
    for (unsigned thread = 0; thread < threads_; ++thread)
      if (!ended_[thread]) end(thread);
  }

 private:
  std::uint32_t& value(unsigned thread, unsigned number) {
    return registers_[std::size_t{thread} * kernel_.registers + number];
  }
  std::uint32_t in_grid(unsigned thread) const { return number_ * threads_ + thread; }

  void begin(unsigned thread, std::uint32_t salt) {
    value(thread, 0) = in_grid(thread) * 2654435761u + salt;
    for (unsigned r = 1; r < kernel_.registers; ++r) value(thread, r) = value(thread, r - 1) * 1103515245u + 12345u;
    for (unsigned word = 0; word < kernel_.local_words; ++word)
      local_[std::size_t{thread} * kernel_.local_words + word] = value(thread, 0) + word;
    if (kernel_.keeps) write(kept().data(), kept_at(thread), 4, &value(thread, 0));
  }
  // The first owned slot gets a sum of all registers.
  void end(unsigned thread) {
    ended_[thread] = 1;
    std::uint32_t sum = 0;
    for (unsigned r = 0; r < kernel_.registers; ++r) sum = sum * 31 + value(thread, r);
    Statement last;
    last.slot = 0;
    last.bytes = std::min(4u, kernel_.slots[0].element_bytes);
    const std::size_t at = own(last, thread, 0);
    if (at != kNowhere) write(bytes_of(0), at, last.bytes, &sum);
  }

  void run(const std::vector<Statement>& statements, const Active& active, unsigned round) {
    for (const Statement& one : statements) run(one, active, round);
  }
  void run(const Statement& one, const Active& active, unsigned round) {
    switch (one.action) {
      case Action::kFence: case Action::kCopyLate: return;
      case Action::kIf: return choose(one, active, round);
      case Action::kLoop:
        for (unsigned n = 0; n < one.number; ++n) run(one.body, active, n);
        return;
      case Action::kRepeat: return repeat(one, active, round);
      case Action::kExchange: return exchange(one);
      case Action::kKept: return load_kept(one);
      case Action::kTally: return tally(one);
      case Action::kCopy: case Action::kCopyKept: return copy(one, active, round);
      case Action::kPublish: return publish(one);
      default: break;
    }
    for (unsigned thread = 0; thread < threads_; ++thread)
      if (active[thread] && !ended_[thread]) run(one, thread, round);
  }

  bool holds(const Statement& one, unsigned thread) {
    return ((one.a == kNothing ? thread : value(thread, one.a)) & one.number) < one.offset;
  }
  void choose(const Statement& one, const Active& active, unsigned round) {
    Active taken(threads_), others(threads_);
    for (unsigned thread = 0; thread < threads_; ++thread) {
      taken[thread] = active[thread] && holds(one, thread);
      others[thread] = active[thread] && !holds(one, thread);
    }
    run(one.body, taken, round);
    run(one.otherwise, others, round);
  }
  void repeat(const Statement& one, const Active& active, unsigned round) {
    std::vector<std::uint32_t> rounds(threads_);
    for (unsigned thread = 0; thread < threads_; ++thread) rounds[thread] = (value(thread, one.a) & one.number) + 1;
    for (std::uint32_t n = 0; n <= one.number; ++n) {
      Active again = active;
      for (unsigned thread = 0; thread < threads_; ++thread) again[thread] = active[thread] && n < rounds[thread];
      run(one.body, again, round);
    }
  }

  void run(const Statement& one, unsigned thread, unsigned round) {
    switch (one.action) {
      case Action::kCompute: return compute(one, thread);
      case Action::kLoad: return load(one, thread, round);
      case Action::kLoadOwn: return load_own(one, thread, thread, round);
      case Action::kLoadOther: return load_own(one, thread, (thread + one.shift) % threads_, round);
      case Action::kStoreOwn: return store_own(one, thread, round);
      case Action::kAtomicOwn: return change_own(one, thread, round);
      case Action::kCount: return count(one, thread, round);
      case Action::kKeep: return write(kept().data(), kept_at(thread), 4, &value(thread, one.a));
      case Action::kStoreLocal: local(one, thread) = value(thread, one.b); return;
      case Action::kLoadLocal: value(thread, one.to) = local(one, thread); return;
      case Action::kLeave:
        if (holds(one, thread)) end(thread);
        return;
      case Action::kLocked: return change_locked(one, thread, round);
      case Action::kConstant: value(thread, one.to) = kernel_.constant(value(thread, one.a) & one.number); return;
      case Action::kTexture: return load(one, thread, round);
      default: throw std::logic_error("an action of whole blocks, for one thread");
    }
  }

  void compute(const Statement& one, unsigned thread) {
    const std::uint32_t b = one.b == kNothing ? one.number : value(thread, one.b);
    value(thread, one.to) = static_cast<std::uint32_t>(combined(one.operation, value(thread, one.a), b));
  }

  // Memory.
  void* bytes_of(unsigned slot) { return buffers_[slot]->data(); }
  std::uint32_t elements(unsigned slot, unsigned bytes) const {
    return static_cast<std::uint32_t>(buffers_[slot]->size() * 4 / bytes);
  }
  std::size_t placed(const Statement& one, unsigned thread, unsigned round) {
    const Place& at = one.place;
    const std::uint32_t from_value = at.mask == 0 ? 0 : value(thread, at.source) & at.mask;
    const std::uint32_t sum = at.of_grid * in_grid(thread) + at.of_block * number_ + at.of_thread * thread +
                              at.of_round * round + at.constant + from_value;
    return std::size_t{sum % elements(one.slot, one.bytes)} * one.bytes;
  }
  // Outside of all buffers: a load reads zeros, and a store writes nothing.
  bool outside(const Statement& one, unsigned thread) {
    return one.outside != kNothing && (value(thread, one.outside) & 7) == 0;
  }
  void load(const Statement& one, unsigned thread, unsigned round) {
    std::uint32_t words[4] = {};
    if (!outside(one, thread)) read(bytes_of(one.slot), placed(one, thread, round), one.bytes, words);
    read(words, 0, one.bytes, &value(thread, one.to));
  }
  static constexpr std::size_t kNowhere = ~std::size_t{0};
  std::size_t own(const Statement& one, unsigned thread, unsigned round) const {
    return own_of(one, in_grid(thread), round);
  }
  std::size_t own_of(const Statement& one, std::uint32_t in_grid, unsigned round) const {
    const Slot& slot = kernel_.slots[one.slot];
    const std::uint32_t k = one.round + (one.counts ? round : 0), number = elements(one.slot, slot.element_bytes);
    const std::uint32_t position =
        slot.in_turn ? in_grid * Slot::kPositions + k : in_grid + k * grid_threads_;
    if (position >= number) return kNowhere;
    return std::size_t{(position * slot.multiplier + slot.offset) % number} * slot.element_bytes + one.piece;
  }
  void load_own(const Statement& one, unsigned thread, unsigned owner, unsigned round) {
    const std::size_t at = own(one, owner, round);
    std::uint32_t words[4] = {};
    if (at == kNowhere) return;
    if (!outside(one, thread)) read(bytes_of(one.slot), at, one.bytes, words);
    read(words, 0, one.bytes, &value(thread, one.to));
  }
  void store_own(const Statement& one, unsigned thread, unsigned round) {
    const std::size_t at = own(one, thread, round);
    if (at != kNowhere && !outside(one, thread)) write(bytes_of(one.slot), at, one.bytes, &value(thread, one.a));
  }
  void change_own(const Statement& one, unsigned thread, unsigned round) {
    const std::size_t at = own(one, thread, round);
    if (at == kNowhere) return;
    std::uint32_t before = 0;
    read(bytes_of(one.slot), at, 4, &before);
    const auto after = static_cast<std::uint32_t>(combined(one.operation, before, value(thread, one.a)));
    write(bytes_of(one.slot), at, 4, &after);
    value(thread, one.to) = before;
  }
  void count(const Statement& one, unsigned thread, unsigned round) {
    const std::size_t at = placed(one, thread, round);
    std::uint32_t words[2] = {};
    read(bytes_of(one.slot), at, one.bytes, words);
    std::uint64_t before = words[0], with = value(thread, one.a);
    if (one.bytes == 8) {
      before |= std::uint64_t{words[1]} << 32;
      with |= std::uint64_t{value(thread, one.b)} << 32;
    }
    const std::uint64_t after = combined(kernel_.slots[one.slot].operation, before, with);
    words[0] = static_cast<std::uint32_t>(after);
    words[1] = static_cast<std::uint32_t>(after >> 32);
    write(bytes_of(one.slot), at, one.bytes, words);
  }
  void change_locked(const Statement& one, unsigned thread, unsigned round) {
    if ((value(thread, one.a) & one.number) != 0) return;
    std::uint32_t words[4] = {};
    read(bytes_of(one.slot), placed(one, thread, round), one.bytes, words);
    for (std::uint32_t& word : words)
      word = static_cast<std::uint32_t>(combined(kernel_.slots[one.slot].operation, word, value(thread, one.b)));
    write(bytes_of(one.slot), placed(one, thread, round), one.bytes, words);
  }
  // The blocks run in order here, so the last one adds up.
  void publish(const Statement& one) {
    std::uint32_t* const words = buffers_[one.slot]->data();
    for (unsigned thread = 0; thread < threads_; ++thread) {
      const std::size_t at = own(one, thread, 0);
      if (at != kNowhere) words[at / 4] = value(thread, one.a);
      std::uint32_t sum = 0;
      for (unsigned block = 0; block < blocks_; ++block) {
        const std::size_t there = own_of(one, block * threads_ + thread, 0);
        sum = sum * 31 + (there == kNowhere ? 0 : words[there / 4]);
      }
      const std::size_t first = own_of(one, thread, 0);
      if (number_ + 1 == blocks_ && first != kNowhere) words[first / 4] = sum;
    }
  }
  std::uint32_t& local(const Statement& one, unsigned thread) {
    const std::uint32_t word = (value(thread, one.a) + one.number) & (kernel_.local_words - 1);
    return local_[std::size_t{thread} * kernel_.local_words + word];
  }

  // The scratchpad.
  std::vector<std::uint8_t>& kept() { return kernel_.keeps_dynamic ? dynamic_ : fixed_; }
  std::vector<std::uint8_t>& array() { return kernel_.keeps_dynamic ? fixed_ : dynamic_; }
  std::size_t kept_at(unsigned thread) {
    const auto words = static_cast<std::uint32_t>(kept().size() / 4);
    return std::size_t{(thread * kernel_.keep_multiplier + kernel_.keep_offset) % words} * 4;
  }
  void load_kept(const Statement& one) {
    std::vector<std::uint32_t> found(threads_);
    for (unsigned t = 0; t < threads_; ++t) read(kept().data(), kept_at((t + one.shift) % threads_), 4, &found[t]);
    for (unsigned t = 0; t < threads_; ++t)
      if (!ended_[t]) value(t, one.to) = found[t];
  }
  std::size_t exchanged_at(const Statement& one, unsigned thread) {
    const auto number = static_cast<std::uint32_t>(array().size() / one.bytes);
    return std::size_t{(thread * one.multiplier + one.offset) % number} * one.bytes;
  }
  void exchange(const Statement& one) {
    for (unsigned t = 0; t < threads_; ++t)
      if (!ended_[t]) write(array().data(), exchanged_at(one, t), one.bytes, &value(t, one.a));
    read_exchanged(one);
  }
  void read_exchanged(const Statement& one) {
    for (unsigned t = 0; t < threads_; ++t)
      if (!ended_[t]) read(array().data(), exchanged_at(one, (t + one.shift) % threads_), one.bytes, &value(t, one.to));
  }
  void copy(const Statement& one, const Active& active, unsigned round) {
    const bool is_kept = one.action == Action::kCopyKept;
    const auto copies = [&](unsigned thread) { return active[thread] && !ended_[thread]; };
    for (unsigned t = 0; t < threads_; ++t) {
      std::uint32_t words[4] = {};
      if (!copies(t)) continue;
      if (!outside(one, t)) read(bytes_of(one.slot), placed(one, t, round), one.bytes, words);
      is_kept ? write(kept().data(), kept_at(t), 4, words)
              : write(array().data(), exchanged_at(one, t), one.bytes, words);
    }
    run(one.body, active, round);
    if (!is_kept) return read_exchanged(one);
    for (unsigned t = 0; t < threads_; ++t)
      if (copies(t)) read(kept().data(), kept_at(t), 4, &value(t, one.to));
  }
  void tally(const Statement& one) {
    const unsigned words = one.bytes;
    Words sums(words, one.number);
    for (unsigned t = 0; t < words; ++t)
      if (ended_[t]) read(array().data(), 4 * t, 4, &sums[t]);
    for (unsigned t = 0; t < threads_; ++t) {
      if (ended_[t]) continue;
      std::uint32_t& sum = sums[value(t, one.a) & (words - 1)];
      sum = static_cast<std::uint32_t>(combined(one.operation, sum, value(t, one.b)));
    }
    for (unsigned t = 0; t < threads_; ++t)
      if (!ended_[t]) value(t, one.to) = sums[(t + one.shift) & (words - 1)];
    write(array().data(), 0, 4 * words, sums.data());
  }

  const LaunchKernel& kernel_;
  const unsigned blocks_, number_, threads_, grid_threads_;
  const std::vector<Words*>& buffers_;
  Words registers_, local_;
  std::vector<std::uint8_t> fixed_, dynamic_;
  Active ended_;
};

class Host {
 public:
  explicit Host(const LaunchProgram& program) : program_(program), buffers_(program.buffers) {}

  std::vector<Words> run() {
    for (const ProgramStep& step : program_.steps)
      for (unsigned round = 0; round < std::max(1u, step.rounds); ++round) run(step, round);
    return std::move(buffers_);
  }

 private:
  void run(const ProgramStep& step, unsigned round) {
    if (step.written != kNothing) {
      const auto begin = buffers_[step.written].begin() + step.word;
      std::fill(begin, begin + step.words, step.value);
    }
    for (const ProgramLaunch& one : step.launches)
      for (unsigned n = 0; n < one.repeat; ++n) launch(one, one.salt + round);
    if (step.swapped != kNothing) std::swap(buffers_[step.swapped], buffers_[step.with]);
  }
  void launch(const ProgramLaunch& one, std::uint32_t salt) {
    std::vector<Words*> bound;
    for (const unsigned buffer : one.buffers) bound.push_back(&buffers_[buffer]);
    for (unsigned block = 0; block < one.blocks(); ++block)
      Block(program_.kernels[one.kernel], one, salt, block, bound).run();
  }

  const LaunchProgram& program_;
  std::vector<Words> buffers_;
};

}  // namespace

std::uint64_t combined(Operation operation, std::uint64_t a, std::uint64_t b) {
  switch (operation) {
    case Operation::kAdd: return a + b;
    case Operation::kSub: return a - b;
    case Operation::kMul: return a * b;
    case Operation::kXor: return a ^ b;
    case Operation::kAnd: return a & b;
    case Operation::kOr: return a | b;
    case Operation::kMin: return std::min(a, b);
    case Operation::kMax: return std::max(a, b);
    case Operation::kShl: return a << (b & 31);
    case Operation::kShr: return a >> (b & 31);
    case Operation::kExchange: return b;
  }
  throw std::logic_error("an operation without a meaning");
}

bool LaunchProgram::has_order() const {
  return std::any_of(kernels.begin(), kernels.end(), [](const LaunchKernel& kernel) { return kernel.has_order; });
}

std::vector<std::vector<std::uint32_t>> values_of(const LaunchProgram& program) { return Host(program).run(); }

}  // namespace unibank::test
