// A second, independent implementation of a kernel's semantics: it runs one thread after the other, instruction by
// instruction, directly from the parsed text. It has no paths, no linker and no physical registers; calls are calls. A
// warp is 32 threads with consecutive numbers: at a .sync instruction a thread waits for the others of its member mask.
// It knows integer instructions, control flow, barriers, .sync and the memory spaces; random_program.h writes kernels
// of these.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/dim3.h"
#include "ptx/kernel.h"

namespace unibank {

class ThreadInterpreter {
 public:
  // `global` holds the bytes of global memory from address `base` on; it is read and written.
  ThreadInterpreter(const ptx::Module& module, std::vector<std::uint8_t>& global, std::uint64_t base)
      : module_(module), global_(global), base_(base) {}

  // Throws std::logic_error for an unknown instruction, an access outside of its space, a register that is read before
  // it is written, a thread of more than `limit` instructions, or threads that wait for each other forever.
  void run(const std::string& kernel, Dim3 grid, Dim3 block, const std::vector<std::uint8_t>& arguments,
           std::uint64_t limit = 1000000);

 private:
  struct Activation {
    const ptx::Kernel* body = nullptr;
    std::size_t pc = 0;
    std::vector<std::uint64_t> registers;
    std::vector<bool> written;
    std::map<std::int32_t, std::vector<std::uint8_t>> parameters;  // by symbol: its own and its callees'
    std::uint64_t frame = 0;                                       // where its local variables start
  };
  struct Thread {
    unsigned index = 0;
    std::vector<Activation> stack;
    std::vector<std::uint8_t> local;
    bool at_barrier = false;
    bool at_sync = false;          // waits before the instruction that the activation's pc names
    std::uint64_t executed = 0;
  };
  struct Place {  // the memory that an access refers to
    std::vector<std::uint8_t>* bytes = nullptr;
    std::uint64_t offset = 0;
  };

  void run_block(const ptx::Kernel& kernel, const std::vector<std::uint8_t>& arguments, std::uint64_t limit);
  void run_to_wait(Thread& thread, std::uint64_t limit);
  // The following are in thread_interpreter_sync.cpp.
  using Group = std::vector<Thread*>;  // of one warp, in the order of their lanes
  bool run_syncs(std::vector<Thread>& threads);
  std::uint32_t members_of(const Thread& thread) const;
  bool comes_together(const Thread& thread, std::vector<Thread>& threads, Group& group) const;
  void run_sync(const Group& group);
  void shuffle(const Group& group, const ptx::Instruction& instruction);
  void vote(const Group& group, const ptx::Instruction& instruction);
  void match(const Group& group, const ptx::Instruction& instruction);
  void reduce(const Group& group, const ptx::Instruction& instruction);
  void write_result(Thread& thread, const ptx::Instruction& instruction, unsigned place, std::uint64_t value) const;

  void step(Thread& thread);
  void compute(Thread& thread, const ptx::Instruction& instruction);
  std::uint64_t result(Thread& thread, const ptx::Instruction& instruction);
  void access(Thread& thread, const ptx::Instruction& instruction);
  void call(Thread& thread, const ptx::Instruction& instruction);
  void return_from(Thread& thread);
  void enter(Thread& thread, const ptx::Kernel& body);
  Place place(Thread& thread, const ptx::Operand& address, ptx::StateSpace space);
  std::uint64_t value(const Thread& thread, const ptx::Operand& operand) const;
  static std::uint64_t read(const Activation& activation, std::int32_t index);
  static void write(Activation& activation, std::int32_t index, std::uint64_t value);
  std::uint64_t address_of(const Thread& thread, std::int32_t symbol) const;
  std::uint64_t special(const Thread& thread, ptx::Special special) const;

  const ptx::Module& module_;
  std::vector<std::uint8_t>& global_;
  std::uint64_t base_;
  Dim3 grid_, block_;
  std::uint64_t block_number_ = 0;
  std::vector<std::uint8_t> scratchpad_;
};

}  // namespace unibank
