#include "host/random_program.h"

#include <algorithm>
#include <random>
#include <sstream>

namespace unibank {
namespace {

constexpr unsigned kNarrow = 12, kWide = 3, kPredicates = 4, kFunctions = 3;

class Writer {
 public:
  Writer(unsigned seed, Flow flow, unsigned threads) : random_(seed), flow_(flow), threads_(threads) {}

  std::string program() {
    text_ << ".version 7.0\n.target sm_70\n.address_size 64\n";
    if (has_functions()) {
      for (unsigned f = 0; f < kFunctions; ++f) text_ << signature(f) << ";\n";
      for (unsigned f = 0; f < kFunctions; ++f) function(f);
    }
    entry();
    return text_.str();
  }

 private:
  bool has_functions() const { return flow_ == Flow::kCalls || flow_ == Flow::kNestedCalls; }
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  bool one_in(unsigned bound) { return below(bound) == 0; }
  std::string narrow() { return "%r" + std::to_string(below(kNarrow)); }
  std::string wide() { return "%l" + std::to_string(below(kWide)); }
  std::string predicate() { return "%p" + std::to_string(below(kPredicates)); }
  std::string source() { return one_in(4) ? std::to_string(static_cast<int>(below(200)) - 100) : narrow(); }
  std::string label() { return "L" + std::to_string(labels_++); }
  std::string guard(unsigned odds) {
    if (!one_in(odds)) return "";
    return std::string(one_in(2) ? "@!" : "@") + predicate() + " ";
  }

  static std::string name(unsigned f) { return "f" + std::to_string(f); }
  static std::string signature(unsigned f) {
    return ".func (.param .b32 " + name(f) + "_ret) " + name(f) + "(.param .b32 " + name(f) + "_a, .param .b32 " +
           name(f) + "_depth)";
  }

  void declare() {
    text_ << ".reg .b32 %r<" << kNarrow << ">; .reg .b64 %l<" << kWide << ">; .reg .pred %p<" << kPredicates << ">;\n"
          << ".reg .b32 %i, %trace, %fuel, %depth, %t<8>; .reg .b64 %to, %from, %w<4>; .reg .pred %q<4>;\n";
  }
  // Every register has a value that depends on %r0, also those that only some lanes will write again.
  void fill() {
    for (unsigned r = 1; r < kNarrow; ++r)
      text_ << "mad.lo.s32 %r" << r << ", %r" << r - 1 << ", " << 1103515245 + 2 * below(1000) << ", 12345;\n";
    for (unsigned l = 0; l < kWide; ++l) text_ << "mul.wide.u32 %l" << l << ", %r" << l << ", %r" << l + 1 << ";\n";
    for (unsigned p = 0; p < kPredicates; ++p)
      text_ << "setp.lt.s32 %p" << p << ", %r" << p << ", %r" << p + 4 << ";\n";
  }

  void entry() {
    text_ << ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n";
    declare();
    text_ << ".shared .align 4 .b8 exchange[" << 4 * threads_ << "];\n"
          << "ld.param.u64 %to, [out];\nld.param.u64 %from, [in];\n"
          << "mov.u32 %t0, %ctaid.x;\nmov.u32 %t1, %ntid.x;\nmov.u32 %t2, %tid.x;\nmad.lo.s32 %i, %t0, %t1, %t2;\n"
          << "mul.wide.u32 %w0, %i, 4;\nadd.s64 %from, %from, %w0;\nmul.wide.u32 %w0, %i, " << 4 * kRandomOutputs
          << ";\nadd.s64 %to, %to, %w0;\nld.global.u32 %r0, [%from];\nmov.u32 %trace, 1;\nmov.u32 %fuel, 300;\n";
    fill();
    in_entry_ = true;
    if (flow_ == Flow::kUnstructured) blocks(6 + below(20));
    else for (unsigned n = 0; n < 5; ++n) statements(3), exchange();
    store();
    text_ << "ret;\n}\n";
  }

  // A function's budget of statements shrinks with its depth, and its recursion ends when %depth is 0.
  void function(unsigned f) {
    text_ << signature(f) << "\n{\n";
    declare();
    text_ << ".local .align 4 .b8 mine[16];\nld.param.b32 %r0, [" << name(f) << "_a];\nld.param.b32 %depth, ["
          << name(f) << "_depth];\nmov.u32 %trace, " << f << ";\nmov.u32 %fuel, 40;\n";
    fill();
    in_entry_ = false;
    text_ << "st.local.u32 [mine+4], %r3;\n";
    statements(1);
    call();
    text_ << "ld.local.u32 %t0, [mine+4];\nadd.s32 %trace, %trace, %t0;\n";
    give_back(f);
    text_ << "}\n";
    current_ = f + 1;
  }
  void give_back(unsigned f) {
    for (unsigned r = 0; r < kNarrow; ++r) text_ << "mad.lo.s32 %trace, %trace, 31, %r" << r << ";\n";
    text_ << "st.param.b32 [" << name(f) << "_ret], %trace;\nret;\n";
  }

  void store() {
    for (unsigned r = 0; r < kNarrow; ++r) text_ << "st.global.u32 [%to+" << 4 * r << "], %r" << r << ";\n";
    text_ << "st.global.u32 [%to+" << 4 * kNarrow << "], %trace;\n";
    for (unsigned l = 0; l < kWide; ++l) {
      text_ << "shr.u64 %w0, %l" << l << ", 32;\nxor.b64 %w0, %w0, %l" << l
            << ";\ncvt.u32.u64 %t0, %w0;\nst.global.u32 [%to+" << 4 * (kNarrow + 1 + l) << "], %t0;\n";
    }
  }
  // Threads give a value to their neighbour. Those that have ended left an old one behind.
  void exchange() {
    text_ << "mov.u32 %t3, %tid.x;\nshl.b32 %t4, %t3, 2;\nmov.u32 %t5, exchange;\nadd.s32 %t4, %t4, %t5;\n"
          << "st.shared.u32 [%t4], " << narrow() << ";\nbar.sync 0;\nadd.s32 %t3, %t3, " << 1 + below(threads_ - 1)
          << ";\nsetp.ge.u32 %q3, %t3, " << threads_ << ";\n@%q3 sub.s32 %t3, %t3, " << threads_
          << ";\nshl.b32 %t3, %t3, 2;\nadd.s32 %t3, %t3, %t5;\nld.shared.u32 %t6, [%t3];\nxor.b32 " << narrow()
          << ", %t6, " << narrow() << ";\nbar.sync 0;\n";
  }

  void statements(unsigned depth) {
    for (unsigned n = 1 + below(4); n > 0; --n) statement(depth);
  }
  void statement(unsigned depth) {
    const unsigned kind = depth == 0 ? 0 : below(10);
    if (kind == 1 || kind == 2) return branches(depth);
    if (kind == 3) return loop(depth);
    if (kind == 4) return choose(depth);
    if (kind == 5) return leave();
    if (kind >= 6 && kind <= 7 && has_functions()) return call();
    for (unsigned n = 1 + below(4); n > 0; --n) arithmetic();
  }

  void arithmetic() {
    const std::string condition = guard(4);
    text_ << condition;
    switch (below(10)) {
      case 0: text_ << "add.s32 " << narrow() << ", " << narrow() << ", " << source(); break;
      case 1: text_ << "mad.lo.s32 " << narrow() << ", " << narrow() << ", " << source() << ", " << narrow(); break;
      case 2: text_ << "xor.b32 " << narrow() << ", " << narrow() << ", " << source(); break;
      case 3: text_ << "shr.u32 " << narrow() << ", " << narrow() << ", " << below(40); break;
      case 4: text_ << "min.s32 " << narrow() << ", " << narrow() << ", " << source(); break;
      case 5: text_ << "selp.b32 " << narrow() << ", " << narrow() << ", " << source() << ", " << predicate(); break;
      case 6: text_ << "mad.wide.u32 " << wide() << ", " << narrow() << ", " << narrow() << ", " << wide(); break;
      case 7: text_ << "cvt.u32.u64 " << narrow() << ", " << wide(); break;
      case 8: text_ << "mov.b32 " << narrow() << ", " << source(); break;
      default: text_ << "setp." << (one_in(2) ? "lt" : "ge") << ".s32 " << predicate() << ", " << narrow() << ", "
                     << source();
    }
    text_ << ";\n";
  }
  void trace(unsigned number) { text_ << "mad.lo.s32 %trace, %trace, 33, " << number << ";\n"; }

  void branches(unsigned depth) {
    const std::string otherwise = label(), end = label();
    text_ << (one_in(2) ? "@!" : "@") << predicate() << " bra " << otherwise << ";\n";
    trace(labels_);
    statements(depth - 1);
    text_ << "bra" << (one_in(2) ? ".uni " : " ") << end << ";\n" << otherwise << ":\n";
    if (one_in(2)) statements(depth - 1);
    text_ << end << ":\n";
  }
  // A counter of its own, so that nothing in the body changes it.
  void loop(unsigned depth) {
    const std::string head = label(), end = label(), count = "%c" + std::to_string(counters_++);
    text_ << "{ .reg .b32 " << count << "; .reg .pred %more;\nand.b32 " << count << ", " << narrow() << ", 7;\n" << head
          << ":\n";
    trace(labels_);
    ends_.push_back(end);
    statements(depth - 1);
    ends_.pop_back();
    text_ << "sub.s32 " << count << ", " << count << ", 1;\nsetp.ge.s32 %more, " << count << ", 0;\n@%more bra " << head
          << ";\n" << end << ":\n}\n";
  }
  void choose(unsigned depth) {
    const unsigned cases = 2 + below(3);
    const std::string end = label(), table = "T" + std::to_string(labels_++);
    std::string targets;
    std::vector<std::string> labels;
    for (unsigned c = 0; c < cases; ++c) labels.push_back(label());
    for (const std::string& target : labels) targets += (targets.empty() ? "" : ", ") + target;
    if (one_in(3)) targets += ", " + labels[0];
    const std::size_t entries = static_cast<std::size_t>(std::count(targets.begin(), targets.end(), ',')) + 1;
    text_ << "and.b32 %t7, " << narrow() << ", 7;\nmin.u32 %t7, %t7, " << entries - 1 << ";\n";
    text_ << table << ": .branchtargets " << targets << ";\nbrx.idx %t7, " << table << ";\n";
    for (const std::string& target : labels) {
      text_ << target << ":\n";
      trace(labels_);
      statements(depth - 1);
      if (!one_in(4)) text_ << "bra " << end << ";\n";  // else it falls into the next case
    }
    text_ << end << ":\n";
  }
  // Out of the innermost loop, or out of everything.
  void leave() {
    const std::string on = label();
    text_ << "setp.gt.s32 %q0, " << narrow() << ", " << 1500000000 << ";\n";
    if (!ends_.empty() && !one_in(3)) {
      text_ << "@%q0 bra " << ends_.back() << ";\n";
      return;
    }
    text_ << "@!%q0 bra " << on << ";\n";
    if (in_entry_) {
      store();
      text_ << "exit;\n";
    } else {
      give_back(current_);
    }
    text_ << on << ":\n";
  }
  void call() {
    const bool nested = flow_ == Flow::kNestedCalls && !in_entry_;
    if (nested && current_ == 0) return arithmetic();
    const unsigned callee = in_entry_ ? below(kFunctions)
                            : nested  ? below(current_)
                                      : below(std::min(current_ + 2, kFunctions));
    const std::string over = label();
    std::string condition;  // a call that did not happen has no result to load
    if (in_entry_) {
      text_ << "and.b32 %t0, " << narrow() << ", 3;\n";
    } else {
      text_ << "setp.eq.s32 %q1, %depth, 0;\n@%q1 bra " << over << ";\nsub.s32 %t0, %depth, 1;\n";
    }
    text_ << "{\n.param .b32 a; .param .b32 d; .param .b32 back;\nst.param.b32 [a], " << narrow()
          << ";\nst.param.b32 [d], %t0;\n";
    if (!nested && one_in(4)) {
      const std::string prototype = "P" + std::to_string(labels_++), other = name(below(callee + 1));
      text_ << "mov.u64 %w1, " << name(callee) << ";\nmov.u64 %w2, " << other << ";\nselp.b64 %w1, %w1, %w2, "
            << predicate() << ";\n"
            << prototype << ": .callprototype (.param .b32 _) _ (.param .b32 _, .param .b32 _);\n"
            << "call (back), %w1, (a, d), " << prototype << ";\n";
    } else {
      condition = guard(8);
      text_ << condition << "call" << (one_in(2) ? ".uni" : "") << " (back), " << name(callee) << ", (a, d);\n";
    }
    text_ << condition << "ld.param.b32 " << narrow() << ", [back];\n}\n" << over << ":\n";
  }

  // Each block pays, so that any graph ends.
  void blocks(unsigned count) {
    for (unsigned b = 0; b < count; ++b) {
      text_ << "B" << b << ":\nsub.s32 %fuel, %fuel, 1;\nsetp.lt.s32 %q2, %fuel, 0;\n@%q2 bra END;\n";
      trace(b);
      for (unsigned n = below(4); n > 0; --n) arithmetic();
      const unsigned kind = below(8);
      if (kind < 5) text_ << (one_in(2) ? "@!" : "@") << predicate() << " bra B" << below(count) << ";\n";
      if (kind == 5) text_ << "bra B" << below(count) << ";\n";
      if (kind == 6) targets(b, count);
    }
    text_ << "END:\n";
  }
  void targets(unsigned block, unsigned count) {
    text_ << "and.b32 %t7, " << narrow() << ", 3;\nT" << block << ": .branchtargets B" << below(count) << ", B"
          << below(count) << ", B" << below(count) << ", END;\nbrx.idx %t7, T" << block << ";\n";
  }

  std::mt19937 random_;  // its sequence is fixed by the standard
  Flow flow_;
  unsigned threads_, labels_ = 0, counters_ = 0, current_ = 0;
  bool in_entry_ = false;
  std::vector<std::string> ends_;
  std::ostringstream text_;
};

}  // namespace

std::string random_program(unsigned seed, Flow flow, unsigned threads) { return Writer(seed, flow, threads).program(); }

}  // namespace unibank
