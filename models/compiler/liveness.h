// Which virtual registers hold a value that a thread may still read.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/bit_matrix.h"
#include "compiler/cfg.h"
#include "compiler/register_use.h"

namespace unibank::compiler {

// A register is live where a thread has possibly written it before and possibly reads it later, along edges of the
// control flow, with guarded writes keeping the old value. The "written before" half matters for guarded first writes
// and for paths on which a value is never set: no register is kept for a value that does not exist.
//
// Analysing single threads is enough although a warp runs the two arms of a branch one after the other with one set of
// registers: a physical register holds 32 values, one per lane, and a write changes only the lanes that execute it.
// While one arm runs, the waiting lanes keep their values, whichever virtual register has the same number in the
// running arm. So two virtual registers may share a physical one unless a single thread needs both at once.
// Instructions that read other lanes (shuffles) read lanes that execute the same instruction. This requires that an
// instruction reads all sources of all lanes before it writes any result, because a result may take the number of a
// source that is read there for the last time.
//
// Bits of the sets are used registers, see RegisterUse.
struct Liveness {
  BitMatrix live_in, live_out;  // one row per block
  BitMatrix written_in;         // one row per block: possibly written when it begins
  unsigned max_registers = 0;   // most 32-bit registers live, or being written, at once
  unsigned max_predicates = 0;  // highest pressure in predicates
};

Liveness liveness(const ControlFlow& flow, const RegisterUse& use);

// A set of used registers with its number of 32-bit registers and predicates.
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

// Visits the instructions of one block from the last to the first, with the registers live after each.
class LiveWalk {
 public:
  LiveWalk(const ControlFlow& flow, const RegisterUse& use, const Liveness& facts, std::uint32_t block);

  bool done() const { return pc_ == first_; }
  std::uint32_t pc() const { return pc_ - 1; }
  // Live after instruction pc(), including its unread results: everything that needs a register there.
  const LiveSet& live() const { return live_; }
  void next();

 private:
  void show();
  bool written_before(std::uint32_t used) const;

  const RegisterUse& use_;
  const Liveness& facts_;
  std::uint32_t block_, first_, pc_;  // pc_: one past the current instruction
  LiveSet live_;
  std::vector<std::uint32_t> unread_;       // registers in live_ only because the current instruction writes them
  std::vector<std::uint32_t> first_write_;  // of each used register, the first instruction of the block that writes it
};

}  // namespace unibank::compiler
