#include "pressure_kernel.h"

#include <random>
#include <vector>

namespace unibank {
namespace {

class PressureWriter {
 public:
  PressureWriter(unsigned seed, const Pressure& pressure) : engine_(seed), size_(pressure) {}

  std::string text() {
    begin();
    if (size_.structured) {
      structured();
    } else {
      for (unsigned block = 0; block < size_.blocks; ++block) unstructured(block);
    }
    write_all();
    return text_ + "ret;\n}\n";
  }

 private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(engine_() % bound); }
  bool one_in(unsigned bound) { return below(bound) == 0; }
  std::string pick(const char* prefix, unsigned count) { return prefix + std::to_string(below(count)); }
  std::string word() { return pick("%w", size_.words); }
  std::string pair() { return pick("%x", size_.pairs); }
  std::string half() { return pick("%h", size_.halves); }
  std::string predicate() { return pick("%p", size_.predicates); }
  std::string number() { return std::to_string(below(100000)); }
  void line(const std::string& what) { text_ += what + ";\n"; }
  std::string guard() { return one_in(4) ? (one_in(2) ? "@" : "@!") + predicate() + " " : ""; }
  static std::string reg(const char* prefix, unsigned i) { return prefix + std::to_string(i); }

  void begin() {
    text_ = ".version 6.0\n.target sm_70\n.address_size 64\n"
            ".visible .entry k(.param .u64 out, .param .u64 in, .param .u32 scale)\n{\n"
            ".reg .b32 %w<" + std::to_string(size_.words) + ">; .reg .b64 %x<" + std::to_string(size_.pairs) + ">;\n"
            ".reg .b16 %h<" + std::to_string(size_.halves) + ">; .reg .pred %p<" + std::to_string(size_.predicates) +
            ">;\n.reg .pred %q; .reg .b32 %tid, %fuel, %i<8>, %bit, %scale, %k<4>; .reg .b64 %out, %in, %o, %n;\n";
    line("mov.u32 %tid, %tid.x");
    line("ld.param.u64 %o, [out]");
    line("cvta.to.global.u64 %out, %o");
    line("ld.param.u64 %n, [in]");
    line("cvta.to.global.u64 %in, %n");
    line("ld.param.u32 %scale, [scale]");
    line("mad.wide.u32 %out, %tid, " + std::to_string(kPressureBytes) + ", %out");
    line("mad.wide.u32 %in, %tid, 32, %in");
    for (unsigned i = 0; i < 4; ++i) line("mov.u32 " + reg("%k", i) + ", " + number());
    line("mov.u32 %fuel, 60");
    const auto from_thread = [&](const std::string& what) { line(what + ", %tid, " + number() + ", " + number()); };
    for (unsigned i = 0; i < size_.words; ++i) from_thread("mad.lo.u32 " + reg("%w", i));
    for (unsigned i = 0; i < size_.pairs; ++i) from_thread("mad.wide.u32 " + reg("%x", i));
    for (unsigned i = 0; i < size_.halves; ++i) line("cvt.u16.u32 " + reg("%h", i) + ", %w0");
    for (unsigned i = 0; i < size_.predicates; ++i) {
      line("bfe.u32 %bit, %tid, " + std::to_string(i % 5) + ", 1");
      line("setp.eq.u32 " + reg("%p", i) + ", %bit, 1");
    }
  }

  void one_instruction() {
    const std::string g = guard();
    switch (below(18)) {
      case 0: return line(g + "add.u32 " + word() + ", " + word() + ", " + word());
      case 1: return line(g + "mad.lo.u32 " + word() + ", " + word() + ", " + word() + ", " + word());
      case 2: return line(g + "xor.b64 " + pair() + ", " + pair() + ", " + pair());
      case 3: return line(g + "mad.wide.u32 " + pair() + ", " + word() + ", " + word() + ", " + pair());
      case 4: return line(g + "add.u16 " + half() + ", " + half() + ", " + half());
      case 5: return line(g + "setp.lt.u32 " + predicate() + ", " + word() + ", " + word());
      case 6: return line(g + "setp.gt.and.u64 " + predicate() + ", " + pair() + ", " + pair() + ", " + predicate());
      case 7: return line(g + "selp.b32 " + word() + ", " + word() + ", " + word() + ", " + predicate());
      case 8: return line(g + "mov.b32 " + word() + ", " + word());
      case 9: return line(g + "mov.b64 " + pair() + ", {" + word() + ", " + word() + "}");
      case 10: return line(g + "mov.b64 {%w0, %w1}, " + pair());
      case 11: return line(g + "ld.global.v4.u32 {%w0, %w1, %w2, %w3}, [%in]");
      case 12: return line(g + "ld.global.v2.u64 {%x0, %x1}, [%in+16]");
      case 13: return line(g + "st.global.v2.u64 [%out+1984], {%x0, " + pair() + "}");
      case 14: return line(g + "cvt.u16.u32 " + half() + ", " + word());
      case 15: return line(g + "mad.lo.u32 " + word() + ", " + word() + ", %scale, " + pick("%k", 4));
      case 16:
        line("add.cc.u32 " + word() + ", " + word() + ", " + word());
        return line("addc.u32 " + word() + ", " + word() + ", " + word());
      default: return line(g + "atom.global.add.u32 " + word() + ", [%out+1980], " + word());
    }
  }
  void some_instructions() {
    for (unsigned i = 1 + below(size_.instructions); i > 0; --i) one_instruction();
  }

  // Every block uses a unit of fuel, so that all threads end.
  void unstructured(unsigned block) {
    text_ += "B" + std::to_string(block) + ":\n";
    line("sub.u32 %fuel, %fuel, 1");
    line("setp.eq.u32 %q, %fuel, 0");
    line("@%q bra END");
    some_instructions();
    line((one_in(2) ? "@" : "@!") + predicate() + " bra B" + std::to_string(below(size_.blocks)));
    if (one_in(3)) {
      some_instructions();
      line("@" + predicate() + " bra B" + std::to_string(below(size_.blocks)));
    }
    if (block + 1 == size_.blocks) text_ += "END:\n";
  }

  void structured() {
    for (unsigned loop = 0; loop < size_.blocks; ++loop) {
      const unsigned depth = 1 + below(3);
      for (unsigned level = 0; level < depth; ++level) {
        some_instructions();
        line("and.b32 " + reg("%i", level) + ", " + word() + ", 3");
        text_ += "L" + std::to_string(loop) + "_" + std::to_string(level) + ":\n";
      }
      for (unsigned level = depth; level-- > 0;) {
        some_instructions();
        line("add.u32 " + reg("%i", level) + ", " + reg("%i", level) + ", 1");
        line("setp.lt.u32 %q, " + reg("%i", level) + ", 4");
        line("@%q bra L" + std::to_string(loop) + "_" + std::to_string(level));
      }
    }
  }

  void write_all() {
    unsigned offset = 0;
    const auto store = [&](const char* prefix, unsigned count, const std::string& type, unsigned bytes) {
      for (unsigned i = 0; i < count; ++i, offset += bytes)
        line("st.global." + type + " [%out+" + std::to_string(offset) + "], " + reg(prefix, i));
    };
    store("%x", size_.pairs, "u64", 8);
    store("%w", size_.words, "u32", 4);
    store("%h", size_.halves, "u16", 2);
    offset = (offset + 3) / 4 * 4;
    for (unsigned i = 0; i < size_.predicates; ++i, offset += 4) {
      line("selp.u32 %bit, 1, 0, " + reg("%p", i));
      line("st.global.u32 [%out+" + std::to_string(offset) + "], %bit");
    }
  }

  std::mt19937 engine_;  // its sequence is fixed by the standard
  const Pressure size_;
  std::string text_;
};

}  // namespace

std::string pressure_kernel(unsigned seed, const Pressure& pressure) { return PressureWriter(seed, pressure).text(); }

}  // namespace unibank
