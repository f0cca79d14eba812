// A program of several launches, in a small form that has two readings: as PTX with a manifest (launch_text.h), and as
// a calculation in C++ (launch_values.h).
//
// It has no data races. In a launch a buffer has one role: it is only read; or each of its elements belongs to one
// thread; or it is changed only by atomics that commute, whose results nothing uses. Threads of a block exchange values
// through the scratchpad, or through elements of each other, between barriers. Two further roles need memory order:
// elements that are changed under a lock, and elements that the last thread to arrive reads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace unibank::test {

enum class Operation { kAdd, kSub, kMul, kXor, kAnd, kOr, kMin, kMax, kShl, kShr, kExchange };

// Of unsigned integers, modulo 2^64.
std::uint64_t combined(Operation operation, std::uint64_t a, std::uint64_t b);

enum class Role { kRead, kOwned, kCounted, kLocked, kPublished };

// A buffer as a kernel sees it; each launch binds one of the program's buffers to it.
//
// Owned: a thread's k-th position is `thread + k x threads of the grid`, or `kPositions x thread + k` (in_turn).
// Position p is element (p x multiplier + offset) modulo the number of elements; there is none from that number on.
struct Slot {
  static constexpr unsigned kPositions = 8;

  Role role = Role::kRead;
  unsigned element_bytes = 4;  // owned: 1 to 16; counted: 4 or 8; locked: 4 to 16; published: 4
  std::uint32_t multiplier = 1, offset = 0;
  bool in_turn = false;
  Operation operation = Operation::kAdd;  // counted, locked
  bool textured = false;                  // read through a texture, too
};

// Element of a slot that is read or counted: the sum, modulo the number of elements. `mask`: of a register's value.
struct Place {
  std::uint32_t of_grid = 0, of_block = 0, of_thread = 0, of_round = 0, constant = 0, mask = 0;
  unsigned source = 0;
};

constexpr unsigned kNothing = ~0u;

enum class Action {
  kCompute,   // to = a operation b, or `number` if b is kNothing
  kLoad,      // registers from `to` on = the element `place` of a slot that is only read
  kStoreOwn,  // `bytes` at `piece` of the thread's own element = registers from `a` on
  kLoadOwn,
  kAtomicOwn,   // to = the 4 bytes before; they become combined(operation, before, a)
  kLoadOther,   // barrier; kLoadOwn of the thread that is `shift` further in the block; barrier
  kCount,       // atomic of a counted slot with a (and b, if it has 8 bytes)
  kExchange,    // array[tid x multiplier + offset] = a; barrier; to = that of the thread `shift` further; barrier
  kKeep,        // the thread's element of the kept array = a
  kKept,        // to = the kept element of the thread `shift` further, between barriers
  kTally,       // `bytes` words of the array = number; atomics on word a of them with b; to = word tid + shift
  kStoreLocal,  // word a + number of the thread's local array = b
  kLoadLocal,
  kFence,
  kLeave,     // (a & number) < offset as in kIf: the thread ends
  kCopy,      // array element as in kExchange = the element `place`, by cp.async; body; then as in kExchange
  kCopyKept,  // the thread's element of the kept array, in the same way; body; to = it
  kCopyLate,  // the thread's element of the kept array = the element `place`, by cp.async, for which nothing waits;
              // no barrier and no access to the scratchpad follows
  kLocked,    // if (a & number) is 0: under a lock each word of the element `place` = combined(operation, word, b)
  kPublish,   // element of the thread = a; the last of the threads `tid` of all blocks to arrive adds theirs up, and
              // stores the sum where that of block 0 was; `number`: the first of a counter per thread
  kConstant,  // to = word (a & number) of the kernel's constants
  kTexture,   // to = the word `place` of a slot, through its texture
  kIf,      // (a & number) < offset, or the number of the thread instead of a: body; else: otherwise
  kLoop,    // `number` rounds of body, for all threads
  kRepeat,  // (a & number) + 1 rounds
};

struct Statement {
  Action action = Action::kCompute;
  Operation operation = Operation::kAdd;
  unsigned to = 0, a = 0, b = kNothing;  // numbers of registers
  std::uint32_t number = 0;
  unsigned slot = 0, bytes = 4, piece = 0;
  unsigned round = 0;  // position of an owned element: this, and the round of the innermost kLoop if `counts`
  bool counts = false;
  Place place;
  unsigned shift = 0;
  std::uint32_t multiplier = 1, offset = 0;
  unsigned outside = kNothing;  // where the low three bits of this register are 0, the address lies in no buffer
  bool fenced = false;  // order by fences around atomics that have none
  // Instruction and qualifiers, as PTX has them before the type; of a copy or an ordered part, the first and last ones.
  std::string with, after;
  std::vector<Statement> body, otherwise;
};

struct LaunchKernel {
  std::string name;
  unsigned file = 0;
  unsigned registers = 8;                 // values that are alive until the end
  unsigned width = 32, height = 1;        // of a block
  unsigned local_words = 0;               // a power of two, or none
  unsigned fixed_bytes = 0;               // of scratchpad, a multiple of 16
  std::vector<unsigned> dynamic_bytes;    // which a launch may choose from; each is a multiple of 16
  bool exchanges = false, keeps = false;  // which of its scratchpad arrays it has
  bool keeps_dynamic = false;             // the kept array is the dynamic one, and the other one is for exchanges
  std::uint32_t keep_multiplier = 1, keep_offset = 0;
  unsigned constants = 0;  // words, a power of two
  std::uint32_t constant_salt = 0;
  bool has_order = false;  // kLocked or kPublish
  std::vector<Slot> slots;
  std::vector<Statement> statements;

  unsigned threads() const { return width * height; }
  std::uint32_t constant(std::uint32_t word) const { return (word + 1) * 2654435761u ^ constant_salt; }
};

struct ProgramLaunch {
  unsigned kernel = 0;
  unsigned width = 1, height = 1;  // of the grid
  unsigned repeat = 1;
  unsigned dynamic_bytes = 0;
  std::uint32_t salt = 0;         // an argument; in a loop, the round is added to it
  std::vector<unsigned> buffers;  // of each slot

  unsigned blocks() const { return width * height; }
};

// `rounds` 0: launches without a loop. In a loop the host writes words before each round, and two buffers are exchanged
// after it; kNothing: none.
struct ProgramStep {
  unsigned rounds = 0;
  std::vector<ProgramLaunch> launches;
  unsigned swapped = kNothing, with = kNothing;
  unsigned written = kNothing, word = 0, words = 1;
  std::uint32_t value = 0;
};

struct LaunchProgram {
  std::vector<std::vector<std::uint32_t>> buffers;  // initial values
  std::vector<LaunchKernel> kernels;
  unsigned files = 1;
  std::vector<ProgramStep> steps;
  unsigned locks = kNothing;  // the buffer of locks and of counters, which are 0 between launches

  // Whether the number of instructions depends on the order in which threads arrive.
  bool has_order() const;
};

}  // namespace unibank::test
