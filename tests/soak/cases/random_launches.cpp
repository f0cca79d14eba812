#include "soak/cases/random_launches.h"

#include <algorithm>

#include "soak/cases/one_of.h"
#include "soak/cases/random_statements.h"

namespace unibank::test {

namespace {

constexpr unsigned kMostThreads = 256, kMostFixedBytes = 48 * 1024;

class ProgramWriter {
 public:
  ProgramWriter(Random& random, const LaunchLimits& limits) : random_(random), limits_(limits) {}

  LaunchProgram program() {
    add_buffers();
    program_.files = 1 + below(2);
    const unsigned kernels = 2 + below(3);
    for (unsigned number = 0; number < kernels; ++number) add_kernel(number);
    const unsigned launches = 2 + below(4);
    for (unsigned number = 0; number < launches; ++number) add_step(number, launches);
    return std::move(program_);
  }

 private:
  unsigned below(std::uint64_t bound) { return static_cast<unsigned>(random_.below(bound)); }
  bool one_in(unsigned n) { return below(n) == 0; }
  std::uint32_t word() { return static_cast<std::uint32_t>(random_.below(std::uint64_t{1} << 32)); }

  // 1 KB to 256 KB, in whole 16 bytes. Two of one size may be exchanged in a loop.
  void add_buffers() {
    const unsigned count = 3 + below(4);
    for (unsigned number = 0; number < count; ++number) {
      std::size_t words = (std::size_t{256} << below(9)) / 4 * 4;
      if (one_in(2)) words += 4 * below(words / 4);
      if (number == 1 && one_in(2)) words = program_.buffers[0].size();
      std::vector<std::uint32_t> values(std::min<std::size_t>(words, 65536));
      for (std::uint32_t& value : values) value = word();
      program_.buffers.push_back(std::move(values));
    }
  }

  // Primes that divide no number of elements: a multiplication by one permutes the elements.
  std::vector<std::uint32_t> multipliers(const LaunchKernel& kernel) const {
    std::vector<std::uint64_t> sizes(kernel.dynamic_bytes.begin(), kernel.dynamic_bytes.end());
    sizes.push_back(kernel.fixed_bytes);
    for (const auto& buffer : program_.buffers) sizes.push_back(buffer.size());
    std::vector<std::uint32_t> all = {1};
    for (const std::uint32_t prime : {3u, 5u, 7u, 11u, 17u, 31u, 61u, 127u, 1021u, 4093u}) {
      const auto divides = [prime](std::uint64_t size) { return size != 0 && size % prime == 0; };
      if (std::none_of(sizes.begin(), sizes.end(), divides)) all.push_back(prime);
    }
    return all;
  }

  void add_kernel(unsigned number) {
    LaunchKernel kernel;
    kernel.name = "k" + std::to_string(number);
    kernel.file = below(program_.files);
    kernel.registers = 5 + below(one_in(3) ? 50 : one_in(2) ? 24 : 8);
    shape(kernel);
    kernel.local_words = one_in(2) ? 0 : 2u << below(4);
    scratchpad(kernel);
    const std::vector<std::uint32_t> all = multipliers(kernel);
    slots(kernel, all);
    add_statements(kernel, all, 30 + below(one_in(3) ? 900 : 250), random_);
    program_.kernels.push_back(std::move(kernel));
  }
  void shape(LaunchKernel& kernel) {
    kernel.width = one_in(3) ? 33 + below(kMostThreads - 32) : 32 * (1 + below(kMostThreads / 32));
    if (kernel.width % 16 != 0 || !one_in(3)) return;
    kernel.height = kernel.width / 16;
    kernel.width = 16;
  }
  // None, a few words per thread, or as much as leaves room for one, two, ... blocks.
  void scratchpad(LaunchKernel& kernel) {
    const unsigned kind = below(4), least = 4 * kernel.threads();
    const unsigned limit = std::min(limits_.scratchpad_bytes, 160u * 1024);
    unsigned bytes = least * (2 + below(6));
    if (kind >= 2) {
      bytes = limit / (1 + below(6));
      if (one_in(2)) bytes -= std::min(bytes, 16 * below(20));
    }
    bytes = std::min(bytes, limit) / 16 * 16;
    kernel.dynamic_bytes = {0};
    if (kind == 0 || bytes < least) return;
    kernel.fixed_bytes = one_in(3) ? 0 : std::min(bytes, kMostFixedBytes) / (one_in(2) ? 1 : 2) / 16 * 16;
    const unsigned rest = bytes - kernel.fixed_bytes;
    kernel.dynamic_bytes = {rest};
    if (rest > 2 * least && one_in(2)) kernel.dynamic_bytes.push_back((least + below(rest - least)) / 16 * 16 + 16);
    kernel.keeps_dynamic = one_in(2);
    const bool fixed = kernel.fixed_bytes >= least;
    const bool dynamic = std::all_of(kernel.dynamic_bytes.begin(), kernel.dynamic_bytes.end(),
                                     [least](unsigned one) { return one >= least; });
    kernel.keeps = kernel.keeps_dynamic ? dynamic : fixed;
    kernel.exchanges = kernel.keeps_dynamic ? fixed : dynamic;
  }
  // The first is owned and the second is read; as many buffers are needed at most as there are.
  void slots(LaunchKernel& kernel, const std::vector<std::uint32_t>& multipliers) {
    const std::size_t most = program_.buffers.size();
    kernel.slots.resize(2 + below(std::min<std::size_t>(3, most - 1)));
    kernel.slots[0].role = Role::kOwned;
    for (std::size_t s = 2; s < kernel.slots.size(); ++s)
      kernel.slots[s].role = one_in(3) ? Role::kRead : one_in(3) ? Role::kOwned : Role::kCounted;
    static const std::vector<Operation> operations = {Operation::kAdd, Operation::kXor, Operation::kMin,
                                                      Operation::kMax, Operation::kAnd, Operation::kOr};
    for (Slot& slot : kernel.slots) {
      slot.operation = one_of(operations, random_);
      slot.element_bytes = slot.role == Role::kCounted ? 4u << below(2) : one_in(2) ? 4 : 1u << below(5);
      slot.in_turn = one_in(3);
      slot.multiplier = one_in(2) ? 1 : one_of(multipliers, random_);
      slot.offset = one_in(2) ? 0 : below(1 << 16);
    }
    const std::vector<std::uint32_t>& all = multipliers;
    kernel.keep_multiplier = one_of(all, random_);
    kernel.keep_offset = below(1 << 16);
    // An access to 16 bytes takes four registers.
    kernel.registers = std::max(kernel.registers, 5u);
  }

  void add_step(unsigned number, unsigned launches) {
    ProgramStep step;
    const bool exchange = program_.buffers[0].size() == program_.buffers[1].size();
    if (one_in(4)) step.rounds = 2 + below(2);
    if (step.rounds != 0 && exchange && one_in(2)) step.swapped = 0, step.with = 1;
    if (step.rounds != 0 && one_in(2)) {
      step.written = below(program_.buffers.size());
      const std::size_t words = program_.buffers[step.written].size();
      step.word = below(words);
      step.words = 1 + below(std::min<std::size_t>(words - step.word, 400));
      step.value = word();
    }
    const std::uint64_t share = limits_.work / launches / std::max(1u, step.rounds);
    const unsigned inside = step.rounds != 0 && one_in(2) ? 2 : 1;
    for (unsigned n = 0; n < inside; ++n) step.launches.push_back(launch(number + n, share / inside));
    program_.steps.push_back(std::move(step));
  }
  ProgramLaunch launch(unsigned number, std::uint64_t work) {
    ProgramLaunch one;
    one.kernel = number < program_.kernels.size() ? number : below(program_.kernels.size());
    const LaunchKernel& kernel = program_.kernels[one.kernel];
    one.repeat = one_in(6) ? 2 : 1;
    const std::uint64_t warps = (kernel.threads() + 31) / 32;
    const std::uint64_t per_block = warps * (work_of(kernel.statements) + 4 * kernel.registers + 30) * one.repeat;
    grid(one, static_cast<unsigned>(std::clamp<std::uint64_t>(work / per_block, 2, 40)));
    one.dynamic_bytes = one_of(kernel.dynamic_bytes, random_);
    one.salt = below(1u << 31);
    one.buffers = bound(kernel);
    return one;
  }
  // Some are a multiple of the SMs, or one more or less.
  void grid(ProgramLaunch& one, unsigned most) {
    unsigned blocks = 1 + below(most);
    if (one_in(2)) blocks = std::max(blocks, 1 + below(most));
    if (blocks >= limits_.sms && one_in(2)) blocks = blocks / limits_.sms * limits_.sms + below(3) - 1;
    one.width = std::clamp(blocks, 1u, 41u);
    if (one.width % 2 == 0 && one_in(4)) one.width /= 2, one.height = 2;
  }
  // Buffers that are written are bound to one slot each. The others are read, first of all those just written.
  std::vector<unsigned> bound(const LaunchKernel& kernel) {
    std::vector<unsigned> order(program_.buffers.size());
    for (unsigned n = 0; n < order.size(); ++n) order[n] = n;
    for (std::size_t n = order.size(); n > 1; --n) std::swap(order[n - 1], order[below(n)]);
    const auto fresh = [this](unsigned buffer) {
      return std::find(written_.begin(), written_.end(), buffer) != written_.end();
    };
    if (!one_in(3)) std::stable_partition(order.begin(), order.end(), fresh);
    std::vector<unsigned> buffers(kernel.slots.size()), written;
    for (std::size_t s = 0; s < buffers.size(); ++s) {
      if (kernel.slots[s].role == Role::kRead) continue;
      buffers[s] = order.back();
      written.push_back(order.back());
      order.pop_back();
    }
    std::size_t next = 0;
    for (std::size_t s = 0; s < buffers.size(); ++s)
      if (kernel.slots[s].role == Role::kRead) buffers[s] = order[next++ % order.size()];
    written_ = std::move(written);
    return buffers;
  }

  Random& random_;
  const LaunchLimits& limits_;
  LaunchProgram program_;
  std::vector<unsigned> written_;  // by the launch before
};

}  // namespace

LaunchProgram random_launches(Random& random, const LaunchLimits& limits) {
  return ProgramWriter(random, limits).program();
}

}  // namespace unibank::test
