#include "ptx/support.h"

#include "base/input_error.h"
#include "ptx/parser.h"

namespace unibank::ptx::test {

std::string around(const std::string& body) {
  return ".version 6.4\n.target sm_70\n.address_size 64\n"
         ".global .align 4 .b8 g[64];\n.const .align 4 .b8 c[64];\n"
         ".entry k(.param .u32 n)\n{\n"
         ".reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<9>; .reg .b64 %d<9>;\n"
         ".reg .f32 %f<9>; .reg .f64 %e<9>;\n"
         ".shared .align 4 .b8 s[64];\n.local .align 4 .b8 l[64];\n" +
         body + "\n}\n";
}

Kernel kernel_of(const std::string& body) { return parse(around(body), "k.ptx").kernels.at("k"); }

Instruction instruction_of(const std::string& line) { return kernel_of(line).instructions.at(0); }

std::string refusal(const std::string& text) {
  try {
    parse(text, "k.ptx");
  } catch (const InputError& error) {
    const std::string what = error.what();
    return what.substr(0, what.find('\n'));  // without the line of the source
  }
  return "";
}

std::string body_refusal(const std::string& body) { return refusal(around(body)); }

}  // namespace unibank::ptx::test
