// TOML with deeply nested values of every kind, alone and inside of the input text, which determines kind and depth, is
// read or refused with a syntax error. The stack must never overflow.
#include <cstddef>
#include <cstdint>
#include <string>

#include "fuzz/target.h"
#include "toml/value.h"

namespace {

// A hash that is the same on every machine.
std::uint64_t digest(const std::string& text) {
  std::uint64_t value = 0xcbf29ce484222325u;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return value ^ value >> 29;
}

std::string times(std::size_t count, const char* text) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

std::string nested(std::uint64_t kind, std::size_t depth) {
  switch (kind % 6) {
    case 0: return times(depth, "a.") + "a = 1\n";
    case 1: return "a = " + times(depth, "[") + times(depth, "]") + "\n";
    case 2: return "a = " + times(depth, "{a = ") + "1" + times(depth, "}") + "\n";
    case 3: return "[" + times(depth, "a.") + "a]\n";
    case 4: return "[[" + times(depth, "a.") + "a]]\n";
    default: return "a = " + times(depth, "[\n") + times(depth / 2, "{a = ");  // has no end
  }
}

void parse(const std::string& text) {
  try {
    unibank::toml_tree::parse(text);
  } catch (const unibank::toml_tree::SyntaxError&) {
    // refused in a proper way
  }
}

}  // namespace

void unibank::fuzz::try_text(const std::string& text) {
  const std::uint64_t number = digest(text);
  const std::size_t depth = number % 64 == 0 ? 50000 : number / 64 % 256;
  const std::string inserted = nested(number >> 20, depth);
  parse(inserted);
  const std::size_t line = text.find('\n', text.empty() ? 0 : (number >> 30) % text.size());
  if (line != text.npos) parse(text.substr(0, line + 1) + inserted + text.substr(line + 1));
}
