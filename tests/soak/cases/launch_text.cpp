#include "soak/cases/launch_text.h"

#include <algorithm>

#include "soak/cases/section_text.h"

namespace unibank::test {

namespace {

class KernelText : SectionText {
 public:
  using SectionText::SectionText;

  std::string text() {
    head();
    for (unsigned r = 1; r < kernel_.registers; ++r)
      out_ << "mad.lo.u32 " << value(r) << ", " << value(r - 1) << ", 1103515245, 12345;\n";
    for (unsigned word = 0; word < kernel_.local_words; ++word)
      out_ << "add.u32 %x, %r0, " << word << ";\nst.local.u32 [own+" << 4 * word << "], %x;\n";
    if (kernel_.keeps) keep(0);
    for (const Statement& one : kernel_.statements) write(one);
    tail();
    out_ << "ret;\n}\n";
    return out_.str();
  }

 private:
  void head() {
    out_ << ".visible .entry " << kernel_.name << "(";
    for (std::size_t s = 0; s < kernel_.slots.size(); ++s)
      out_ << ".param .u64 base" << s << ", .param .u32 words" << s << ", ";
    out_ << ".param .u32 dynamic_bytes, .param .u32 salt";
    more_parameters();
    out_ << ")\n{\n.reg .b32 %r<" << kernel_.registers
         << ">; .reg .b32 %x, %y, %z, %n, %tid, %block, %thread, %threads, %k<4>; .reg .b64 %d, %e; .reg .pred %p;\n";
    more_registers();
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
  void tail() override {
    out_ << "mov.u32 %z, 0;\n";
    for (unsigned r = 0; r < kernel_.registers; ++r) out_ << "mad.lo.u32 %z, %z, 31, " << value(r) << ";\n";
    Statement last;
    last.bytes = std::min(4u, kernel_.slots[0].element_bytes);
    own(last);
    out_ << "@%p st.global" << type(last.bytes) << " [%d], %z;\n";
  }

  void write(const Statement& one) {
    switch (one.action) {
      case Action::kCompute: return compute(one);
      case Action::kLoad:
        place(one);
        outside(one);
        out_ << one.with << type(one.bytes) << " " << values(one.to, one.bytes) << ", [%d];\n";
        return;
      case Action::kStoreOwn:
        own(one);
        outside(one);
        out_ << "@%p " << one.with << type(one.bytes) << " [%d], " << values(one.a, one.bytes) << ";\n";
        return;
      case Action::kLoadOwn:
        own(one);
        outside(one);
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
      case Action::kRepeat: return repeat(one);
      default: return write_section(one);
    }
  }

  void compute(const Statement& one) {
    out_ << operation_name(one.operation, false) << " " << value(one.to) << ", " << value(one.a) << ", "
         << (one.b == kNothing ? std::to_string(one.number) : value(one.b)) << ";\n";
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

  void exchange(const Statement& one) {
    out_ << "mov.u32 %x, %tid;\n";
    in_array(array(), one.bytes, one.multiplier, one.offset);
    out_ << "st.shared" << type(one.bytes) << " [%x], " << values(one.a, one.bytes) << ";\nbar.sync 0;\n";
    other_thread(one.shift);
    in_array(array(), one.bytes, one.multiplier, one.offset);
    out_ << "ld.shared" << type(one.bytes) << " " << values(one.to, one.bytes) << ", [%x];\nbar.sync 0;\n";
  }
  void keep(unsigned from) {
    kept_place();
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

  void write(const std::vector<Statement>& statements) override {
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

};

}  // namespace

std::string ptx_of(const LaunchProgram& program, unsigned file) {
  std::string text = ".version 7.0\n.target sm_80\n.address_size 64\n.extern .shared .align 16 .b8 dynamic[];\n";
  for (const LaunchKernel& kernel : program.kernels)
    if (kernel.file == file) text += constants_text(kernel) + KernelText(kernel).text();
  return text;
}

}  // namespace unibank::test
