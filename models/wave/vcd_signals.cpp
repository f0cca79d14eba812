#include "wave/vcd_signals.h"

#include <memory>

#include "base/input_error.h"

namespace unibank::wave {

namespace {

// Short codes of printable characters, as the format requires.
std::string id_of(unsigned index) {
  std::string id;
  for (unsigned rest = index + 1; rest != 0; rest = (rest - 1) / 94) id += static_cast<char>('!' + (rest - 1) % 94);
  return id;
}

// A string value ends at white space; GTKWave reads octal escapes.
std::string escaped(const std::string& text) {
  std::string out;
  for (const unsigned char c : text) {
    if (c > ' ' && c < 127 && c != '\\') {
      out += static_cast<char>(c);
    } else {
      out += '\\';
      for (const int shift : {6, 3, 0}) out += static_cast<char>('0' + (c >> shift & 7));
    }
  }
  return out;
}

struct Scope {
  std::string name;
  std::string variables;
  std::vector<std::unique_ptr<Scope>> inner;

  Scope& child(const std::string& wanted) {
    for (auto& scope : inner)
      if (scope->name == wanted) return *scope;
    inner.push_back(std::make_unique<Scope>());
    inner.back()->name = wanted;
    return *inner.back();
  }
  std::string text() const {
    std::string out = variables;
    for (const auto& scope : inner)
      out += "$scope module " + scope->name + " $end\n" + scope->text() + "$upscope $end\n";
    return out;
  }
};

}  // namespace

unsigned VcdSignals::declare(const std::string& path, Kind kind, unsigned bits) {
  if (path.empty() || path.front() == '.' || path.back() == '.' || path.find("..") != std::string::npos ||
      path.find(' ') != std::string::npos)
    throw RunError("wave signal '" + path + "' is not a dotted path");
  if (!paths_.insert(path).second) throw RunError("wave signal '" + path + "' is declared twice");
  const unsigned index = static_cast<unsigned>(signals_.size());
  signals_.push_back({path, id_of(index), kind, bits, {}});
  return index;
}

unsigned VcdSignals::add(const std::string& path, unsigned bits) {
  if (bits == 0 || bits > 64) throw RunError("wave signal '" + path + "' has " + std::to_string(bits) + " bits");
  const unsigned index = declare(path, bits == 1 ? Kind::kWire : Kind::kInteger, bits);
  Signal& signal = signals_[index];
  if (signal.kind == Kind::kWire) signal.lines = {"0" + signal.id + "\n", "1" + signal.id + "\n"};
  return index;
}

unsigned VcdSignals::add_text(const std::string& path, const std::vector<std::string>& texts) {
  const unsigned index = declare(path, Kind::kText, 1);
  Signal& signal = signals_[index];
  for (const std::string& text : texts) signal.lines.push_back("s" + escaped(text) + " " + signal.id + "\n");
  return index;
}

std::string VcdSignals::header() const {
  Scope top;
  for (const Signal& signal : signals_) {
    Scope* scope = &top;
    std::size_t begin = 0;
    for (std::size_t dot; (dot = signal.path.find('.', begin)) != std::string::npos; begin = dot + 1)
      scope = &scope->child(signal.path.substr(begin, dot - begin));
    const std::string type = signal.kind == Kind::kText ? "string" : "wire";
    const std::string range = signal.kind == Kind::kInteger ? " [" + std::to_string(signal.bits - 1) + ":0]" : "";
    scope->variables += "$var " + type + " " + std::to_string(signal.bits) + " " + signal.id + " " +
                        signal.path.substr(begin) + range + " $end\n";
  }
  return "$timescale 100 ps $end\n" + top.text() + "$enddefinitions $end\n";
}

std::string_view VcdSignals::value_line(unsigned index, std::uint64_t value, std::string& room) const {
  const Signal& signal = signals_[index];
  const bool fits = signal.kind == Kind::kInteger ? signal.bits == 64 || value >> signal.bits == 0
                                                  : value < signal.lines.size();
  if (!fits) throw RunError("wave signal '" + signal.path + "' cannot have the value " + std::to_string(value));
  if (signal.kind != Kind::kInteger) return signal.lines[value];
  char digits[64];
  unsigned first = 64;
  do {
    digits[--first] = static_cast<char>('0' + (value & 1));
    value >>= 1;
  } while (value != 0);
  room.assign(1, 'b');
  room.append(digits + first, 64 - first);
  room += ' ';
  room += signal.id;
  room += '\n';
  return room;
}

std::string VcdSignals::unknown_line(unsigned index) const {
  const Signal& signal = signals_[index];
  switch (signal.kind) {
    case Kind::kWire: return "x" + signal.id + "\n";
    case Kind::kText: return "s? " + signal.id + "\n";
    case Kind::kInteger: break;
  }
  return "bx " + signal.id + "\n";
}

}  // namespace unibank::wave
