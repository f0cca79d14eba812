// Wrong options of `run` for waveforms, timelines and transactions.
#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <utility>

#include "unibank/folder.h"

TEST_CASE("wrong options of waveforms give one clear line and status 2 and no file") {
  const std::pair<const char*, const char*> cases[] = {
      {"--vcd -", "--vcd is '-'; expected a file"},
      {"--vcd-window 1:2", "--vcd-window needs --vcd FILE, --timeline FILE or --transactions FILE"},
      {"--vcd-trigger mshr.full", "--vcd-trigger needs --vcd FILE or --timeline FILE"},
      {"--vcd-signals warps", "--vcd-signals needs --vcd FILE or --timeline FILE"},
      {"--vcd-sm 1", "--vcd-sm needs --vcd FILE, --timeline FILE or --transactions FILE"},
      {"--vcd-view x.gtkw", "--vcd-view needs --vcd FILE"},
      {"--timeline x --vcd-view x.gtkw", "--vcd-view needs --vcd FILE"},
      {"--vcd x.vcd --vcd-view x.gtk", "--vcd-view is 'x.gtk', expected a name that ends in .gtkw or .surf.ron"},
      {"--vcd x.vcd --vcd-view ''", "--vcd-view: the value is empty"},
      {"--vcd x.vcd --vcd-view a.gtkw --vcd-view ./a.gtkw", "--vcd-view: './a.gtkw' is needed by --vcd-view 'a.gtkw'"},
      {"--vcd x.vcd --vcd-view no/such/x.gtkw", "--vcd-view: cannot create"},
      {"--transactions no/such/x.ftr", "--transactions: cannot create"},
      {"--transactions x --vcd x", "--transactions: 'x' is needed by --vcd 'x'"},
      {"--transactions ''", "--transactions: the value is empty"},
      {"--functional --transactions x", "--functional has no time"},
      {"--cores 2 --transactions x", "--cores 2 does not go with --transactions: they are recorded on one core"},
      {"--transactions x --vcd y --vcd-trigger mshr.full", "--transactions has no trigger, so it does not go with"},
      {"--transactions x --vcd-signals warps", "--vcd-signals needs --vcd FILE or --timeline FILE"},
      {"--vcd x.vcd --vcd-sm 1", "there is no SM 1 to watch, expected a number below gpu.sms (1)"},
      {"--vcd x.vcd --vcd-window 9", "--vcd-window is '9', expected FROM:TO in cycles"},
      {"--vcd x.vcd --vcd-window 9:", "--vcd-window is '9:', expected FROM:TO in cycles"},
      {"--vcd x.vcd --vcd-window 9:9", "expected FROM below TO"},
      {"--vcd x.vcd --vcd-window=-9:9", "expected FROM below 0 only with --vcd-trigger"},
      {"--vcd x.vcd --vcd-trigger '>=4'", "the trigger '>=4' is not a condition, expected SIGNAL or SIGNAL==VALUE"},
      {"--vcd x.vcd --vcd-trigger ''", "--vcd-trigger: the value is empty"},
      {"--vcd x.vcd --vcd-trigger mshr.empty",
       "the trigger 'mshr.empty' matches no signal; known there: sm0.mshr.occupancy, sm0.mshr.full, "},
      {"--vcd x.vcd --vcd-trigger bank0.read", "matches several signals: sm0.cluster0.bank0.read, "},
      {"--vcd x.vcd --vcd-trigger warp.state_00==asleep", "unknown value 'asleep'; known: empty, ready, "},
      {"--vcd x.vcd --vcd-signals warps,bank",
       "unknown group of signals 'bank'; known: banks, cache, dram, issue, launch, locks, mshr, policies, read_only, "
       "rtl, units, warps"},
      {"--vcd x.vcd --vcd-signals warps,", "unknown group of signals ''; known: "},
      {"--vcd x.vcd --vcd-signals rtl", "the run has none of the selected signals"},
      {"--timeline no/such/x.json", "--timeline: cannot create"},
      {"--timeline x --vcd x", "--timeline: 'x' is needed by --vcd 'x'"},
      {"--timeline ''", "--timeline: the value is empty"},
      {"--functional --timeline x.json", "--functional has no time"},
  };
  const std::string run = "run needle --size tiny --design gebhart2012/unified-384k ";
  const Folder folder;
  for (const auto& [options, expected] : cases) {
    INFO(options);
    const Folder::Ended ended = folder.run(run + options);
    CHECK(ended.status == 2);
    CHECK(ended.out.empty());
    CHECK_THAT(ended.err, Catch::StartsWith("unibank: error: ") && Catch::Contains(expected));
    CHECK(std::count(ended.err.begin(), ended.err.end(), '\n') == 1);
    CHECK(folder.files().empty());
  }
}
