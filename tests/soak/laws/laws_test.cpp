// The comparisons of a run's files with its counters find what is wrong.
#include <catch2/catch.hpp>

#include <fstream>
#include <nlohmann/json.hpp>

#include "soak/laws/timeline_laws.h"
#include "soak/laws/transaction_laws.h"
#include "soak/laws/wave_laws.h"
#include "support/temporary_folder.h"
#include "wave/ftr_file.h"
#include "wave/writer.h"

using namespace unibank;
using unibank::test::timeline_difference;
using unibank::test::transaction_difference;
using Catch::Contains;
using wave::FtrFile;

namespace {

// A waveform and a timeline of the same three signals.
struct Waves : TemporaryFolder {
  Waves() {
    std::vector<std::unique_ptr<wave::Writer>> files;
    files.push_back(wave::open_vcd(vcd, 0));
    files.push_back(wave::open_timeline(timeline, {}, {"empty"}));
    const std::unique_ptr<wave::Writer> both = wave::all_of(std::move(files));
    const wave::SignalId state = both->text_signal("sm0.warp.state_00", {"empty", "ready", "barrier"}),
                         full = both->signal("sm0.mshr.full", 1), queue = both->signal("dram.queue", 8);
    both->declared();
    both->record(state, 0, 0);
    both->record(queue, 0, 0);
    both->record(full, 0, 0);
    both->record(state, 3, 1);
    both->record(full, 5, 1);
    both->record(queue, 6, 5);
    both->record(full, 7, 0);
    both->record(state, 9, 2);
    both->finish(20);
  }
  // The difference when this text of the timeline, or of the waveform, is another one.
  std::string with(const std::string& from, const std::string& to) const {
    for (const auto& file : {timeline, vcd}) {
      std::string text = text_of(file);
      const std::size_t at = text.find(from);
      if (at == text.npos) continue;
      std::ofstream(file) << text.replace(at, from.size(), to);
      return timeline_difference(timeline, vcd);
    }
    FAIL("there is no " << from);
    return "";
  }
  const std::filesystem::path vcd = path / "x.vcd", timeline = path / "x.json";
};

using Json = nlohmann::json;

// The counters of a run with two reads of the MSHR, one write, and one row of the cache.
Json counters() {
  Json run = {{"sms", 1}, {"tag_fills", 0}, {"tag_lookups", 0}};
  for (const char* name : {"operand_reads", "operand_writes", "reused"}) run["registers"][name] = 0;
  run["lines"]["register_cycles"] = 0;
  for (const char* name : {"kept", "dropped", "hits"}) run["victims"][name] = 0;
  for (const char* of : {"cache", "scratchpad"})
    for (const char* rows : {"row_reads", "row_writes"}) run[of][rows] = 0;
  run["cache"]["row_reads"] = 1;
  run["crossbar"]["transfers"] = 1;
  run["mshr"] = {{"reads", 2}, {"writes", 1}};
  run["read_only"]["reads"] = 0;
  run["interconnect"]["requests"] = 0;
  run["dram"] = {{"reads", 2}, {"writes", 1}, {"read_bytes", 256}};
  return run;
}

struct Transactions : TemporaryFolder {
  // `end`: of the row's passage through the crossbar, which lasts from 8 to 9.
  explicit Transactions(const Json& run = counters(), bool refused = false, Cycle end = 9) {
    FtrFile file(path / "x.ftr");
    const auto add = [&](FtrFile::Stream stream, const char* command, Cycle begin, Cycle last, std::uint64_t bytes,
                         const char* response = "TLM_OK_RESPONSE") {
      using When = FtrFile::Attribute::When;
      const std::uint64_t id = file.next_id();
      file.transaction(id, file.generator(stream, command), begin, last,
                       {{When::kBegin, file.text("address"), false, 128},
                        {When::kBegin, file.text("bytes"), false, bytes},
                        {When::kBegin, file.text("kind"), true, file.text("cache")},
                        {When::kEnd, file.text("response"), true, file.text(response)}});
      return id;
    };
    const FtrFile::Stream mshr = file.stream("gpu.sm0.mshr.memory", "TLM"),
                          dram = file.stream("gpu.atomic_unit.out", "TLM"),
                          ports = file.stream("gpu.sm0.row_ports.crossbar3", "TLM"),
                          crossbar = file.stream("gpu.sm0.crossbar.to3_1", "TLM");
    for (const FtrFile::Stream stream : {mshr, dram}) {
      add(stream, "read", 1, 5, 128);
      add(stream, "read", 2, 6, 128);
      add(stream, "write", 3, 7, 128, refused ? "TLM_ADDRESS_ERROR_RESPONSE" : "TLM_OK_RESPONSE");
    }
    const std::uint64_t row = add(ports, "read", 8, 9, 16);
    file.relation(file.text("passes on"), ports, row, crossbar, add(crossbar, "read", 8, end, 16));
    file.finish();
    std::ofstream(path / "x.json") << Json{{"runs", {run}}};
  }
  std::string difference() const { return transaction_difference(path / "x.ftr", path / "x.json"); }
};

// The difference between a waveform with two launches, of 4 and 6 cycles, and a run with these rows.
std::string difference_of_launches(const std::vector<unsigned>& cycles) {
  const TemporaryFolder folder;
  const std::unique_ptr<wave::Writer> waves = wave::open_vcd(folder.path / "x.vcd");
  const wave::SignalId launch = waves->signal("launch.number", 32);
  waves->declared();
  waves->record(launch, 1, 0);
  waves->record(launch, 5, 1);
  waves->finish(11);
  Json run = {{"sms", 1}, {"effective_design", ""}, {"launches", Json::array()},
              {"issued_slots", 0}, {"stalls", Json::object()}};
  for (const unsigned one : cycles) run["launches"].push_back({{"cycles", one}});
  std::ofstream(folder.path / "x.json") << Json{{"runs", {run}}};
  return unibank::test::wave_difference(folder.path / "x.vcd", folder.path / "x.json");
}

// The difference between a waveform with five instructions in the queue of the scratchpad and a run with four places.
std::string difference_of_places(bool copies) {
  const TemporaryFolder folder;
  const std::unique_ptr<wave::Writer> waves = wave::open_vcd(folder.path / "x.vcd");
  const wave::SignalId queue = waves->signal("sm0.load_store.scratchpad_queue", 16);
  waves->declared();
  waves->record(queue, 1, 5);
  waves->finish(11);
  const Json run = {{"sms", 1}, {"effective_design", "[sm]\nmemory_queue = 4"}, {"issued_slots", 0},
                    {"stalls", Json::object()}};
  std::ofstream(folder.path / "x.json") << Json{{"runs", {run}}};
  return unibank::test::wave_difference(folder.path / "x.vcd", folder.path / "x.json", copies);
}

}  // namespace

TEST_CASE("a queue of the scratchpad with more instructions than places is found unless copies write") {
  CHECK(difference_of_places(false) == "the waveform has 5 in the queue of the scratchpad, which has 4 places");
  CHECK(difference_of_places(true).empty());
}

TEST_CASE("the rows of launches are compared with the launches of the waveform") {
  CHECK(difference_of_launches({4, 6}).empty());
  CHECK(difference_of_launches({3, 6}).empty());  // the next launch need not start at once
  CHECK(difference_of_launches({5, 6}) == "the waveform has 4 cycles of launch 0; its row 5");
  CHECK(difference_of_launches({4, 7}) == "the waveform has 6 cycles of launch 1; its row 7");
  CHECK(difference_of_launches({10}) == "the waveform has 2 launches; the run has 1 rows");
}

TEST_CASE("a timeline of the same records shows what the waveform shows") {
  const Waves waves;
  CHECK(timeline_difference(waves.timeline, waves.vcd).empty());
}

TEST_CASE("a timeline with another slice or counter or track than the waveform is found") {
  CHECK_THAT(Waves().with("\"ts\":0.003,\"dur\":0.006", "\"ts\":0.003,\"dur\":0.005"),
             Contains("track 'sm0.warp.state_00' of the timeline has barrier 1 times in 11 cycles, ready 1 times in 5 "
                      "cycles, the waveform barrier 1 times in 11 cycles, ready 1 times in 6 cycles,"));
  CHECK_THAT(Waves().with("{\"ph\":\"X\",\"name\":\"full\",\"pid\":1,\"tid\":2,\"ts\":0.005,\"dur\":0.002},\n", ""),
             Contains("track 'sm0.mshr.full' of the timeline has nothing, the waveform full 1 times in 2 cycles,"));
  CHECK_THAT(Waves().with("\"args\":{\"value\":5}", "\"args\":{\"value\":4}"),
             Contains("track 'dram.queue' of the timeline has 0 1 times in 6 cycles, 4 1 times"));
  CHECK_THAT(Waves().with("$var string 1 ! state_00", "$var string 1 ! state_01"),
             Contains("the timeline has a track 'sm0.warp.state_00' too many"));
}

TEST_CASE("transactions with what the counters count are right") { CHECK(Transactions().difference().empty()); }

TEST_CASE("transactions that the counters do not count and that do not lie in their origin are found") {
  const auto with = [](const char* group, const char* name, unsigned value) {
    Json run = counters();
    run[group][name] = value;
    return Transactions(run).difference();
  };
  CHECK_THAT(with("mshr", "reads", 3), Contains("there are 2 transactions of reads at .*\\.mshr\\.memory; the counters "
                                                "count 3"));
  CHECK_THAT(with("mshr", "writes", 2), Contains("there are 1 transactions of writes at .*\\.mshr\\.memory"));
  CHECK_THAT(with("dram", "reads", 1), Contains("there are 2 transactions of reads at gpu\\.atomic_unit"));
  CHECK_THAT(with("dram", "read_bytes", 255), Contains("256 transactions of bytes read at L2 or DRAM"));
  CHECK_THAT(with("cache", "row_reads", 2), Contains("16 transactions of bytes that rows of the cache read"));
  CHECK_THAT(with("crossbar", "transfers", 2), Contains("there are 1 transactions of the crossbar"));
  CHECK_THAT(Transactions(counters(), true).difference(), Contains("transaction 3 of gpu.sm0.mshr.memory was refused"));
  CHECK_THAT(Transactions(counters(), false, 10).difference(),
             Contains("transaction 8 is not within 7, which it was passed on from"));
}

TEST_CASE("the transactions of one of several SMs are not compared with the counters of all") {
  Json run = counters();
  run["sms"] = 2;
  run["mshr"]["reads"] = 5;
  CHECK(Transactions(run).difference().empty());
}
