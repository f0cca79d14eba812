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

// One text with the header of the first part and, of all parts, the variables, then the heads of the functions, then
// the bodies. Of a .weak or .common name one definition stays. A name that is local to a part becomes another one where
// several parts have it. What is .extern and defined nowhere stays .extern: parse() refuses the bodies that use it.
// Throws InputError for text that is not PTX, for a name that two parts define and for addresses of different widths.
std::string linked_text(const std::vector<TextPart>& parts);

}  // namespace unibank::ptx
