// Triggers, windows around them, and chosen signals.
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "wave/dump_name.h"
#include "wave/trigger.h"
#include "wave/writer.h"

using namespace unibank;
using wave::Selection;

namespace {

// Records, up to cycle 100, a counter equal to its cycle / 10 and a state that is "waits" from cycle 30 to 60; the
// writer receives them `ahead` cycles before they happen.
std::string run(const Selection& selection, Cycle ahead = 0) {
  const DumpName dump("selection");
  const auto waves = wave::open_vcd(dump.path, selection);
  const auto counter = waves->signal("sm0.counter", 8);
  const auto state = waves->text_signal("sm0.warp.state", {"runs", "waits"});
  waves->declared();
  waves->record(state, 0, 0);
  for (Cycle at = 0; at <= 100; at += 10) {
    waves->record(counter, at, at / 10);
    if (at == 30) waves->record(state, at, 1);
    if (at == 60) waves->record(state, at, 0);
    waves->advance(at - std::min(at, ahead));
  }
  waves->finish(100);
  const std::string text = dump.text() + waves->remark();
  return text.substr(text.find("$enddefinitions $end\n") + 21);
}

Selection selection(const std::string& trigger, std::int64_t from = 0, Cycle to = kNever) {
  Selection made;
  made.trigger = trigger;
  made.from = from;
  made.to = to;
  return made;
}

}  // namespace

TEST_CASE("a trigger opens the window in the first cycle in which it holds") {
  const std::string expected = "#500\n$dumpvars\nb101 !\nswaits \"\n$end\n"
                               "#600\nb110 !\nsruns \"\n#700\nb111 !\n";
  CHECK(run(selection("counter==5", 0, 25)) == expected + "#750\n");
  CHECK(run(selection("counter>4", 0, 25)) == expected + "#750\n");
  CHECK(run(selection("sm0.counter>=5", 0, 25), 40) == expected + "#750\n");
}

TEST_CASE("a window that begins after the run is remarked upon and one that the run reaches is not") {
  const auto remark = [](Cycle from) {
    const std::string text = run(selection("", static_cast<std::int64_t>(from), from + 50));
    return text.substr(text.rfind('\n') + 1);
  };
  CHECK(remark(0) == "");
  CHECK(remark(99) == "");
  CHECK(remark(100) == "the run ended in cycle 100, the window begins in cycle 100: the waveform has only the values "
                       "at the end of the run");
  CHECK(remark(500).find("the run ended in cycle 100, the window begins in cycle 500: ") == 0);
}

TEST_CASE("the window of a trigger may begin before it or after it") {
  CHECK(run(selection("warp.state==waits", -15, 5)) == "#150\n$dumpvars\nb1 !\nsruns \"\n$end\n"
                                                       "#200\nb10 !\n#300\nb11 !\nswaits \"\n#350\n");
  CHECK(run(selection("warp.state==waits", -15, 0)) == "#150\n$dumpvars\nb1 !\nsruns \"\n$end\n#200\nb10 !\n#300\n");
  CHECK(run(selection("warp.state==waits", -1000, 1)) ==
        "#0\n$dumpvars\nb0 !\nsruns \"\n$end\n#100\nb1 !\n#200\nb10 !\n#300\nb11 !\nswaits \"\n#310\n");
  CHECK(run(selection("warp.state", 45, 60)) == "#750\n$dumpvars\nb111 !\nsruns \"\n$end\n#800\nb1000 !\n#900\n");
}

TEST_CASE("without an end the window of a trigger goes on to the end of the run") {
  CHECK(run(selection("counter!=0", 75)) ==
        "#850\n$dumpvars\nb1000 !\nsruns \"\n$end\n#900\nb1001 !\n#1000\nb1010 !\n");
}

TEST_CASE("a trigger that never comes is reported and leaves the values at the end") {
  CHECK(run(selection("counter>10", -50, 50)) ==
        "#1000\n$dumpvars\nb1010 !\nsruns \"\n$end\n"
        "the trigger 'counter>10' never occurred: the waveform has only the values at the end of the run");
}

TEST_CASE("the end of a trigger's window is not known before the trigger has come") {
  const DumpName dump("end");
  const auto waves = wave::open_vcd(dump.path, selection("a.b==3", -5, 10));
  const auto signal = waves->signal("a.b", 8);
  waves->declared();
  waves->record(signal, 2, 3);
  CHECK(waves->window_end() == kNever);
  waves->advance(3);
  CHECK(waves->window_end() == 12);
  waves->finish(20);
  CHECK(dump.text().find("#0\n$dumpvars\nbx !\n$end\n#20\nb11 !\n#120\n") != std::string::npos);
}

TEST_CASE("signals that are not chosen are neither declared nor written and may be the trigger") {
  Selection chosen = selection("warp.state==waits", 0, 20);
  chosen.shows = [](const std::string& path) { return path == "sm0.counter"; };
  CHECK(run(chosen) == "#300\n$dumpvars\nb11 !\n$end\n#400\nb100 !\n#500\n");
}

TEST_CASE("a waveform without a signal is refused") {
  const DumpName dump("empty");
  Selection chosen;
  chosen.shows = [](const std::string& path) { return path == "sm0.counter"; };
  const auto waves = wave::open_vcd(dump.path, chosen);
  waves->signal("sm0.count", 8);
  CHECK_THROWS_WITH(waves->declared(), "the waveform would be empty: the run has none of the selected signals");
  waves->signal("sm0.counter", 8);
  CHECK_NOTHROW(waves->declared());
}

TEST_CASE("triggers that are not conditions or name no signal are refused") {
  for (const char* text : {"=3", "a.b==", "a.b=>3", "a.b=3", "<"}) {
    INFO(text);
    CHECK_THROWS_WITH(wave::Trigger(text), Catch::Contains("is not a condition, expected SIGNAL or SIGNAL==VALUE"));
  }
  const std::vector<std::string> paths = {"sm0.bank0.read", "sm0.bank1.read", "sm0.mshr.full", "sm0.mshr.occupancy"};
  CHECK(wave::Trigger("mshr.full").find(paths) == 2);
  CHECK(wave::Trigger("bank1.read").find(paths) == 1);
  CHECK_THROWS_WITH(wave::Trigger("read").find(paths),
                    "the trigger 'read' matches several signals: sm0.bank0.read, sm0.bank1.read");
  CHECK_THROWS_WITH(wave::Trigger("mshr.empty").find(paths),
                    "the trigger 'mshr.empty' matches no signal; known there: sm0.mshr.full, sm0.mshr.occupancy");
  CHECK_THROWS_WITH(wave::Trigger("dram").find(paths),
                    "the trigger 'dram' matches no signal; they are in: sm0.bank0, sm0.bank1, sm0.mshr");
  std::vector<std::string> many;
  for (int i = 0; i < 20; ++i) many.push_back("bank" + std::to_string(i) + ".read");
  CHECK_THROWS_WITH(wave::Trigger("read").find(many), Catch::EndsWith(", bank15.read, and 4 more"));
  wave::Trigger word("a==x"), order("a<runs"), unknown("a==sleeps");
  CHECK_THROWS_WITH(word.suit({}), "the trigger 'a==x' compares with 'x', expected a whole number from 0 to 2^64 - 1");
  CHECK_THROWS_WITH(order.suit({"runs"}), "the trigger 'a<runs' orders named values, expected == or !=");
  CHECK_THROWS_WITH(unknown.suit({"runs", "waits"}),
                    "the trigger 'a==sleeps': unknown value 'sleeps'; known: runs, waits");
  CHECK_THROWS_WITH(wave::open_vcd("wave_test_x.vcd", selection("", -5, 9)),
                    "the waveform window -5:9 begins before cycle 0");
}
