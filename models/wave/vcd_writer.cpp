#include <array>
#include <charconv>
#include <cstring>
#include <string_view>

#include "wave/fst.h"
#include "wave/ordered_writer.h"
#include "wave/output_file.h"
#include "wave/vcd_signals.h"

namespace unibank::wave {

namespace {

// [byte]: its eight binary digits.
const std::array<std::array<char, 8>, 256> kDigits = [] {
  std::array<std::array<char, 8>, 256> made{};
  for (unsigned byte = 0; byte < 256; ++byte)
    for (unsigned i = 0; i < 8; ++i) made[byte][i] = static_cast<char>('0' + (byte >> (7 - i) & 1));
  return made;
}();

class VcdSink final : public Sink {
 public:
  explicit VcdSink(const std::string& path) : file_(path) {}

  void add(const std::string& path, unsigned bits) override {
    const unsigned signal = signals_.add(path, bits);
    shown_.emplace_back();
    Shown& shown = shown_.back();
    const std::string line = bits == 1 ? std::string(signals_.value_line(signal, 0, line_))
                                       : " " + signals_.id(signal) + "\n";
    if (line.size() > sizeof shown.text) return;  // more than 94^6 signals
    shown.length = static_cast<unsigned char>(line.size());
    shown.bits = static_cast<unsigned char>(bits);
    line.copy(shown.text, line.size());
  }
  void add_text(const std::string& path, const std::vector<std::string>& texts) override {
    signals_.add_text(path, texts);
    shown_.emplace_back();
  }

  // Writes the declarations, and the values in force at the beginning of the window.
  void start(Cycle at, const std::vector<Value>& values) override {
    file_.write(signals_.header());
    write_time(at);
    file_.write("$dumpvars\n");
    for (unsigned signal = 0; signal < values.size(); ++signal) {
      if (values[signal].known)
        file_.write(signals_.value_line(signal, values[signal].value, line_));
      else
        file_.write(signals_.unknown_line(signal));
    }
    file_.write("$end\n");
  }

  void change(Cycle at, unsigned signal, std::uint64_t value) override {
    const Shown& shown = shown_[signal];
    if (shown.bits == 1 && value < 2) return change_wire(at, shown, value);
    if (shown.bits > 1 && (shown.bits == 64 || value >> shown.bits == 0)) return change_vector(at, shown, value);
    change_other(at, signal, value);
  }

  void check(unsigned signal, std::uint64_t value) override { signals_.value_line(signal, value, line_); }

  void finish(Cycle end) override {
    if (end > written_) write_time(end);
    file_.publish();
  }

 private:
  // The text for a signal's changes, copied whole: a wire's line for the value 0 (the line for 1 differs only in the
  // first character), or the characters after a vector's digits.
  struct Shown {
    unsigned char bits = 0;  // 0: text, or too long
    unsigned char length = 0;
    char text[8] = {};
  };

  void change_wire(Cycle at, const Shown& shown, std::uint64_t value) {
    if (at != written_) write_time(at);
    char* const room = file_.room(sizeof shown.text);
    std::memcpy(room, shown.text, sizeof shown.text);
    room[0] = static_cast<char>('0' + value);
    file_.wrote(shown.length);
  }
  // Writes eight digits at once for each byte of the value; digits before the first 1 are not written.
  void change_vector(Cycle at, const Shown& shown, std::uint64_t value) {
    if (at != written_) write_time(at);
    const unsigned digits = 64 - static_cast<unsigned>(__builtin_clzll(value | 1)), bytes = (digits + 7) / 8;
    char all[64];
    for (unsigned i = 0; i < bytes; ++i)
      std::memcpy(all + 8 * i, kDigits[value >> 8 * (bytes - 1 - i) & 0xff].data(), 8);
    char* const room = file_.room(1 + 64 + sizeof shown.text);
    room[0] = 'b';
    std::memcpy(room + 1, all + 8 * bytes - digits, digits);
    std::memcpy(room + 1 + digits, shown.text, sizeof shown.text);
    file_.wrote(1 + digits + shown.length);
  }
  // Not inlined, to keep the code for a change of a wire short.
  [[gnu::noinline]] void change_other(Cycle at, unsigned signal, std::uint64_t value) {
    const std::string_view line = signals_.value_line(signal, value, line_);
    if (at != written_) write_time(at);
    file_.write(line);
  }
  [[gnu::noinline]] void write_time(Cycle at) {
    written_ = at;
    char* const room = file_.room(kTimeBytes);
    room[0] = '#';
    char* const end = std::to_chars(room + 1, room + kTimeBytes, at * kTicksPerCycle).ptr;
    *end = '\n';
    file_.wrote(static_cast<std::size_t>(end + 1 - room));
  }

  static constexpr std::size_t kTimeBytes = 24;  // "#", 20 digits, a line break

  OutputFile file_;
  VcdSignals signals_;
  std::vector<Shown> shown_;  // [signal]
  std::string line_;
  Cycle written_ = 0;
};

}  // namespace

std::unique_ptr<Writer> open_vcd(const std::string& path, const Selection& selection) {
  std::unique_ptr<Sink> sink = names_fst(path) ? open_fst(path) : std::make_unique<VcdSink>(path);
  std::vector<std::unique_ptr<View>> views;
  for (const std::string& view : selection.views)
    views.push_back(std::make_unique<View>(view, path, selection.group_of));
  return std::make_unique<OrderedWriter>(std::move(sink), selection, std::move(views));
}

std::unique_ptr<Writer> open_vcd(const std::string& path, Cycle from, Cycle to) {
  Selection selection;
  selection.from = static_cast<std::int64_t>(from);
  selection.to = to;
  return open_vcd(path, selection);
}

}  // namespace unibank::wave
