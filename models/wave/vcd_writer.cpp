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

  void add(const std::string& path, unsigned bits) override { signals_.add(path, bits); }
  void add_text(const std::string& path, const std::vector<std::string>& texts) override {
    signals_.add_text(path, texts);
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
    const std::string_view line = signals_.value_line(signal, value, line_);
    if (at != written_) write_time(at);
    file_.write(line);
  }

  void check(unsigned signal, std::uint64_t value) override { signals_.value_line(signal, value, line_); }

  void finish(Cycle end) override {
    if (end > written_) write_time(end);
    file_.publish();
  }

 private:
  void write_time(Cycle at) {
    written_ = at;
    file_.write("#" + std::to_string(at * kTicksPerCycle) + "\n");
  }

  const bool fst_;
  OutputFile file_;
  VcdSignals signals_;
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
