#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "wave/dump_name.h"
#include "wave/writer.h"

using namespace unibank;

TEST_CASE("a timeline has a track for each signal with slices for names and wires and counters for numbers") {
  const DumpName dump("timeline");
  const auto waves = wave::open_timeline(dump.path, {}, {"empty"});
  const auto state = waves->text_signal("sm0.warp.state_00", {"empty", "ready", "barrier"});
  const auto full = waves->signal("sm0.mshr.full", 1);
  const auto queue = waves->signal("dram.queue", 8);
  waves->record(state, 0, 0);
  waves->record(queue, 0, 0);
  waves->record(state, 3, 1);
  waves->record(full, 1200, 1);
  waves->record(queue, 1201, 7);
  waves->record(full, 1202, 0);
  waves->record(state, 2003, 2);
  waves->finish(2005);
  CHECK(dump.text() ==
        "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
        "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"args\":{\"name\":\"sm0\"}},\n"
        "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":2,\"args\":{\"name\":\"dram\"}},\n"
        "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":1,\"args\":{\"name\":\"warp.state_00\"}},\n"
        "{\"ph\":\"M\",\"name\":\"thread_sort_index\",\"pid\":1,\"tid\":1,\"args\":{\"sort_index\":0}},\n"
        "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":2,\"args\":{\"name\":\"mshr.full\"}},\n"
        "{\"ph\":\"M\",\"name\":\"thread_sort_index\",\"pid\":1,\"tid\":2,\"args\":{\"sort_index\":1}},\n"
        "{\"ph\":\"C\",\"name\":\"queue\",\"pid\":2,\"tid\":3,\"ts\":0.000,\"args\":{\"value\":0}},\n"
        "{\"ph\":\"C\",\"name\":\"queue\",\"pid\":2,\"tid\":3,\"ts\":1.201,\"args\":{\"value\":7}},\n"
        "{\"ph\":\"X\",\"name\":\"full\",\"pid\":1,\"tid\":2,\"ts\":1.200,\"dur\":0.002},\n"
        "{\"ph\":\"X\",\"name\":\"ready\",\"pid\":1,\"tid\":1,\"ts\":0.003,\"dur\":2.000},\n"
        "{\"ph\":\"X\",\"name\":\"barrier\",\"pid\":1,\"tid\":1,\"ts\":2.003,\"dur\":0.002}\n]}\n");
}

TEST_CASE("a timeline's window begins with the slices in progress") {
  const DumpName dump("timeline_window");
  wave::Selection window;
  window.from = 100;
  window.to = 200;
  const auto waves = wave::open_timeline(dump.path, window, {});
  const auto state = waves->text_signal("a.state", {"runs", "waits"});
  waves->record(state, 50, 1);
  waves->record(state, 150, 0);
  waves->record(state, 250, 1);
  waves->finish(300);
  const std::string text = dump.text();
  CHECK(text.find("\"name\":\"waits\",\"pid\":1,\"tid\":1,\"ts\":0.100,\"dur\":0.050}") != std::string::npos);
  CHECK(text.find("\"name\":\"runs\",\"pid\":1,\"tid\":1,\"ts\":0.150,\"dur\":0.050}") != std::string::npos);
  CHECK(text.find("0.250") == std::string::npos);
}

TEST_CASE("a value that a timeline's signal cannot have is refused") {
  const DumpName dump("timeline_value");
  const auto waves = wave::open_timeline(dump.path, {}, {});
  const auto state = waves->text_signal("a.state", {"runs"});
  waves->record(state, 5, 1);
  CHECK_THROWS_WITH(waves->finish(9), "wave signal 'a.state' cannot have the value 1");
}

TEST_CASE("two files get the same records") {
  const DumpName first("first"), second("second"), alone("alone");
  const auto write = [](wave::Writer& waves) {
    const auto queue = waves.signal("dram.queue", 8);
    waves.declared();
    waves.record(queue, 1, 5);
    waves.advance(20);
    waves.finish(30);
  };
  std::vector<std::unique_ptr<wave::Writer>> writers;
  writers.push_back(wave::open_vcd(first.path, 0, 20));
  writers.push_back(wave::open_vcd(second.path, 10));
  const auto both = wave::all_of(std::move(writers));
  CHECK(both->window_end() == kNever);
  write(*both);
  write(*wave::open_vcd(alone.path, 0, 20));
  CHECK(first.text() == alone.text());
  CHECK(second.text().find("#100\n$dumpvars\nb101 !\n$end\n#300\n") != std::string::npos);
  CHECK(wave::all_of({}) == nullptr);
}
