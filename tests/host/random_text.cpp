#include "host/random_text.h"

namespace unibank {

void RandomText::declare() {
  text_ << ".reg .b32 %r<" << kNarrow << ">; .reg .b64 %l<" << kWide << ">; .reg .pred %p<" << kPredicates << ">;\n"
        << ".reg .b32 %i, %trace, %fuel, %depth, %t<8>; .reg .b64 %to, %from, %w<4>; .reg .pred %q<4>;\n";
}

void RandomText::fill() {
  for (unsigned r = 1; r < kNarrow; ++r)
    text_ << "mad.lo.s32 %r" << r << ", %r" << r - 1 << ", " << 1103515245 + 2 * below(1000) << ", 12345;\n";
  for (unsigned l = 0; l < kWide; ++l) text_ << "mul.wide.u32 %l" << l << ", %r" << l << ", %r" << l + 1 << ";\n";
  for (unsigned p = 0; p < kPredicates; ++p)
    text_ << "setp.lt.s32 %p" << p << ", %r" << p << ", %r" << p + 4 << ";\n";
}

void RandomText::arithmetic() {
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

}  // namespace unibank
