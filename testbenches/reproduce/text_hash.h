#pragma once

#include <string>
#include <string_view>

namespace unibank {

// FNV-1a of 64 bits, as 16 hexadecimal digits.
std::string text_hash(std::string_view text);

}  // namespace unibank
