#include "soak/cases/launch_text.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace unibank::test {

namespace {

std::string operation_name(Operation operation, bool wide) {
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

std::string value(unsigned number) { return "%r" + std::to_string(number); }

// "%r3", or "{%r3, %r4}" for 8 bytes.
std::string values(unsigned first, unsigned bytes) {
  if (bytes <= 4) return value(first);
  std::string all = "{" + value(first);
  for (unsigned n = 1; n < bytes / 4; ++n) all += ", " + value(first + n);
  return all + "}";
}
// The type of an access to these bytes.
std::string type(unsigned bytes) {
  if (bytes < 4) return ".u" + std::to_string(8 * bytes);
  return (bytes == 4 ? "" : ".v" + std::to_string(bytes / 4)) + std::string(".u32");
}

class KernelText {
 public:
  explicit KernelText(const LaunchKernel& kernel) : kernel_(kernel) {}

  std::string text() {
    head();
    for (unsigned r = 1; r < kernel_.registers; ++r)
      out_ << "mad.lo.u32 " << value(r) << ", " << value(r - 1) << ", 1103515245, 12345;\n";
    for (unsigned word = 0; word < kernel_.local_words; ++word)
      out_ << "add.u32 %x, %r0, " << word << ";\nst.local.u32 [own+" << 4 * word << "], %x;\n";
    if (kernel_.keeps) keep(0);
    for (const Statement& one : kernel_.statements) write(one);
    tail();
    return out_.str();
  }

 private:
  void head() {
    out_ << ".visible .entry " << kernel_.name << "(";
    for (std::size_t s = 0; s < kernel_.slots.size(); ++s)
      out_ << ".param .u64 base" << s << ", .param .u32 words" << s << ", ";
    out_ << ".param .u32 dynamic_bytes, .param .u32 salt)\n{\n"
         << ".reg .b32 %r<" << kernel_.registers
         << ">; .reg .b32 %x, %y, %z, %n, %tid, %block, %thread, %threads, %k<4>; .reg .b64 %d, %e; .reg .pred %p;\n";
    if (kernel_.local_words != 0) out_ << ".local .align 16 .b8 own[" << 4 * kernel_.local_words << "];\n";
    if (kernel_.fixed_bytes != 0) out_ << ".shared .align 16 .b8 fixed[" << kernel_.fixed_bytes << "];\n";
    out_ << "mov.u32 %tid, %tid.x;\n";
    if (kernel_.height > 1)
      out_ << "mov.u32 %x, %tid.y;\nmad.lo.u32 %tid, %x, " << kernel_.width << ", %tid;\n";
    out_ << "mov.u32 %block, %ctaid.y;\nmov.u32 %x, %nctaid.x;\nmov.u32 %y, %ctaid.x;\n"
         << "mad.lo.u32 %block, %block, %x, %y;\nmad.lo.u32 %thread, %block, " << kernel_.threads() << ", %tid;\n"
         << "mov.u32 %y, %nctaid.y;\nmul.lo.u32 %x, %x, %y;\nmul.lo.u32 %threads, %x, " << kernel_.threads() << ";\n"
         << "ld.param.u32 %x, [salt];\nmad.lo.u32 %r0, %thread, 2654435761, %x;\n";
  }
  void tail() {
    out_ << "mov.u32 %z, 0;\n";
    for (unsigned r = 0; r < kernel_.registers; ++r) out_ << "mad.lo.u32 %z, %z, 31, " << value(r) << ";\n";
    Statement last;
    last.bytes = std::min(4u, kernel_.slots[0].element_bytes);
    own(last);
    out_ << "@%p st.global" << type(last.bytes) << " [%d], %z;\nret;\n}\n";
  }

  void write(const Statement& one) {
    switch (one.action) {
      case Action::kCompute: return compute(one);
      case Action::kLoad:
        place(one);
        out_ << one.with << type(one.bytes) << " " << values(one.to, one.bytes) << ", [%d];\n";
        return;
      case Action::kStoreOwn:
        own(one);
        out_ << "@%p " << one.with << type(one.bytes) << " [%d], " << values(one.a, one.bytes) << ";\n";
        return;
      case Action::kLoadOwn:
        own(one);
        out_ << "@%p " << one.with << type(one.bytes) << " " << values(one.to, one.bytes) << ", [%d];\n";
        return;
      case Action::kAtomicOwn:
        own(one);
        out_ << "@%p " << one.with << "." << operation_name(one.operation, false) << " " << value(one.to) << ", [%d], "
             << value(one.a) << ";\n";
        return;
      case Action::kLoadOther: return load_other(one);
      case Action::kCount: return count(one);
      case Action::kFence: out_ << one.with << ";\n"; return;
      default: return write_other(one);
    }
  }
  void write_other(const Statement& one) {
    switch (one.action) {
      case Action::kExchange: return exchange(one);
      case Action::kKeep: return keep(one.a);
      case Action::kKept: return load_kept(one);
      case Action::kTally: return tally(one);
      case Action::kStoreLocal:
        local(one);
        out_ << "st.local.u32 [%d], " << value(one.b) << ";\n";
        return;
      case Action::kLoadLocal:
        local(one);
        out_ << "ld.local.u32 " << value(one.to) << ", [%d];\n";
        return;
      case Action::kIf: return choose(one);
      case Action::kLoop: return loop(one);
      default: return repeat(one);
    }
  }

  void compute(const Statement& one) {
    out_ << operation_name(one.operation, false) << " " << value(one.to) << ", " << value(one.a) << ", "
         << (one.b == kNothing ? std::to_string(one.number) : value(one.b)) << ";\n";
  }

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
  void load_other(const Statement& one) {
    other_thread(one.shift);
    out_ << "sub.u32 %z, %thread, %tid;\nadd.u32 %z, %z, %x;\nbar.sync 0;\n";
    own(one, "%z");
    out_ << "@%p " << one.with << type(one.bytes) << " " << values(one.to, one.bytes) << ", [%d];\nbar.sync 0;\n";
  }
  void count(const Statement& one) {
    const bool wide = one.bytes == 8;
    place(one);
    if (wide) out_ << "mov.b64 %e, {" << value(one.a) << ", " << value(one.b) << "};\n";
    const bool reduces = one.with.rfind("red", 0) == 0;
    out_ << one.with << "." << operation_name(kernel_.slots[one.slot].operation, wide) << " "
         << (reduces ? "" : wide ? "%e, " : "%y, ") << "[%d], " << (wide ? "%e" : value(one.a)) << ";\n";
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
  void exchange(const Statement& one) {
    out_ << "mov.u32 %x, %tid;\n";
    in_array(array(), one.bytes, one.multiplier, one.offset);
    out_ << "st.shared" << type(one.bytes) << " [%x], " << values(one.a, one.bytes) << ";\nbar.sync 0;\n";
    other_thread(one.shift);
    in_array(array(), one.bytes, one.multiplier, one.offset);
    out_ << "ld.shared" << type(one.bytes) << " " << values(one.to, one.bytes) << ", [%x];\nbar.sync 0;\n";
  }
  void keep(unsigned from) {
    out_ << "mov.u32 %x, %tid;\n";
    in_array(kernel_.keeps_dynamic, 4, kernel_.keep_multiplier, kernel_.keep_offset);
    out_ << "st.shared.u32 [%x], " << value(from) << ";\n";
  }
  void load_kept(const Statement& one) {
    const std::string barrier = one.shift == 0 ? "" : "bar.sync 0;\n";
    other_thread(one.shift);
    in_array(kernel_.keeps_dynamic, 4, kernel_.keep_multiplier, kernel_.keep_offset);
    out_ << barrier << "ld.shared.u32 " << value(one.to) << ", [%x];\n" << barrier;
  }
  void tally(const Statement& one) {
    const std::string name = array_name(array()), last = std::to_string(one.bytes - 1);
    const auto word = [&](const std::string& number) {
      out_ << "mov.u32 %n, " << name << ";\nmad.lo.u32 %x, " << number << ", 4, %n;\n";
    };
    word("%tid");
    out_ << "setp.lt.u32 %p, %tid, " << one.bytes << ";\n@%p st.shared.u32 [%x], " << one.number << ";\nbar.sync 0;\n"
         << "and.b32 %y, " << value(one.a) << ", " << last << ";\n";
    word("%y");
    out_ << one.with << "." << operation_name(one.operation, false) << " " << (one.with[0] == 'r' ? "" : "%y, ")
         << "[%x], " << value(one.b) << ";\nbar.sync 0;\nadd.u32 %y, %tid, " << one.shift << ";\nand.b32 %y, %y, "
         << last << ";\n";
    word("%y");
    out_ << "ld.shared.u32 " << value(one.to) << ", [%x];\nbar.sync 0;\n";
  }
  void local(const Statement& one) {
    out_ << "add.u32 %x, " << value(one.a) << ", " << one.number << ";\nand.b32 %x, %x, " << kernel_.local_words - 1
         << ";\nmov.u64 %d, own;\nmad.wide.u32 %d, %x, 4, %d;\n";
  }

  std::string label() { return kernel_.name + "_" + std::to_string(labels_++); }
  void write(const std::vector<Statement>& statements) {
    for (const Statement& one : statements) write(one);
  }
  void choose(const Statement& one) {
    const std::string otherwise = label(), end = label();
    out_ << "and.b32 %x, " << (one.a == kNothing ? "%tid" : value(one.a)) << ", " << one.number
         << ";\nsetp.ge.u32 %p, %x, " << one.offset << ";\n@%p bra " << otherwise << ";\n";
    write(one.body);
    out_ << "bra " << end << ";\n" << otherwise << ":\n";
    write(one.otherwise);
    out_ << end << ":\n";
  }
  void loop(const Statement& one) {
    const std::string head = label();
    ++loops_;
    out_ << "mov.u32 " << counter() << ", 0;\n" << head << ":\n";
    write(one.body);
    out_ << "add.u32 " << counter() << ", " << counter() << ", 1;\nsetp.lt.u32 %p, " << counter() << ", " << one.number
         << ";\n@%p bra " << head << ";\n";
    --loops_;
  }
  void repeat(const Statement& one) {
    const std::string head = label(), rounds = "%c" + std::to_string(labels_);
    out_ << "{ .reg .b32 " << rounds << ";\nand.b32 " << rounds << ", " << value(one.a) << ", " << one.number << ";\n"
         << head << ":\n";
    write(one.body);
    out_ << "sub.u32 " << rounds << ", " << rounds << ", 1;\nsetp.ne.u32 %p, " << rounds << ", 4294967295;\n@%p bra "
         << head << ";\n}\n";
  }

  const LaunchKernel& kernel_;
  unsigned labels_ = 0, loops_ = 0;
  std::ostringstream out_;
};

}  // namespace

std::string ptx_of(const LaunchProgram& program, unsigned file) {
  std::string text = ".version 7.0\n.target sm_80\n.address_size 64\n.extern .shared .align 16 .b8 dynamic[];\n";
  for (const LaunchKernel& kernel : program.kernels)
    if (kernel.file == file) text += KernelText(kernel).text();
  return text;
}

}  // namespace unibank::test
