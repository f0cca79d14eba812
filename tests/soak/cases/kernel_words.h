// What the statements of a kernel have in common as PTX: names, types, and addresses of elements.
#pragma once

#include <sstream>
#include <string>

#include "soak/cases/launch_program.h"

namespace unibank::test {

inline std::string operation_name(Operation operation, bool wide) {
  const std::string number = wide ? "u64" : "u32", bits = wide ? "b64" : "b32";
  switch (operation) {
    case Operation::kAdd: return "add." + number;
    case Operation::kSub: return "sub." + number;
    case Operation::kMul: return "mul.lo." + number;
    case Operation::kXor: return "xor." + bits;
    case Operation::kAnd: return "and." + bits;
    case Operation::kOr: return "or." + bits;
    case Operation::kMin: return "min." + number;
    case Operation::kMax: return "max." + number;
    case Operation::kShl: return "shl.b32";
    case Operation::kShr: return "shr.u32";
    case Operation::kExchange: return "exch.b32";
  }
  return "";
}

inline std::string value(unsigned number) { return "%r" + std::to_string(number); }

// "%r3", or "{%r3, %r4}" for 8 bytes.
inline std::string values(unsigned first, unsigned bytes) {
  if (bytes <= 4) return value(first);
  std::string all = "{" + value(first);
  for (unsigned n = 1; n < bytes / 4; ++n) all += ", " + value(first + n);
  return all + "}";
}
// The type of an access to these bytes.
inline std::string type(unsigned bytes) {
  if (bytes < 4) return ".u" + std::to_string(8 * bytes);
  return (bytes == 4 ? "" : ".v" + std::to_string(bytes / 4)) + std::string(".u32");
}

class KernelWords {
 public:
  explicit KernelWords(const LaunchKernel& kernel) : kernel_(kernel) {}

 protected:
  // %d = the address of the element; %n = elements of these bytes.
  void elements(unsigned slot, unsigned bytes) {
    out_ << "ld.param.u32 %n, [words" << slot << "];\n";
    divided("%n", bytes);
  }
  // From words to elements.
  void divided(const std::string& name, unsigned bytes) {
    if (bytes < 4) out_ << "shl.b32 " << name << ", " << name << ", " << (bytes == 1 ? 2 : 1) << ";\n";
    if (bytes > 4) out_ << "shr.u32 " << name << ", " << name << ", " << (bytes == 16 ? 2 : 1) << ";\n";
  }
  void address(unsigned slot, unsigned bytes) {
    out_ << "ld.param.u64 %d, [base" << slot << "];\nmad.wide.u32 %d, %x, " << bytes << ", %d;\n";
  }
  void term(std::uint32_t factor, const std::string& name) {
    if (factor == 1) out_ << "add.u32 %x, %x, " << name << ";\n";
    else if (factor != 0) out_ << "mad.lo.u32 %x, " << name << ", " << factor << ", %x;\n";
  }
  std::string counter() const { return "%k" + std::to_string(loops_ - 1); }
  void place(const Statement& one) {
    const Place& at = one.place;
    out_ << "mov.u32 %x, " << at.constant << ";\n";
    term(at.of_grid, "%thread");
    term(at.of_block, "%block");
    term(at.of_thread, "%tid");
    if (loops_ != 0) term(at.of_round, counter());
    if (at.mask != 0) out_ << "and.b32 %y, " << value(at.source) << ", " << at.mask << ";\nadd.u32 %x, %x, %y;\n";
    elements(one.slot, one.bytes);
    out_ << "rem.u32 %x, %x, %n;\n";
    address(one.slot, one.bytes);
  }
  // %p: whether there is such an element of the thread that is %thread (or `thread`) in the grid.
  void own(const Statement& one, const std::string& thread = "%thread") {
    const Slot& slot = kernel_.slots[one.slot];
    out_ << "mov.u32 %y, " << one.round << ";\n";
    if (one.counts && loops_ != 0) out_ << "add.u32 %y, %y, " << counter() << ";\n";
    if (slot.in_turn) out_ << "mad.lo.u32 %x, " << thread << ", " << Slot::kPositions << ", %y;\n";
    else out_ << "mad.lo.u32 %x, %y, %threads, " << thread << ";\n";
    elements(one.slot, slot.element_bytes);
    out_ << "setp.lt.u32 %p, %x, %n;\nmad.lo.u32 %x, %x, " << slot.multiplier << ", " << slot.offset
         << ";\nrem.u32 %x, %x, %n;\n";
    address(one.slot, slot.element_bytes);
    if (one.piece != 0) out_ << "add.u64 %d, %d, " << one.piece << ";\n";
  }
  // %x = the thread that is `shift` further in the block.
  void other_thread(unsigned shift) {
    out_ << "add.u32 %x, %tid, " << shift << ";\nsetp.ge.u32 %p, %x, " << kernel_.threads() << ";\n@%p sub.u32 %x, %x, "
         << kernel_.threads() << ";\n";
  }
  // %x = the address in the scratchpad of element (%x multiplier + offset).
  void in_array(bool dynamic, unsigned bytes, std::uint32_t multiplier, std::uint32_t offset) {
    if (dynamic) out_ << "ld.param.u32 %n, [dynamic_bytes];\nshr.u32 %n, %n, 2;\n";
    else out_ << "mov.u32 %n, " << kernel_.fixed_bytes / 4 << ";\n";
    divided("%n", bytes);
    out_ << "mad.lo.u32 %x, %x, " << multiplier << ", " << offset << ";\nrem.u32 %x, %x, %n;\nmov.u32 %n, "
         << array_name(dynamic) << ";\nmad.lo.u32 %x, %x, " << bytes << ", %n;\n";
  }
  static std::string array_name(bool dynamic) { return dynamic ? "dynamic" : "fixed"; }
  bool array() const { return !kernel_.keeps_dynamic; }  // whether it is the dynamic one
  std::string label() { return kernel_.name + "_" + std::to_string(labels_++); }

  const LaunchKernel& kernel_;
  unsigned labels_ = 0, loops_ = 0;
  std::ostringstream out_;
};

}  // namespace unibank::test
