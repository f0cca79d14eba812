// The parts of the Concise Binary Object Representation (RFC 8949) that FTR files need.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace unibank::wave {

class Cbor {
 public:
  const std::string& bytes() const { return bytes_; }
  std::size_t size() const { return bytes_.size(); }
  void clear() { bytes_.clear(); }

  void number(std::uint64_t value) { head(0, value); }
  void negative(std::uint64_t distance) { head(1, distance - 1); }  // the number -distance
  void raw(std::string_view bytes) { text_of(2, bytes); }
  void text(std::string_view utf8) { text_of(3, utf8); }
  void array(std::uint64_t length) { head(4, length); }
  void map(std::uint64_t pairs) { head(5, pairs); }
  void tag(std::uint64_t of_the_next) { head(6, of_the_next); }
  // An array whose length is not known yet, up to end_array().
  void begin_array() { bytes_ += '\x9f'; }
  void end_array() { bytes_ += '\xff'; }

 private:
  void head(unsigned type, std::uint64_t value) {
    if (value < 24) return byte(type << 5 | static_cast<unsigned>(value));
    const unsigned longer = value < 1u << 8 ? 0 : value < 1u << 16 ? 1 : value >> 32 == 0 ? 2 : 3;
    byte(type << 5 | (24 + longer));
    for (unsigned left = 8u << longer; left != 0; left -= 8) byte(static_cast<unsigned>(value >> (left - 8) & 0xff));
  }
  void byte(unsigned value) { bytes_ += static_cast<char>(value); }
  void text_of(unsigned type, std::string_view text) {
    head(type, text.size());
    bytes_ += text;
  }

  std::string bytes_;
};

}  // namespace unibank::wave
