// A request in a message.
#pragma once

#include <cstdint>
#include <sstream>
#include <string>

#include "base/types.h"
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

// The last request that a block has taken, for a difference that shows itself in counts only.
struct LastRequest {
  bool any = false, write = false;
  std::uint64_t address = 0;
  unsigned length = 0;
  Cycle arrival = 0;

  void is(const Payload& payload, Cycle at) {
    *this = {true, payload.is_write(), payload.get_address(), payload.get_data_length(), at};
  }
};

// "after the write of 16 bytes at 0x80, which came in cycle 7: "
inline std::string after(const LastRequest& last) {
  if (!last.any) return "before any request: ";
  return "after the " + request_text(last.write, last.address, last.length) + ", which came in cycle " +
         std::to_string(last.arrival) + ": ";
}

}  // namespace unibank::rtl
