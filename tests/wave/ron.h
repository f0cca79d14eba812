// Reads RON (Rusty Object Notation), the format of Surfer's state files: structures, tuples, lists, maps, named values,
// numbers and texts. Faulty text throws std::runtime_error.
#pragma once

#include <cctype>
#include <stdexcept>
#include <string>
#include <vector>

namespace unibank {

struct Ron {
  std::string text;  // a number, a text without its quotes, or a name
  bool quoted = false;
  // A structure has names and values, a tuple or list has values, a map has keys and values; a named value has the name
  // in `text`, and the members of what follows it.
  std::vector<std::string> names;
  std::vector<Ron> keys, values;

  const Ron* find(const std::string& name) const {
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i] == name) return &values.at(i);
    return nullptr;
  }
  const Ron& at(const std::string& name) const {
    if (const Ron* found = find(name)) return *found;
    throw std::runtime_error("no field " + name);
  }
  // The value in Some(...), a one-element tuple, or Name((...)).
  const Ron& inner() const { return values.at(0); }
};

class RonReader {
 public:
  static Ron read(const std::string& text) {
    RonReader reader(text);
    Ron value = reader.value();
    reader.skip();
    if (reader.at_ != text.size()) reader.fail("there is more behind it");
    return value;
  }

 private:
  explicit RonReader(const std::string& text) : text_(text) {}

  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error("RON, byte " + std::to_string(at_) + ": " + what);
  }
  void skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  char next() {
    skip();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char wanted) {
    if (next() != wanted) return false;
    ++at_;
    return true;
  }
  void expect(char wanted) {
    if (!take(wanted)) fail(std::string("expected ") + wanted);
  }
  std::string word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_')) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  Ron value() {
    Ron made;
    const char first = next();
    if (first == '"') return quoted();
    if (first == '[') return list('[', ']');
    if (first == '{') return map();
    if (first == '(') return tuple();
    if (first == '-' || std::isdigit(static_cast<unsigned char>(first))) return number();
    if (!std::isalpha(static_cast<unsigned char>(first))) fail("no value");
    const std::string name = word();
    if (next() == '(') made = tuple();
    made.text = name;
    return made;
  }
  Ron quoted() {
    Ron made;
    made.quoted = true;
    for (expect('"'); at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\') ++at_;
      made.text += text_.at(at_);
    }
    expect('"');
    return made;
  }
  Ron number() {
    Ron made;
    while (at_ < text_.size() &&
           (std::isdigit(static_cast<unsigned char>(text_[at_])) || text_[at_] == '-' || text_[at_] == '.'))
      made.text += text_[at_++];
    return made;
  }
  Ron list(char begin, char end) {
    Ron made;
    expect(begin);
    while (!take(end)) {
      made.values.push_back(value());
      if (!take(',') && next() != end) fail("expected , or the end of a list");
    }
    return made;
  }
  Ron map() {
    Ron made;
    expect('{');
    while (!take('}')) {
      made.keys.push_back(value());
      expect(':');
      made.values.push_back(value());
      if (!take(',') && next() != '}') fail("expected , or the end of a map");
    }
    return made;
  }
  // A tuple, or a structure if names precede the values.
  Ron tuple() {
    const std::size_t begin = at_;
    expect('(');
    next();
    const std::string name = word();
    const bool structure = !name.empty() && next() == ':';
    at_ = begin;
    if (!structure) return list('(', ')');
    Ron made;
    expect('(');
    while (!take(')')) {
      next();
      made.names.push_back(word());
      expect(':');
      made.values.push_back(value());
      if (!take(',') && next() != ')') fail("expected , or the end of a structure");
    }
    return made;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

}  // namespace unibank
