// Text from files and command lines, made safe for a terminal.
#pragma once

#include <string>
#include <string_view>

namespace unibank {

// Writes control characters, also those that UTF-8 encodes in two bytes, as \x1b; line breaks and tabs as \n and \t.
std::string printable(std::string_view text);
// Makes text of several lines printable; line breaks and tabs are kept.
std::string printable_lines(std::string_view text);

}  // namespace unibank
