// Messages between a program and its model: a sequence of plain values, and texts with their length. Both sides are of
// the same build, so messages contain no version.
#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace unibank::exec {

// Thrown when a message is shorter than expected: the other side is of another build, or faulty.
class BadMessage : public std::runtime_error {
 public:
  BadMessage() : std::runtime_error("a message between program and model ends too early") {}
};

class Packed {
 public:
  template <typename Value>
  Packed& put(const Value& value) {
    static_assert(std::is_trivially_copyable_v<Value>, "a message has plain values");
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    return *this;
  }
  Packed& text(std::string_view text) {
    put<std::uint64_t>(text.size());
    bytes_.append(text);
    return *this;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

class Unpacked {
 public:
  explicit Unpacked(std::string_view bytes) : left_(bytes) {}
  template <typename Value>
  Value get() {
    static_assert(std::is_trivially_copyable_v<Value>, "a message has plain values");
    Value value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::string text() { return std::string(take(get<std::uint64_t>())); }

 private:
  std::string_view take(std::uint64_t count) {
    if (count > left_.size()) throw BadMessage();
    const std::string_view taken = left_.substr(0, count);
    left_.remove_prefix(count);
    return taken;
  }
  std::string_view left_;
};

}  // namespace unibank::exec
