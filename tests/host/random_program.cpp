#include "host/random_program.h"

#include <algorithm>
#include <vector>

#include "host/random_syncs.h"

namespace unibank {
namespace {

constexpr unsigned kFunctions = 3;

class ProgramWriter : RandomSyncs {
 public:
  ProgramWriter(unsigned seed, Flow flow, unsigned threads, Syncs syncs, Undefined undefined)
      : RandomSyncs(seed), flow_(flow), threads_(threads), syncs_(syncs == Syncs::kParts) {
    avoids_undefined_ = undefined == Undefined::kAvoided;
  }

  std::string program() {
    text_ << ".version 7.0\n.target sm_" << (syncs_ ? 80 : 70) << "\n.address_size 64\n";
    if (has_functions()) {
      for (unsigned f = 0; f < kFunctions; ++f) text_ << signature(f) << ";\n";
      for (unsigned f = 0; f < kFunctions; ++f) function(f);
    }
    entry();
    return text_.str();
  }

 private:
  bool has_functions() const { return flow_ == Flow::kCalls || flow_ == Flow::kNestedCalls; }
  static std::string name(unsigned f) { return "f" + std::to_string(f); }
  std::string signature(unsigned f) const {
    return ".func (.param .b32 " + name(f) + "_ret) " + name(f) + "(.param .b32 " + name(f) + "_a, .param .b32 " +
           name(f) + "_depth" + (syncs_ ? ", .param .b32 " + name(f) + "_members)" : ")");
  }

  void entry() {
    text_ << ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n";
    declare();
    text_ << ".shared .align 4 .b8 exchange[" << 4 * threads_ << "];\n"
          << "ld.param.u64 %to, [out];\nld.param.u64 %from, [in];\n"
          << "mov.u32 %t0, %ctaid.x;\nmov.u32 %t1, %ntid.x;\nmov.u32 %t2, %tid.x;\nmad.lo.s32 %i, %t0, %t1, %t2;\n"
          << "mul.wide.u32 %w0, %i, 4;\nadd.s64 %from, %from, %w0;\nmul.wide.u32 %w0, %i, " << 4 * kRandomOutputs
          << ";\nadd.s64 %to, %to, %w0;\nld.global.u32 %r0, [%from];\nmov.u32 %trace, 1;\nmov.u32 %fuel, 300;\n";
    if (avoids_undefined_) clear_exchange();
    fill();
    in_entry_ = true;
    if (syncs_) declare_masks(), text_ << "mov.b32 %members, -1;\n";
    if (flow_ == Flow::kUnstructured) blocks(6 + below(20));
    else for (unsigned n = 0; n < 5; ++n) statements(3), exchange();
    if (syncs_) text_ << "FAR:\n";
    store();
    text_ << "ret;\n}\n";
  }

  // A function's statements are nested less deeply than the entry's; recursion ends when %depth is 0.
  void function(unsigned f) {
    text_ << signature(f) << "\n{\n";
    declare();
    text_ << ".local .align 4 .b8 mine[16];\nld.param.b32 %r0, [" << name(f) << "_a];\nld.param.b32 %depth, ["
          << name(f) << "_depth];\nmov.u32 %trace, " << f << ";\nmov.u32 %fuel, 40;\n";
    fill();
    in_entry_ = false;
    if (syncs_) declare_masks(), text_ << "ld.param.b32 %members, [" << name(f) << "_members];\n";
    text_ << "st.local.u32 [mine+4], %r3;\n";
    statements(1);
    call();
    if (syncs_) text_ << "FAR:\n";
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
  void clear_exchange() {
    text_ << "shl.b32 %t2, %t2, 2;\nmov.u32 %t5, exchange;\nadd.s32 %t5, %t5, %t2;\nst.shared.u32 [%t5], 0;\n"
          << "bar.sync 0;\n";
  }
  // Threads pass a value to another thread. A thread that has ended leaves its old value there.
  void exchange() {
    const std::string before = std::to_string(syncs_ ? 64u << below(24) : 0);  // the base lies before the array
    const bool moved = syncs_ && !avoids_undefined_;
    const std::string base = moved ? "exchange+-" + before : "exchange", offset = moved ? "+" + before : "";
    text_ << "mov.u32 %t3, %tid.x;\nshl.b32 %t4, %t3, 2;\nmov.u32 %t5, " << base << ";\nadd.s32 %t4, %t4, %t5;\n"
          << "st.shared.u32 [%t4" << offset << "], " << narrow() << ";\nbar.sync 0;\n"
          << "add.s32 %t3, %t3, " << 1 + below(threads_ - 1) << ";\nsetp.ge.u32 %q3, %t3, " << threads_
          << ";\n@%q3 sub.s32 %t3, %t3, " << threads_ << ";\nshl.b32 %t3, %t3, 2;\nadd.s32 %t3, %t3, %t5;\n"
          << "ld.shared.u32 %t6, [%t3" << offset << "];\nxor.b32 " << narrow() << ", %t6, " << narrow()
          << ";\nbar.sync 0;\n";
  }

  void statements(unsigned depth) {
    for (unsigned n = 1 + below(4); n > 0; --n) statement(depth);
  }
  void statement(unsigned depth) {
    if (syncs_ && one_in(2)) return one_in(4) ? stray() : sync();
    const unsigned kind = depth == 0 ? 0 : below(10);
    if (kind == 1 || kind == 2) return branches(depth);
    if (kind == 3) return loop(depth);
    if (kind == 4) return choose(depth);
    if (kind == 5) return leave();
    if (kind >= 6 && kind <= 7 && has_functions()) return call();
    for (unsigned n = 1 + below(4); n > 0; --n) arithmetic();
  }

  void branches(unsigned depth) {
    const std::string otherwise = label(), end = label(), taken = new_mask(), others = new_mask();
    const std::string not_or_not = one_in(2) ? "!" : "", condition = not_or_not + predicate();
    if (syncs_) {
      text_ << "{ .reg .b32 " << taken << ", " << others << ";\n";
      ballot(taken, condition, mask_);
      text_ << "xor.b32 " << others << ", " << taken << ", " << mask_ << ";\n";
    }
    text_ << "@" << condition << " bra " << otherwise << ";\n";
    trace(labels_);
    statements_of(others, depth - 1);
    text_ << "bra" << (one_in(2) ? ".uni " : " ") << end << ";\n" << otherwise << ":\n";
    if (one_in(2)) statements_of(taken, depth - 1);
    text_ << end << ":\n" << (syncs_ ? "}\n" : "");
  }
  void statements_of(std::string mask, unsigned depth) {
    mask_.swap(mask);
    statements(depth);
    mask_.swap(mask);
  }
  // Each loop has its own counter, so that nothing in the body changes it.
  void loop(unsigned depth) {
    const std::string head = label(), end = label(), count = "%c" + std::to_string(counters_++);
    const std::string inside = new_mask();
    text_ << "{ .reg .b32 " << count << "; .reg .pred %more;\nand.b32 " << count << ", " << narrow() << ", 7;\n";
    if (syncs_) text_ << ".reg .b32 " << inside << ";\nmov.b32 " << inside << ", " << mask_ << ";\n";
    text_ << head << ":\n";
    trace(labels_);
    loops_.push_back({end, inside});
    statements_of(inside, depth - 1);
    loops_.pop_back();
    text_ << "sub.s32 " << count << ", " << count << ", 1;\nsetp.ge.s32 %more, " << count << ", 0;\n";
    if (syncs_) ballot(inside, "%more", inside);
    text_ << "@%more bra " << head << ";\n" << end << ":\n}\n";
  }
  void choose(unsigned depth) {
    const unsigned cases = 2 + below(3);
    const std::string end = label(), table = "T" + std::to_string(labels_++);
    std::string targets;
    std::vector<std::string> labels;
    for (unsigned c = 0; c < cases; ++c) labels.push_back(label());
    for (const std::string& target : labels) targets += (targets.empty() ? "" : ", ") + target;
    const bool twice = one_in(3);
    if (twice) targets += ", " + labels[0];
    const std::size_t entries = static_cast<std::size_t>(std::count(targets.begin(), targets.end(), ',')) + 1;
    text_ << "and.b32 %t7, " << narrow() << ", 7;\nmin.u32 %t7, %t7, " << entries - 1 << ";\n";
    const std::string mask = new_mask();
    if (syncs_) masks_of_cases(mask, twice ? entries - 1 : entries);
    text_ << table << ": .branchtargets " << targets << ";\nbrx.idx %t7, " << table << ";\n";
    for (const std::string& target : labels) {
      text_ << target << ":\n";
      trace(labels_);
      statements_of(mask, depth - 1);
      if (syncs_ || !one_in(4)) text_ << "bra " << end << ";\n";  // else it falls into the next case
    }
    text_ << end << ":\n" << (syncs_ ? "}\n" : "");
  }
  // The last target may be the first one again.
  void masks_of_cases(const std::string& mask, std::size_t cases) {
    text_ << "{ .reg .b32 " << mask << ";\nsetp.ge.u32 %q1, %t7, " << cases << ";\nselp.b32 %t6, 0, %t7, %q1;\n"
          << "match.any.sync.b32 " << mask << ", %t6, " << mask_ << ";\n";
  }
  // Leaves the innermost loop, or everything. A thread that leaves a region alone must tell the others: with masks,
  // lanes leave a loop or a function only from its outermost statements.
  void leave() {
    const std::string on = label();
    const bool of_loop = !loops_.empty() && (!syncs_ || loops_.back().mask == mask_);
    text_ << "setp.gt.s32 %q0, " << narrow() << ", " << 1500000000 << ";\n";
    if (of_loop && !one_in(3)) {
      if (syncs_) ballot("%g0", "%q0", mask_);
      text_ << "@%q0 bra " << loops_.back().end << ";\n";
      if (syncs_) remove(mask_, "%g0");
      return;
    }
    const bool tells = syncs_ && !in_entry_;
    if (tells && mask_ != "%members") return arithmetic();
    if (tells) ballot("%g0", "%q0", mask_);
    text_ << "@!%q0 bra " << on << ";\n";
    if (in_entry_) {
      store();
      text_ << "exit;\n";
    } else {
      give_back(current_);
    }
    text_ << on << ":\n";
    if (tells) remove(mask_, "%g0");
  }
  void call() {
    const bool nested = flow_ == Flow::kNestedCalls && !in_entry_;
    if (nested && current_ == 0) return arithmetic();
    const unsigned callee = in_entry_ ? below(kFunctions)
                            : nested  ? below(current_)
                                      : below(std::min(current_ + 2, kFunctions));
    const std::string over = label();
    std::string condition;  // the result is loaded only if the call happened
    if (in_entry_) {
      text_ << "and.b32 %t0, " << narrow() << ", 3;\n";
      if (syncs_) text_ << "mov.b32 %g2, " << mask_ << ";\nbar.warp.sync %g2;\n";
    } else {
      text_ << "setp.eq.s32 %q1, %depth, 0;\n";
      if (syncs_) ballot("%g2", "!%q1", mask_);
      text_ << "@%q1 bra " << over << ";\nsub.s32 %t0, %depth, 1;\n";
    }
    text_ << "{\n.param .b32 a; .param .b32 d; .param .b32 back;\nst.param.b32 [a], " << narrow()
          << ";\nst.param.b32 [d], %t0;\n";
    if (syncs_) text_ << ".param .b32 m;\n";
    const std::string arguments = syncs_ ? "(a, d, m)" : "(a, d)";
    if (!nested && one_in(4)) {
      const std::string prototype = "P" + std::to_string(labels_++), other = name(below(callee + 1));
      text_ << "mov.u64 %w1, " << name(callee) << ";\nmov.u64 %w2, " << other << ";\nselp.b64 %w1, %w1, %w2, "
            << predicate() << ";\n";
      if (syncs_) text_ << "match.any.sync.b64 %g2, %w1, %g2;\nst.param.b32 [m], %g2;\n";
      text_ << prototype << ": .callprototype (.param .b32 _) _ (.param .b32 _, .param .b32 _"
            << (syncs_ ? ", .param .b32 _);\n" : ");\n") << "call (back), %w1, " << arguments << ", " << prototype
            << ";\n";
    } else {
      condition = guard(8);
      if (syncs_ && !condition.empty()) ballot("%g2", condition.substr(1, condition.size() - 2), "%g2");
      if (syncs_) text_ << "st.param.b32 [m], %g2;\n";
      text_ << condition << "call" << (one_in(2) ? ".uni" : "") << " (back), " << name(callee) << ", " << arguments
            << ";\n";
    }
    text_ << "ld.param.b32 %t0, [back];\n" << condition << "mov.b32 " << narrow() << ", %t0;\n}\n" << over << ":\n";
  }

  // Each block uses up budget, so that any graph ends. Lanes that are to meet at .sync instructions take every branch
  // together.
  void blocks(unsigned count) {
    if (syncs_) form_groups();
    for (unsigned b = 0; b < count; ++b) {
      text_ << "B" << b << ":\nsub.s32 %fuel, %fuel, 1;\nsetp.lt.s32 %q2, %fuel, 0;\n@%q2 bra END;\n";
      trace(b);
      for (unsigned n = below(4); n > 0; --n) arithmetic();
      for (unsigned n = syncs_ ? below(4) : 0; n > 0; --n) one_in(3) ? stray() : sync();
      const unsigned kind = below(8);
      if (kind < 5) jump(count);
      if (kind == 5) text_ << "bra B" << below(count) << ";\n";
      if (kind == 6) targets(b, count);
    }
    text_ << "END:\n";
  }
  void agree(const std::string& condition) {
    text_ << "vote.sync.any.pred " << condition << ", " << condition << ", %members;\n";
  }
  void jump(unsigned count) {
    const std::string not_or_not = one_in(2) ? "!" : "", condition = predicate();
    if (syncs_) agree(condition);
    text_ << "@" << not_or_not << condition << " bra B" << below(count) << ";\n";
  }
  void targets(unsigned block, unsigned count) {
    text_ << "and.b32 %t7, " << narrow() << ", 3;\n";
    if (syncs_) {
      text_ << "and.b32 %t6, %t7, 1;\nsetp.eq.u32 %q0, %t6, 1;\nsetp.ge.u32 %q1, %t7, 2;\n";
      agree("%q0");
      agree("%q1");
      text_ << "selp.b32 %t6, 1, 0, %q0;\nselp.b32 %t7, 2, 0, %q1;\nadd.u32 %t7, %t7, %t6;\n";
    }
    text_ << "T" << block << ": .branchtargets B" << below(count) << ", B"
          << below(count) << ", B" << below(count) << ", END;\nbrx.idx %t7, T" << block << ";\n";
  }

  struct Loop {
    std::string end, mask;
  };
  Flow flow_;
  unsigned threads_, counters_ = 0, current_ = 0;
  bool syncs_, in_entry_ = false;
  std::vector<Loop> loops_;
};

}  // namespace

std::string random_program(unsigned seed, Flow flow, unsigned threads, Syncs syncs, Undefined undefined) {
  return ProgramWriter(seed, flow, threads, syncs, undefined).program();
}

}  // namespace unibank
