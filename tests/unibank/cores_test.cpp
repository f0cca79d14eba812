// The option --cores: the files are the same for any number of cores.
#include <catch2/catch.hpp>

#include "unibank/folder.h"

namespace {

const std::string kFiveSms = " --design jing2016/integrated-fair --set gpu.sms=5";

// Results and waveform of a run, as one text.
std::string files_of(const Folder& folder, const std::string& run) {
  const auto ended = folder.run("run " + run + kFiveSms + " --json x.json --csv x.csv --vcd x.vcd --vcd-sm 3");
  REQUIRE(ended.status == 0);
  return ended.out + text_of(folder.path / "x.json") + text_of(folder.path / "x.csv") + text_of(folder.path / "x.vcd");
}

}  // namespace

TEST_CASE("results and waveforms are the same on any number of cores") {
  const Folder folder;
  for (const std::string workload : {"bfs", "histogram256"}) {
    const std::string one = files_of(folder, workload + " --size tiny");
    for (const std::string cores : {"1", "2", "4"}) {
      INFO(workload << " on " << cores);
      CHECK((files_of(folder, workload + " --size tiny --cores " + cores) == one));
    }
  }
}

TEST_CASE("a trace takes the same cycles on any number of cores") {
  const Folder folder;
  REQUIRE(folder.run("record srad --size tiny -o r").status == 0);
  const std::string one = files_of(folder, "r/kernelslist.g");
  for (const std::string cores : {"2", "3"}) {
    INFO(cores);
    CHECK((files_of(folder, "r/kernelslist.g --cores " + cores) == one));
  }
}
