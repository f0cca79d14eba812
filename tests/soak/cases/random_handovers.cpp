#include "soak/cases/random_handovers.h"

#include <algorithm>

#include "soak/cases/kernel_draws.h"

namespace unibank::test {

namespace {

constexpr unsigned kReadWords = 16384;

// One kernel, with an owned slot and one that is read. Each thread stores to its element of the kept array, loads from
// memory, reads elements, and ends behind copies to its own.
class HandoverWriter : KernelDraws {
 public:
  HandoverWriter(LaunchProgram& program, LaunchKernel& kernel, Random& random)
      : KernelDraws(kernel, random), program_(program) {
    kernel.name = "k0";
    kernel.registers = 5 + below(4);
    kernel.slots.resize(2);
    kernel.slots[0].role = Role::kOwned;
    add_buffer(256u << below(4));
    add_buffer(kReadWords);
  }

  void add(unsigned scratchpad_bytes) {
    choose_array(scratchpad_bytes);
    for (unsigned n = 1 + below(2); n > 0; --n) {
      if (one_in(3)) add_statement(Action::kKeep);
      for (unsigned loads = 1 + below(3); loads > 0; --loads) load_and_use();
      add_statement(Action::kKept).shift = one_in(2) ? 0 : below(kernel_.threads());
    }
    for (unsigned n = 1 + below(3); n > 0; --n)
      read_into(add_statement(Action::kCopyLate), "cp.async.ca.shared.global");
  }

  ProgramLaunch launch(unsigned blocks) {
    ProgramLaunch one;
    one.width = blocks;
    one.repeat = one_in(2) ? 2 : 1;
    one.dynamic_bytes = kernel_.dynamic_bytes[0];
    one.salt = below(1u << 31);
    one.buffers = {0, 1};
    return one;
  }

 private:
  void add_buffer(unsigned words) {
    std::vector<std::uint32_t> all(words);
    for (std::uint32_t& word : all) word = below(1u << 31);
    program_.buffers.push_back(std::move(all));
  }
  // Of such a size that an SM has room for one to five blocks, and mostly for a part of another one.
  void choose_array(unsigned scratchpad_bytes) {
    kernel_.width = 32 * (1 + below(4));
    unsigned bytes = scratchpad_bytes / (1 + below(3)) / 100 * (60 + below(35)) / 16 * 16;
    bytes = std::max(bytes, 4 * kernel_.threads());
    kernel_.keeps = true;
    kernel_.keeps_dynamic = bytes > 48 * 1024 || one_in(2);
    if (!kernel_.keeps_dynamic) kernel_.fixed_bytes = bytes;
    kernel_.dynamic_bytes = {kernel_.keeps_dynamic ? bytes : 0};
    kernel_.keep_offset = below(1 << 16);
  }
  Statement& add_statement(Action action) {
    Statement one;
    one.action = action;
    one.to = any_register(), one.a = any_register();
    kernel_.statements.push_back(std::move(one));
    return kernel_.statements.back();
  }
  void read_into(Statement& one, const char* with) {
    one.slot = 1;
    one.with = with;
    one.place.source = any_register(), one.place.mask = 0xffffff;
    if (one_in(2)) one.place.mask = 1023, one.place.of_block = 1 + below(300), one.place.of_thread = 1;
  }
  // The second instruction waits for the load, and a warp issues in order.
  void load_and_use() {
    Statement& loaded = add_statement(Action::kLoad);
    read_into(loaded, "ld.global");
    const unsigned from = loaded.to;
    Statement& one = add_statement(Action::kCompute);
    one.operation = one_in(2) ? Operation::kAdd : Operation::kXor;
    one.a = one.to, one.b = from;
  }

  LaunchProgram& program_;
};

}  // namespace

LaunchProgram random_handovers(Random& random, const LaunchLimits& limits) {
  const unsigned blocks = limits.sms * (4 + static_cast<unsigned>(random.below(8)));
  LaunchProgram program;
  LaunchKernel kernel;
  HandoverWriter writer(program, kernel, random);
  writer.add(limits.scratchpad_bytes);
  ProgramStep step;
  step.launches.push_back(writer.launch(std::min(blocks, 41u)));
  program.kernels.push_back(std::move(kernel));
  program.steps.push_back(std::move(step));
  return program;
}

}  // namespace unibank::test
