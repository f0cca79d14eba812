#include <charconv>
#include <cstring>
#include <string_view>

#include "wave/ordered_writer.h"
#include "wave/output_file.h"
#include "wave/vcd_signals.h"

namespace unibank::wave {

namespace {

class VcdSink : public Sink {
 public:
  explicit VcdSink(const std::string& path)
      : fst_(names_fst(path)), file_(path, fst_ ? OutputFile::Form::kFst : OutputFile::Form::kAsWritten) {}

  void add(const std::string& path, unsigned bits) override {
    const unsigned signal = signals_.add(path, bits);
    wires_.emplace_back();
    const std::string_view line = signals_.value_line(signal, 0, line_);
    if (bits != 1 || line.size() > sizeof Wire::line) return;
    wires_.back().length = line.size();
    line.copy(wires_.back().line, line.size());
  }
  void add_text(const std::string& path, const std::vector<std::string>& texts) override {
    signals_.add_text(path, texts);
    wires_.emplace_back();
  }

  // The declarations, and the values in force at the beginning of the window.
  void start(Cycle at, const std::vector<Value>& values) override {
    if (fst_) file_.write("$date none $end\n");  // else vcd2fst writes today's
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
    const bool wire = wires_[signal].length != 0 && value < 2;
    return wire ? change_wire(at, wires_[signal], value) : change_other(at, signal, value);
  }

  void check(unsigned signal, std::uint64_t value) override { signals_.value_line(signal, value, line_); }

  void finish(Cycle end) override {
    if (end > written_) write_time(end);
    file_.publish();
  }

 private:
  // The most frequent changes: the line for the value 0, which differs from that for 1 in the first character. Copied
  // whole.
  struct Wire {
    std::size_t length = 0;  // 0: no wire
    char line[8] = {};
  };

  void change_wire(Cycle at, const Wire& wire, std::uint64_t value) {
    if (at != written_) write_time(at);
    char* const room = file_.room(sizeof wire.line);
    std::memcpy(room, wire.line, sizeof wire.line);
    room[0] = static_cast<char>('0' + value);
    file_.wrote(wire.length);
  }
  // Separate, to keep the path of every change of a wire short.
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

  const bool fst_;
  OutputFile file_;
  VcdSignals signals_;
  std::vector<Wire> wires_;  // [signal]
  std::string line_;
  Cycle written_ = 0;
};

}  // namespace

std::unique_ptr<Writer> open_vcd(const std::string& path, const Selection& selection) {
  return std::make_unique<OrderedWriter>(std::make_unique<VcdSink>(path), selection);
}

std::unique_ptr<Writer> open_vcd(const std::string& path, Cycle from, Cycle to) {
  Selection selection;
  selection.from = static_cast<std::int64_t>(from);
  selection.to = to;
  return open_vcd(path, selection);
}

}  // namespace unibank::wave
