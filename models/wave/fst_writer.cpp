#include "wave/fst.h"

#include "base/input_error.h"
#include "wave/fst_library.h"
#include "wave/scopes.h"

namespace unibank::wave {

bool names_fst(const std::string& path) {
  const std::string ending = ".fst";
  return path.size() > ending.size() && path.compare(path.size() - ending.size(), ending.size(), ending) == 0;
}

#ifndef UNIBANK_FSTAPI

void check_fst() {
  throw InputError("this program was built without FST, whose writer is part of Debian's package verilator (with "
                   "zlib1g-dev); expected one that was built with it, or a file name that does not end in .fst");
}

std::unique_ptr<Sink> open_fst(const std::string&) {
  check_fst();
  return nullptr;
}

#else

namespace {

class FstSink : public Sink {
 public:
  explicit FstSink(const std::string& path) : file_(path), library_(file_) {}

  void add(const std::string& path, unsigned bits) override {
    scopes_.add(path, bits);
    signals_.push_back({path, bits, {}, 0});
  }
  void add_text(const std::string& path, const std::vector<std::string>& texts) override {
    scopes_.add(path, 1);
    signals_.push_back({path, 0, texts, 0});
  }

  // Writes the declarations, and the values in force at the beginning of the window.
  void start(Cycle at, const std::vector<Value>& values) override {
    declare();
    write_time(at);
    for (unsigned signal = 0; signal < values.size(); ++signal) {
      if (values[signal].known)
        change(at, signal, values[signal].value);
      else if (signals_[signal].bits != 0)
        library_.unknown(signals_[signal].handle, signals_[signal].bits);
      else
        library_.text(signals_[signal].handle, "?");
    }
  }

  void change(Cycle at, unsigned number, std::uint64_t value) override {
    const Signal& signal = signals_[number];
    if (signal.bits != 1 || value > 1) check(number, value);
    if (at != written_) write_time(at);
    ++changes_;
    if (signal.bits == 1)
      library_.wire(signal.handle, static_cast<char>('0' + value));
    else if (signal.bits != 0)
      library_.vector(signal.handle, signal.bits, value);
    else
      library_.text(signal.handle, signal.texts[value]);
  }

  void check(unsigned number, std::uint64_t value) override {
    const Signal& signal = signals_[number];
    const bool fits = signal.bits == 0 ? value < signal.texts.size() : signal.bits == 64 || value >> signal.bits == 0;
    if (!fits) throw RunError("wave signal '" + signal.path + "' cannot have the value " + std::to_string(value));
  }

  void finish(Cycle end) override {
    if (end > written_) write_time(end);
    library_.close();
    file_.publish();
  }

 private:
  struct Signal {
    std::string path;
    unsigned bits;  // 0: text
    std::vector<std::string> texts;
    FstLibrary::Handle handle;
  };
  static constexpr unsigned kSection = 1 << 20;  // changes; some 20 MB of memory before they are packed

  void declare() {
    struct Declarations : Scopes::Visitor {
      Declarations(FstLibrary& to, std::vector<Signal>& all) : library(to), signals(all) {}
      void enter(const std::string& name) override { library.enter(name); }
      void leave() override { library.leave(); }
      void signal(unsigned number, const std::string& name) override {
        Signal& one = signals[number];
        const std::string range = one.bits > 1 ? " [" + std::to_string(one.bits - 1) + ":0]" : "";
        one.handle = one.bits == 0 ? library.declare_text(name) : library.declare_vector(name + range, one.bits);
      }
      FstLibrary& library;
      std::vector<Signal>& signals;
    } declarations(library_, signals_);
    scopes_.visit(declarations);
  }

  void write_time(Cycle at) {
    written_ = at;
    if (changes_ >= kSection) {
      library_.end_section();
      changes_ = 0;
    }
    library_.time(at * kTicksPerCycle);
  }

  files::WholeFile file_;
  FstLibrary library_;
  Scopes scopes_;
  std::vector<Signal> signals_;
  Cycle written_ = 0;
  unsigned changes_ = 0;  // changes of the section
};

}  // namespace

void check_fst() {}

std::unique_ptr<Sink> open_fst(const std::string& path) { return std::make_unique<FstSink>(path); }

#endif

}  // namespace unibank::wave
