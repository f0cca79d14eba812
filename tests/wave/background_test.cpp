// A waveform written by its own thread is the same file.
#include <catch2/catch.hpp>

#include <atomic>
#include <chrono>
#include <thread>

#include "base/input_error.h"
#include "support/no_threads.h"
#include "wave/dump_name.h"
#include "wave/writer.h"

using namespace unibank;

namespace {

// Random changes of 70 signals, up to 2000 cycles ahead: ten times as many records as may wait for the thread.
void write_ahead(wave::Writer& waves) {
  std::vector<wave::SignalId> signals;
  for (int i = 0; i < 70; ++i) {
    signals.push_back(waves.signal("top.s" + std::to_string(i), 16));
    waves.record(signals.back(), 0, 0);
  }
  waves.declared();
  std::uint64_t random = 1;
  Cycle now = 0;
  for (unsigned i = 0; i < 1500000; ++i) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    waves.record(signals[(random >> 40) % 70], now + (random >> 48) % (random >> 60 == 0 ? 2000 : 3), random >> 50);
    if ((random >> 33 & 15) == 0) waves.advance(now += 1 + (random >> 37 & 63) / 63 * 5000);
  }
  waves.finish(now + 10);
}

// A writer that calls `on_record` with each record's cycle.
class Counting : public wave::Writer {
 public:
  explicit Counting(std::function<void(Cycle)> on_record) : on_record_(std::move(on_record)) {}
  wave::SignalId signal(const std::string&, unsigned) override { return {0}; }
  wave::SignalId text_signal(const std::string&, std::vector<std::string>) override { return {0}; }
  void record(wave::SignalId, Cycle at, std::uint64_t) override { on_record_(at); }
  void advance(Cycle) override {}
  void finish(Cycle) override {}

 private:
  std::function<void(Cycle)> on_record_;
};

}  // namespace

TEST_CASE("a background writer writes the same bytes", "[threads]") {
  const auto selection = [](const char* trigger, std::int64_t from, Cycle to) {
    wave::Selection made;
    made.trigger = trigger;
    made.from = from;
    made.to = to;
    return made;
  };
  for (const wave::Selection& window : {selection("", 0, kNever), selection("", 70000, 90000),
                                        selection("s5==777", -500, 100000)}) {
    const DumpName here("here"), there("there");
    write_ahead(*wave::open_vcd(here.path, window));
    write_ahead(*wave::in_background(wave::open_vcd(there.path, window)));
    CHECK((here.text() == there.text()));
    CHECK(here.text().size() > 3000);
  }
  CHECK(wave::in_background(nullptr) == nullptr);
}

TEST_CASE("joined wires are recorded as one by one", "[threads]") {
  // Some cycles are more than 2^32 after the last advance, more than a record has bits for.
  constexpr Cycle kFar = Cycle{1} << 33;
  const auto write = [](wave::Writer& waves, bool joined) {
    std::vector<wave::SignalId> wires;
    for (int i = 0; i < 32; ++i) wires.push_back(waves.signal("top.w" + std::to_string(i), 1));
    const wave::WiresId all = waves.join(wires);
    for (const wave::SignalId wire : wires) waves.record(wire, 0, 0);
    waves.declared();
    std::uint32_t values = 0;
    for (unsigned i = 0; i < 50000; ++i) {
      const std::uint32_t changed = 0x9e3779b9u * (i + 1);
      values ^= changed;
      const Cycle at = i + 1 + (i % 1000 == 999 ? kFar : 0);
      if (joined) waves.record_all(all, at, changed, values);
      for (unsigned wire = 0; !joined && wire < 32; ++wire)
        if (changed >> wire & 1) waves.record(wires[wire], at, values >> wire & 1);
      if (i % 2000 == 0) waves.advance(i);
    }
    waves.finish(2 * kFar);
  };
  const DumpName single("single"), joined("joined"), behind("behind");
  write(*wave::open_vcd(single.path), false);
  write(*wave::open_vcd(joined.path), true);
  write(*wave::in_background(wave::open_vcd(behind.path)), true);
  CHECK((single.text() == joined.text()));
  CHECK((single.text() == behind.text()));
  CHECK(single.text().find("#" + std::to_string((kFar + 1000) * wave::kTicksPerCycle) + "\n") != std::string::npos);
}

TEST_CASE("the recording side runs ahead of the writer thread and waits before memory is full", "[threads]") {
  constexpr std::uint64_t kAhead = 31 * 4096, kMost = 33 * 4096;  // 32 chunks of records
  std::atomic<std::uint64_t> made{0};
  std::uint64_t written = 0, furthest = 0;
  const auto waves = wave::in_background(std::make_unique<Counting>([&](Cycle) {
    while (made < kAhead) std::this_thread::yield();
    if (written == 0) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    furthest = std::max(furthest, made - written);
    ++written;
  }));
  const auto signal = waves->signal("a", 1);
  for (Cycle at = 0; at < 1000000; ++at) {
    waves->advance(at);
    ++made;
    waves->record(signal, at, at & 1);
  }
  waves->finish(1000000);
  CHECK(written == 1000000);
  CHECK(furthest >= kAhead);
  CHECK(furthest <= kMost);
}

TEST_CASE("an error of the thread is reported to the recording side at the end at the latest", "[threads]") {
  const auto fails = [](Cycle at) {
    if (at == 5) throw RunError("the disk is full");
  };
  const auto few = wave::in_background(std::make_unique<Counting>(fails));
  few->record(few->signal("a", 1), 5, 1);
  CHECK_THROWS_WITH(few->finish(9), "the disk is full");
  const auto many = wave::in_background(std::make_unique<Counting>(fails));
  const auto signal = many->signal("a", 1);
  const auto endless = [&] {
    for (Cycle at = 0;; ++at) {
      many->advance(at);
      many->record(signal, at, 1);
    }
  };
  CHECK_THROWS_WITH(endless(), "the disk is full");
}

TEST_CASE("records after a full disk need no further memory", "[threads]") {
  const auto waves = wave::in_background(
      std::make_unique<Counting>([](Cycle) { throw RunError("the disk is full"); }));
  const auto signal = waves->signal("a", 1);
  unsigned failures = 0;
  for (Cycle at = 0; at < 300000; ++at) {  // records and 4687 advances: 74 full chunks of 4096
    try {
      waves->advance(at);
      waves->record(signal, at, at & 1);
    } catch (const RunError& error) {
      CHECK(error.what() == std::string("the disk is full"));
      ++failures;
    }
  }
  CHECK(failures >= 40);  // all chunks but the 32 that may wait for the thread
  CHECK(failures <= 74);
  CHECK_THROWS_WITH(waves->finish(300000), "the disk is full");
}

TEST_CASE("a thread that cannot start gives one error line and records after it need no further memory", "[threads]") {
  const NoThreads none;
  const DumpName dump("nothread");
  {
    const auto waves = wave::in_background(wave::open_vcd(dump.path));
    const auto signal = waves->signal("a", 1);
    unsigned failures = 0;
    for (Cycle at = 0; at < 20480; ++at) {
      try {
        waves->advance(at);
        waves->record(signal, at, at & 1);
      } catch (const RunError& error) {
        CHECK(error.what() == std::string("no thread to write the waveform: Resource temporarily unavailable"));
        ++failures;
      }
    }
    CHECK(failures == 5);  // 20480 records and 319 advances, 4096 in a chunk
    CHECK_THROWS_WITH(waves->finish(20480), Catch::StartsWith("no thread to write the waveform: "));
  }
  CHECK_FALSE(DumpName::exists(dump.path));
}

TEST_CASE("a discarded background file is removed", "[threads]") {
  const DumpName dump("gone");
  {
    const auto waves = wave::in_background(wave::open_vcd(dump.path));
    const auto signal = waves->signal("a", 1);
    for (Cycle at = 0; at < 100000; ++at) {
      waves->advance(at);
      waves->record(signal, at, at & 1);
    }
    CHECK(dump.part_exists());
  }
  CHECK_FALSE(DumpName::exists(dump.path));
  CHECK_FALSE(dump.part_exists());
}

TEST_CASE("the end of a trigger's window is known to the recording side some time after the trigger", "[threads]") {
  const DumpName dump("trigger");
  wave::Selection selection;
  selection.trigger = "a==7";
  selection.to = 100;
  const auto waves = wave::in_background(wave::open_vcd(dump.path, selection));
  const auto signal = waves->signal("a", 64);
  waves->declared();
  CHECK(waves->window_end() == kNever);
  Cycle at = 0;
  for (; waves->window_end() == kNever; ++at) {
    waves->record(signal, at, at);
    waves->advance(at);
  }
  CHECK(waves->window_end() == 107);
  waves->finish(at);
  CHECK(dump.text().find("#1060\nb1101010 !\n#1070\n") != std::string::npos);
  CHECK(waves->remark().empty());
}

TEST_CASE("a background writer refuses a record of a past cycle", "[threads]") {
  const DumpName dump("passed");
  const auto waves = wave::in_background(wave::open_vcd(dump.path));
  const auto signal = waves->signal("a", 1);
  waves->advance(20);
  CHECK_THROWS_WITH(waves->record(signal, 19, 0),
                    "a wave signal changes at cycle 19, but cycle 20 has already been reached");
}
