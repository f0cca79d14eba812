// Joins the parts of relocatable device code (nvcc -rdc=true) to one PTX text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace unibank::ptx {

struct TextPart {
  std::string_view text;
  std::string name;  // for messages
};

// The joined text: the header of the first part, then the variables of all parts, the heads of their functions, and the
// bodies. One of several definitions of a .weak or .common name is kept. A name that is local in several parts is
// renamed. An .extern name that no part defines remains .extern: parse() refuses the bodies that use it. Throws
// InputError for text that is not PTX, for a name that two parts define and for addresses of different widths.
std::string linked_text(const std::vector<TextPart>& parts);

}  // namespace unibank::ptx
