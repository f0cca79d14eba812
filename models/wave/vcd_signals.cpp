#include "wave/vcd_signals.h"

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

}  // namespace

unsigned VcdSignals::declare(const std::string& path, Kind kind, unsigned bits) {
  scopes_.add(path, bits);
  const unsigned index = static_cast<unsigned>(signals_.size());
  signals_.push_back({path, id_of(index), kind, bits, {}});
  return index;
}

unsigned VcdSignals::add(const std::string& path, unsigned bits) {
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
  struct Declarations : Scopes::Visitor {
    explicit Declarations(const std::vector<Signal>& all) : signals(all) {}
    void enter(const std::string& name) override { text += "$scope module " + name + " $end\n"; }
    void leave() override { text += "$upscope $end\n"; }
    void signal(unsigned number, const std::string& name) override {
      const Signal& one = signals[number];
      const std::string range = one.kind == Kind::kInteger ? " [" + std::to_string(one.bits - 1) + ":0]" : "";
      text += std::string("$var ") + (one.kind == Kind::kText ? "string" : "wire") + " " + std::to_string(one.bits) +
              " " + one.id + " " + name + range + " $end\n";
    }
    const std::vector<Signal>& signals;
    std::string text;
  } declarations(signals_);
  scopes_.visit(declarations);
  return "$timescale 100 ps $end\n" + declarations.text + "$enddefinitions $end\n";
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
