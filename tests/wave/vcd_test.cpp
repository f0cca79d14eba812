#include <catch2/catch.hpp>
#include <fstream>
#include <set>

#include "base/input_error.h"
#include "wave/dump_name.h"
#include "wave/writer.h"

using namespace unibank;

TEST_CASE("a dump has scopes, wires, vectors and named values, byte for byte") {
  const DumpName dump("bytes");
  const auto waves = wave::open_vcd(dump.path);
  const auto state = waves->text_signal("sm0.warp.state_00", {"ready", "waits for DRAM"});
  const auto read = waves->signal("sm0.bank0.read", 1);
  const auto queue = waves->signal("dram.queue", 8);
  const auto write = waves->signal("sm0.bank0.write", 1);
  waves->record(state, 0, 0);
  waves->record(read, 0, 0);
  waves->record(queue, 0, 5);
  waves->record(state, 3, 1);
  waves->record(read, 3, 1);
  waves->record(read, 4, 0);
  waves->record(write, 7, 1);
  waves->finish(9);
  CHECK(dump.text() ==
        "$timescale 100 ps $end\n"
        "$scope module sm0 $end\n"
        "$scope module warp $end\n"
        "$var string 1 ! state_00 $end\n"
        "$upscope $end\n"
        "$scope module bank0 $end\n"
        "$var wire 1 \" read $end\n"
        "$var wire 1 $ write $end\n"
        "$upscope $end\n"
        "$upscope $end\n"
        "$scope module dram $end\n"
        "$var wire 8 # queue [7:0] $end\n"
        "$upscope $end\n"
        "$enddefinitions $end\n"
        "#0\n$dumpvars\n"
        "sready !\n0\"\nb101 #\nx$\n"
        "$end\n"
        "#30\nswaits\\040for\\040DRAM !\n1\"\n"
        "#40\n0\"\n"
        "#70\n1$\n"
        "#90\n");
}

TEST_CASE("records made ahead of time appear in the order of their times") {
  const DumpName dump("order");
  const auto waves = wave::open_vcd(dump.path);
  const auto a = waves->signal("a", 4);
  const auto b = waves->signal("b", 4);
  waves->record(a, 401, 3);   // an answer that is due in 400 cycles
  waves->record(b, 2, 2);
  waves->record(a, 2, 1);
  waves->advance(300);
  waves->record(b, 401, 4);
  waves->record(b, 300, 1);
  waves->finish(401);
  const std::string text = dump.text();
  CHECK(text.substr(text.find("#20\n")) == "#20\nb1 !\nb10 \"\n#3000\nb1 \"\n#4010\nb11 !\nb100 \"\n");
}

TEST_CASE("times further away than any bucket keep their order and the order of calls") {
  const DumpName dump("far");
  const auto waves = wave::open_vcd(dump.path);
  const auto a = waves->signal("a", 8);
  waves->record(a, 1000000, 1);
  waves->record(a, 5000, 2);
  waves->record(a, 1024, 3);
  waves->record(a, 1023, 4);
  waves->record(a, 1000000, 5);
  waves->advance(999999);
  waves->record(a, 1000000, 6);
  waves->finish(1000001);
  const std::string text = dump.text();
  CHECK(text.substr(text.find("#10230\n")) ==
        "#10230\nb100 !\n#10240\nb11 !\n#50000\nb10 !\n#10000000\nb110 !\n#10000010\n");
}

TEST_CASE("of two records of a signal at one time the later call wins, and no change writes nothing") {
  const DumpName dump("wins");
  const auto waves = wave::open_vcd(dump.path);
  const auto a = waves->signal("a", 1);
  waves->record(a, 0, 0);
  waves->record(a, 5, 1);
  waves->record(a, 5, 0);
  waves->record(a, 6, 0);
  waves->finish(8);
  const std::string text = dump.text();
  CHECK(text.substr(text.find("$end\n#")) == "$end\n#0\n$dumpvars\n0!\n$end\n#80\n");
}

TEST_CASE("a window opens with the values in force and ends before its last cycle") {
  const DumpName dump("window");
  const auto waves = wave::open_vcd(dump.path, 10, 20);
  const auto a = waves->signal("a", 8);
  const auto b = waves->signal("b", 1);
  waves->record(a, 1, 7);
  waves->record(a, 10, 8);
  waves->record(b, 12, 1);
  waves->record(a, 19, 9);
  waves->record(b, 20, 0);
  waves->advance(50);
  waves->finish(60);
  const std::string text = dump.text();
  CHECK(text.substr(text.find("#100\n")) == "#100\n$dumpvars\nb1000 !\nx\"\n$end\n#120\n1\"\n#190\nb1001 !\n#200\n");
}

TEST_CASE("a window after the end of the run shows the last values") {
  const DumpName dump("late");
  const auto waves = wave::open_vcd(dump.path, 100, 200);
  const auto a = waves->signal("a", 8);
  waves->record(a, 1, 7);
  waves->finish(50);
  const std::string text = dump.text();
  CHECK(text.substr(text.find("#")) == "#500\n$dumpvars\nb111 !\n$end\n");
}

TEST_CASE("more signals than one character can name") {
  const DumpName dump("many");
  const auto waves = wave::open_vcd(dump.path);
  wave::SignalId last;
  for (int i = 0; i < 94 * 94 + 200; ++i) last = waves->signal("top.s" + std::to_string(i), 1);
  waves->record(last, 0, 1);
  waves->finish(1);
  std::istringstream text(dump.text());
  std::set<std::string> ids;
  unsigned variables = 0;
  for (std::string word; text >> word && word != "$enddefinitions";) {
    if (word != "$var") continue;
    text >> word >> word >> word;
    ids.insert(word);
    ++variables;
  }
  CHECK(variables == 94 * 94 + 200);
  CHECK(ids.size() == variables);
}

TEST_CASE("the file takes its name only when it is finished") {
  const DumpName dump("name");
  {
    const auto waves = wave::open_vcd(dump.path);
    const auto a = waves->signal("a", 1);
    waves->record(a, 0, 1);
    waves->advance(10);
    CHECK_FALSE(DumpName::exists(dump.path));
  }
  CHECK_FALSE(DumpName::exists(dump.path));
  CHECK_FALSE(dump.part_exists());
}

TEST_CASE("bad waveform files, windows, paths and records are refused") {
  const DumpName dump("bad");
  CHECK_THROWS_AS(wave::open_vcd("no_such_folder/x.vcd"), InputError);
  CHECK_THROWS_WITH(wave::open_vcd("/dev/null"), "cannot create '/dev/null': it is not a regular file");
  CHECK_THROWS_WITH(wave::open_vcd("."), "cannot create '.': it is a folder");
  CHECK_THROWS_AS(wave::open_vcd(dump.path, 5, 5), InputError);
  const auto waves = wave::open_vcd(dump.path);
  const auto a = waves->signal("a.b", 2);
  const auto t = waves->text_signal("a.t", {"one"});
  CHECK_THROWS_AS(waves->signal("a.b", 2), RunError);
  CHECK_THROWS_AS(waves->signal("a..b", 2), RunError);
  CHECK_THROWS_AS(waves->signal("a.wide", 65), RunError);
  waves->record(a, 3, 4);
  CHECK_THROWS_WITH(waves->advance(5), "wave signal 'a.b' cannot have the value 4");
  waves->record(t, 9, 1);
  CHECK_THROWS_WITH(waves->advance(10), "wave signal 'a.t' cannot have the value 1");
  waves->advance(20);
  CHECK_THROWS_WITH(waves->record(a, 19, 0),
                    "wave signal 'a.b' changes at cycle 19, but cycle 20 has already been reached");
}

TEST_CASE("two dumps of the same records are the same bytes") {
  const DumpName first("same1"), second("same2");
  for (const DumpName* dump : {&first, &second}) {
    const auto waves = wave::open_vcd(dump->path);
    std::vector<wave::SignalId> signals;
    for (int i = 0; i < 70; ++i) signals.push_back(waves->signal("s" + std::to_string(i), 16));
    std::uint64_t random = 1;
    for (Cycle now = 0; now < 20000; ++now) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      waves->record(signals[random >> 40 & 63], now + (random >> 50 & 511), random >> 48);
      waves->advance(now);
    }
    waves->finish(20600);
  }
  CHECK(first.text() == second.text());
  CHECK(first.text().size() > 100000);
}
