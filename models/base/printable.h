// Text from files and command lines, made safe for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace unibank {

// Writes control characters (also those that UTF-8 encodes in two bytes, and those that change the direction of text)
// and bytes that are no UTF-8 as \x1b; line breaks and tabs as \n and \t.
std::string printable(std::string_view text);
// Makes text of several lines printable; line breaks and tabs are kept.
std::string printable_lines(std::string_view text);
// The bytes of the first character if printable() keeps it; 0 if not, or if there is none.
std::size_t printable_length(std::string_view text);

}  // namespace unibank
