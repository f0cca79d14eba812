// Artificial kernels for blocks that share scratchpad: random rounds of reads and writes between barriers, lanes and
// warps that end early, and relssp executed lane by lane.
#pragma once

#include <random>
#include <sstream>
#include <string>

namespace unibank::test {

struct SharingKernel {
  std::string text;       // entry `.visible .entry NAME(.param .u64 out, .param .u64 in)`
  unsigned threads = 32;  // of a block
};

// A thread reads in[i] and writes out[i], where i is its number in a one-dimensional grid. Between two barriers, no two
// threads of a block touch a word that one of them writes, and every word is written before it is read. So the results
// do not depend on the schedule.
class SharingKernelMaker {
 public:
  // `releases`: the kernel executes relssp after the last access of each thread. `kept`: how many extra values each
  // thread keeps live from its beginning to its end.
  SharingKernel make(unsigned seed, const std::string& name, bool releases, unsigned kept = 0) {
    random_.seed(seed);
    kept_ = kept;
    text_.str("");
    labels_ = 0;
    kernel_.threads = 20 + below(150);
    words_ = 2 + below(5);
    begin(name);
    for (unsigned round = 0, rounds = 1 + below(4); round < rounds; ++round) {
      play_round();
      if (one_in(3)) end_some();
    }
    if (releases) release();
    for (unsigned i = below(3); i > 0; --i) busy();
    for (unsigned i = 0; i < kept_; ++i) text_ << "mad.lo.u32 %acc, %acc, 3, %k" << i << ";\n";
    text_ << "st.global.u32 [%out], %acc;\nret;\n}\n";
    kernel_.text = text_.str();
    return kernel_;
  }

 private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  bool one_in(unsigned odds) { return below(odds) == 0; }
  std::string label() { return "L" + std::to_string(labels_++); }

  void begin(const std::string& name) {
    text_ << ".visible .entry " << name << "(.param .u64 out, .param .u64 in)\n{\n.shared .align 4 .b8 a["
          << 4 * kernel_.threads << "];\n.shared .align 4 .b8 b[" << 4 * kernel_.threads * words_ << "];\n"
          << ".reg .u32 %me, %cta, %acc, %own, %at, %v, %n, %base_a, %base_b, %mine_a, %mine_b;\n"
          << ".reg .u64 %out, %in, %offset;\n.reg .pred %p, %q;\n"
          << "mov.u32 %me, %tid.x;\nmov.u32 %cta, %ctaid.x;\nmad.lo.u32 %own, %cta, " << kernel_.threads
          << ", %me;\nld.param.u64 %out, [out];\nld.param.u64 %in, [in];\nmul.wide.u32 %offset, %own, 4;\n"
          << "add.u64 %out, %out, %offset;\nadd.u64 %in, %in, %offset;\nld.global.u32 %acc, [%in];\n"
          << "mov.u32 %base_a, a;\nmov.u32 %base_b, b;\nshl.b32 %at, %me, 2;\nadd.u32 %mine_a, %base_a, %at;\n"
          << "add.u32 %mine_b, %base_b, %at;\n";
    if (kept_ != 0) text_ << ".reg .u32 %k<" << kept_ << ">;\n";
    for (unsigned i = 0; i < kept_; ++i) {
      text_ << "ld.global.u32 %k" << i << ", [%in];\nmad.lo.u32 %k" << i << ", %k" << i << ", %k" << i << ", " << i
            << ";\n";
    }
    if (one_in(3)) busy();
    text_ << "st.shared.u32 [%mine_a], %acc;\n";
    for (unsigned word = 0; word < words_; ++word) {
      text_ << "mad.lo.u32 %v, %acc, " << 2 * below(1000) + 1 << ", %own;\nst.shared.u32 [%mine_b+"
            << 4 * kernel_.threads * word << "], %v;\n";
    }
    text_ << "bar.sync 0;\n";
  }

  // All threads read words of other threads, then each writes its own.
  void play_round() {
    for (unsigned i = 1 + below(3); i > 0; --i) read();
    if (kept_ != 0) text_ << "xor.b32 %acc, %acc, %k" << below(kept_) << ";\n";
    text_ << "bar.sync 0;\n";
    if (one_in(2)) busy();
    if (one_in(2)) text_ << "st.shared.u32 [%mine_a], %acc;\n";
    if (one_in(2)) text_ << "st.shared.u32 [%mine_b+" << 4 * kernel_.threads * below(words_) << "], %acc;\n";
    text_ << "bar.sync 0;\n";
  }

  void read() {
    text_ << "mad.lo.u32 %at, %me, " << 1 + below(31) << ", " << below(1000) << ";\nrem.u32 %at, %at, "
          << kernel_.threads << ";\nshl.b32 %at, %at, 2;\n";
    if (one_in(3)) {
      text_ << "add.u32 %at, %at, %base_a;\nld.shared.u32 %v, [%at];\n";
    } else {
      text_ << "add.u32 %at, %at, %base_b;\nld.shared.u32 %v, [%at+" << 4 * kernel_.threads * below(words_) << "];\n";
    }
    text_ << "mad.lo.u32 %acc, %acc, 31, %v;\n";
  }

  // Ends some lanes of every warp, or all threads from some number on, which ends whole warps.
  void end_some() {
    if (one_in(2)) {
      text_ << "and.b32 %v, %me, " << 1 + below(31) << ";\nsetp.eq.u32 %p, %v, " << below(16) << ";\n";
    } else {
      text_ << "setp.ge.u32 %p, %me, " << 1 + below(kernel_.threads) << ";\n";
    }
    if (one_in(2)) {
      text_ << "@%p st.global.u32 [%out], %acc;\n@%p exit;\n";
    } else {
      const std::string on = label();
      text_ << "@!%p bra " << on << ";\nst.global.u32 [%out], %acc;\nexit;\n" << on << ":\n";
    }
  }

  void release() {
    if (one_in(3)) {
      text_ << "relssp;\n";
      return;
    }
    text_ << "and.b32 %v, %me, " << 1 + below(31) << ";\nsetp.ne.u32 %q, %v, 0;\n";
    if (one_in(2)) {
      text_ << "@%q relssp;\n";
      if (one_in(2)) busy();
      if (one_in(3)) text_ << "bar.sync 0;\n";
      text_ << "@!%q relssp;\n";
      return;
    }
    const std::string other = label(), join = label();
    text_ << "@%q bra " << other << ";\nrelssp;\n";
    busy();
    text_ << "bra " << join << ";\n" << other << ":\n";
    busy();
    text_ << "relssp;\n" << join << ":\n";
  }

  // Work of a different length in every lane, or a wait for memory.
  void busy() {
    if (one_in(2)) {
      text_ << "ld.global.u32 %v, [%in];\nadd.u32 %acc, %acc, %v;\n";
      return;
    }
    const std::string again = label();
    text_ << "and.b32 %n, %own, " << 1 + below(15) << ";\n" << again << ":\nmad.lo.u32 %acc, %acc, 5, %n;\n"
          << "setp.eq.u32 %p, %n, 0;\nsub.u32 %n, %n, 1;\n@!%p bra " << again << ";\n";
  }

  std::mt19937 random_;
  std::ostringstream text_;
  SharingKernel kernel_;
  unsigned words_ = 1, labels_ = 0, kept_ = 0;
};

}  // namespace unibank::test
