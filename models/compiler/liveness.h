// Which virtual registers hold a value that a thread may still read.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/bit_matrix.h"
#include "compiler/cfg.h"
#include "compiler/register_use.h"

namespace unibank::compiler {

// A register is live where a thread has possibly written it before and possibly reads it later, along edges of the
// control flow, guarded writes keeping the old value. The "written before" half matters for guarded first writes and
// for paths on which a value is never set: no register is kept for a value that does not exist.
//
// Following single threads is enough although a warp runs the two arms of a branch one after the other with one set of
// registers: a physical register holds 32 values, one a lane, and a write changes only the lanes that execute it. While
// one arm runs, the lanes that wait keep theirs, whatever virtual register shares the number in the arm that runs. So
// two virtual registers may share a physical one unless a single thread needs both at once. What reads other lanes
// (shuffles) reads lanes that execute the same instruction. It does require that an instruction reads all sources of
// all lanes before it writes any result, because a result may take the number of a source that ends there.
//
// Bits of the sets are used registers, see RegisterUse.
struct Liveness {
  BitMatrix live_in, live_out;  // a row a block
  BitMatrix written_in;         // a row a block: possibly written when it begins
  unsigned max_registers = 0;   // most 32-bit registers live, or being written, at once
  unsigned max_predicates = 0;  // the same for predicates
};

Liveness liveness(const ControlFlow& flow, const RegisterUse& use);

// A set of used registers that knows how many 32-bit registers and predicates it takes.
class LiveSet {
 public:
  explicit LiveSet(const RegisterUse& use) : use_(use), bits_(1, use.size()) {}
  void insert(std::uint32_t used);
  void erase(std::uint32_t used);
  bool has(std::uint32_t used) const { return bits_.get(0, used); }
  unsigned registers() const { return registers_; }
  unsigned predicates() const { return predicates_; }
  const BitMatrix& bits() const { return bits_; }  // one row

 private:
  const RegisterUse& use_;
  BitMatrix bits_;
  unsigned registers_ = 0, predicates_ = 0;
};

// Goes through the instructions of one block, from the last to the first, with the registers live behind each.
class LiveWalk {
 public:
  LiveWalk(const ControlFlow& flow, const RegisterUse& use, const Liveness& facts, std::uint32_t block);

  bool done() const { return pc_ == first_; }
  std::uint32_t pc() const { return pc_ - 1; }
  // What is live behind instruction pc(), and what it writes although nobody reads it: all that needs a place there.
  const LiveSet& live() const { return live_; }
  void next();

 private:
  void show();
  bool written_before(std::uint32_t used) const;

  const RegisterUse& use_;
  const Liveness& facts_;
  std::uint32_t block_, first_, pc_;  // pc_: one past the instruction shown
  LiveSet live_;
  std::vector<std::uint32_t> unread_;       // in live_ only because the instruction shown writes it
  std::vector<std::uint32_t> first_write_;  // of each used register, the first instruction of the block that writes it
};

}  // namespace unibank::compiler
