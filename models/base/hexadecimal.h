// Addresses in messages and files.
#pragma once

#include <cstdint>
#include <string>

namespace unibank {

std::string hexadecimal(std::uint64_t value);  // "0x1f00"

}  // namespace unibank
