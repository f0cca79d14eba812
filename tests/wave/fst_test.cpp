// Waveforms as FST, through vcd2fst: Debian's where it is installed, and scripts in its place for what can go wrong.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/input_error.h"
#include "support/temporary_folder.h"
#include "wave/fst_converter.h"
#include "wave/writer.h"

using namespace unibank;
namespace fs = std::filesystem;

namespace {

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// What is unfinished there.
std::vector<std::string> parts(const fs::path& folder) {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().string().find(".part") != std::string::npos) found.push_back(entry.path().filename().string());
  return found;
}

void write_waves(const std::string& path, unsigned changes = 5) {
  const auto waves = wave::open_vcd(path);
  const auto state = waves->text_signal("sm0.warp.state_00", {"ready", "long_wait"});
  const auto queue = waves->signal("dram.queue", 8);
  waves->record(state, 0, 0);
  for (unsigned at = 0; at < changes; ++at) {
    waves->record(queue, at, at % 256);
    waves->advance(at);
  }
  waves->record(state, changes, 1);
  waves->finish(changes + 4);
}

// A folder that is all of PATH, with a vcd2fst of this script: its fourth argument is the file.
class Path : public TemporaryFolder {
 public:
  explicit Path(const std::string& script) {
    if (!script.empty()) {
      std::ofstream(path / "vcd2fst") << "#!/bin/sh\nPATH=/usr/bin:/bin\n" << script << "\n";
      fs::permissions(path / "vcd2fst", fs::perms::owner_all);
    }
    ::setenv("PATH", path.c_str(), 1);
  }
  std::string file() const { return path / "x.fst"; }
};

}  // namespace

TEST_CASE("a name that ends in fst asks for FST") {
  CHECK(wave::names_fst("x.fst"));
  CHECK(wave::names_fst("a/b.vcd.fst"));
  for (const char* name : {"x.vcd", "fst", ".fst", "x.fst.vcd", ""}) CHECK_FALSE(wave::names_fst(name));
}

TEST_CASE("vcd2fst is given the dump with a date that is always the same") {
  const Path path("cat >\"$(dirname $4)/seen\"; printf '\\0\\0\\0\\0\\0\\0\\0\\0\\010' >\"$4\"");
  write_waves(path.file());
  write_waves(path.path / "x.vcd");
  CHECK(text_of(path.path / "seen") == "$date none $end\n" + text_of(path.path / "x.vcd"));
  CHECK(text_of(path.file()).size() == 9);
  CHECK(parts(path.path).empty());
}

TEST_CASE("FST without vcd2fst is refused and leaves no file") {
  const Path path("");
  CHECK_THROWS_WITH(wave::open_vcd(path.file()),
                    "a waveform as FST needs vcd2fst, which is not in PATH; expected Debian's package gtkwave, or a "
                    "file name that does not end in .fst");
  CHECK(fs::is_empty(path.path));
  CHECK_THROWS_AS(wave::open_vcd(path.path / "no" / "x.fst"), InputError);
}

TEST_CASE("a vcd2fst that fails or writes no whole file is an error and leaves no file") {
  const std::string all = "cat >/dev/null; ";
  // It stops before it has read all; fails; writes nothing; less than a block; a block that ends too early, too late.
  for (const std::string& script :
       {std::string("exit 0"), all + "exit 1", all + ": >\"$4\"", all + "printf '\\0\\0' >\"$4\"",
        all + "printf '\\0\\0\\0\\0\\0\\0\\0\\0\\010x' >\"$4\"",
        all + "printf '\\0\\0\\0\\0\\0\\0\\0\\0\\011' >\"$4\""}) {
    INFO(script);
    const Path path(script);
    CHECK_THROWS_WITH(write_waves(path.file(), 1000000),
                      Catch::StartsWith("cannot write '" + path.file() + "': vcd2fst "));
    CHECK_FALSE(fs::exists(path.file()));
    CHECK(parts(path.path).empty());
  }
}

TEST_CASE("a writer that is given up ends its vcd2fst") {
  const Path path("echo $$ >\"$(dirname $4)/number\"; : >\"$4.hier\"; exec sleep 1000");
  std::string number;
  {
    const auto waves = wave::open_vcd(path.file());
    while (number.empty() || parts(path.path).size() < 2) number = text_of(path.path / "number");
  }
  CHECK_FALSE(fs::exists("/proc/" + number.substr(0, number.find('\n'))));
  CHECK(parts(path.path).empty());
}

TEST_CASE("Debian's vcd2fst makes the same FST of the same records with all their changes") {
  if (std::system("command -v vcd2fst fst2vcd >/dev/null") != 0) {
    WARN("vcd2fst is not in PATH (Debian's package gtkwave): FST is not tested");
    return;
  }
  const TemporaryFolder folder;
  const std::string first = folder.path / "1.fst", second = folder.path / "2.fst", back = folder.path / "back.vcd";
  write_waves(first);
  std::system("sleep 1.1");  // a time of day in the file would differ
  write_waves(second);
  CHECK((text_of(first) == text_of(second)));
  REQUIRE(std::system(("fst2vcd '" + first + "' >'" + back + "'").c_str()) == 0);
  const std::string changes = text_of(back);
  CHECK_THAT(changes, Catch::Contains("$var wire 8 \" queue [7:0] $end") && Catch::Contains("\n\tnone\n"));
  CHECK_THAT(changes, Catch::EndsWith("#10\nb00000001 \"\n#20\nb00000010 \"\n#30\nb00000011 \"\n#40\nb00000100 \"\n"
                                      "#50\nslong_wait !\n#90\n"));
}
