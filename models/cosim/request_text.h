// A request in a message.
#pragma once

#include <cstdint>
#include <sstream>
#include <string>

#include "tlm/ports.h"

namespace unibank::rtl {

// "write of 16 bytes at 0x80"
inline std::string request_text(bool write, std::uint64_t address, unsigned length) {
  std::ostringstream text;
  text << (write ? "write" : "read") << " of " << length << " bytes at 0x" << std::hex << address;
  return text.str();
}

inline std::string request_text(const Payload& payload) {
  return request_text(payload.is_write(), payload.get_address(), payload.get_data_length());
}

}  // namespace unibank::rtl
