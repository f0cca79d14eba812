// Waveforms in the FST format. The tests that read them with GTKWave's own programs are skipped without Debian's
// gtkwave, and most of the others without fstapi.
#include <catch2/catch.hpp>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <sstream>
#include <sys/resource.h>

#include "base/input_error.h"
#include "support/temporary_folder.h"
#include "wave/fst.h"
#include "wave/writer.h"

using namespace unibank;
namespace fs = std::filesystem;

namespace {

void write_waves(const std::string& path, unsigned changes = 5) {
  const auto waves = wave::open_vcd(path);
  const auto state = waves->text_signal("sm0.warp.state_00", {"ready", "long wait\\"});
  const auto queue = waves->signal("dram.queue", 8);
  const auto never = waves->signal("dram.never", 64);
  const auto full = waves->signal("sm0.full", 1);
  waves->record(state, 0, 0);
  for (unsigned at = 0; at < changes; ++at) {
    waves->record(queue, at, at % 256);
    waves->record(full, at, at % 3 == 0);
    waves->advance(at);
  }
  waves->record(state, changes, 1);
  waves->finish(changes + 4);
  (void)never;
}

// Random changes of 128 of 200 signals, of every width and kind.
void write_every_width(wave::Writer& waves, unsigned changes) {
  std::vector<wave::SignalId> signals;
  for (unsigned i = 0; i < 200; ++i) {
    const std::string path = "sm" + std::to_string(i % 7) + ".unit" + std::to_string(i % 3) + ".s" + std::to_string(i);
    signals.push_back(i % 20 == 0 ? waves.text_signal(path, {"free", "a b", "busy\n", "", "\xc3\xa4"})
                                  : waves.signal(path, i % 65 == 0 ? 1 : i % 65));
  }
  waves.declared();
  std::uint64_t random = 1;
  Cycle now = 7;
  for (unsigned i = 0; i < changes; ++i) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    const unsigned signal = random >> 40 & 127, bits = signal % 65 == 0 ? 1 : signal % 65;
    const std::uint64_t value = random >> 20;
    waves.record(signals[signal], now, signal % 20 == 0 ? value % 5 : bits < 44 ? value & ((1ull << bits) - 1) : value);
    if ((random >> 33 & 7) == 0) waves.advance(now += 1 + (random >> 50 & 255) / 255 * 100000);
  }
  waves.finish(now + 10);
}

// The changes that GTKWave's reader finds, without the lines before the declarations.
std::string changes_of(const fs::path& file) {
  const fs::path back = file.string() + ".back";
  REQUIRE(std::system(("fst2vcd '" + file.string() + "' >'" + back.string() + "'").c_str()) == 0);
  const std::string text = text_of(back);
  fs::remove(back);
  return text.substr(text.find("$scope"));
}

// Changes at the same time may come in any order, so they are sorted.
std::vector<std::string> in_order(const std::string& changes) {
  std::vector<std::string> lines;
  std::istringstream text(changes);
  std::size_t begin = 0;
  for (std::string line; std::getline(text, line);) {
    lines.push_back(line);
    if (line[0] != '#') continue;
    std::sort(lines.begin() + static_cast<std::ptrdiff_t>(begin), lines.end() - 1);
    begin = lines.size();
  }
  return lines;
}

bool has_fst() {
  try {
    wave::check_fst();
    return true;
  } catch (const InputError&) {
    return false;
  }
}

bool without(const char* programs) {
  if (std::system(("command -v " + std::string(programs) + " >/dev/null").c_str()) == 0) return false;
  WARN(programs << ": not in PATH (Debian's package gtkwave)");
  return true;
}

// Limits the size of files while it exists; writing more is an error.
class FilesEnd {
 public:
  explicit FilesEnd(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit now{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &now);
  }
  ~FilesEnd() { ::setrlimit(RLIMIT_FSIZE, &before_); }
  FilesEnd(const FilesEnd&) = delete;
  FilesEnd& operator=(const FilesEnd&) = delete;

 private:
  rlimit before_{};
};

}  // namespace

TEST_CASE("a name that ends in fst asks for FST") {
  CHECK(wave::names_fst("x.fst"));
  CHECK(wave::names_fst("a/b.vcd.fst"));
  for (const char* name : {"x.vcd", "fst", ".fst", "x.fst.vcd", ""}) CHECK_FALSE(wave::names_fst(name));
}

TEST_CASE("a build without fstapi refuses FST and leaves no file") {
  if (has_fst()) return;
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(wave::open_vcd(folder.path / "x.fst"),
                    "this program was built without FST, whose writer is part of Debian's package verilator (with "
                    "zlib1g-dev); expected one that was built with it, or a file name that does not end in .fst");
  CHECK(fs::is_empty(folder.path));
}

TEST_CASE("the blocks of an FST follow each other and it has no date") {
  if (!has_fst()) return;
  const TemporaryFolder folder;
  write_waves(folder.path / "x.fst");
  const std::string text = text_of(folder.path / "x.fst");
  std::vector<unsigned> kinds;
  std::size_t at = 0;
  while (at < text.size()) {
    kinds.push_back(static_cast<unsigned char>(text[at]));
    std::size_t length = 0;
    for (std::size_t i = 1; i <= 8; ++i) length = length << 8 | static_cast<unsigned char>(text.at(at + i));
    at += 1 + length;
  }
  CHECK(at == text.size());
  CHECK(kinds == std::vector<unsigned>{0, 8, 3, 6});  // header, changes, geometry, hierarchy
  CHECK(text.substr(74, 128) == "Unibank" + std::string(121, '\0'));
  CHECK(text.substr(202, 119) == "none" + std::string(115, '\0'));
  CHECK(text[73] == -10);  // 10^-10 s
  CHECK(fs::directory_iterator(folder.path)->path().filename() == "x.fst");
}

TEST_CASE("the same records give the same FST") {
  if (!has_fst()) return;
  const TemporaryFolder folder;
  for (const char* name : {"1.fst", "2.fst"}) write_waves(folder.path / name);
  std::system("sleep 1.1");  // a time of day in the file would now differ
  write_waves(folder.path / "3.fst");
  CHECK(text_of(folder.path / "1.fst") == text_of(folder.path / "2.fst"));
  CHECK(text_of(folder.path / "1.fst") == text_of(folder.path / "3.fst"));
}

TEST_CASE("GTKWave finds all changes in an FST") {
  if (!has_fst() || without("fst2vcd")) return;
  const TemporaryFolder folder;
  write_waves(folder.path / "x.fst");
  CHECK(changes_of(folder.path / "x.fst") ==
        "$scope module sm0 $end\n$var wire 1 ! full $end\n$scope module warp $end\n$var string 0 \" state_00 $end\n"
        "$upscope $end\n$upscope $end\n$scope module dram $end\n$var wire 8 # queue [7:0] $end\n"
        "$var wire 64 $ never [63:0] $end\n$upscope $end\n$enddefinitions $end\n#0\n$dumpvars\nb" +
            std::string(64, 'x') + " $\nb00000000 #\nsready \"\n1!\n$end\n#10\n0!\nb00000001 #\n#20\nb00000010 #\n"
            "#30\nb00000011 #\n1!\n#40\n0!\nb00000100 #\n#50\nslong\\040wait\\\\ \"\n#90\n");
}

TEST_CASE("an FST has the contents of a VCD of the same records") {
  if (!has_fst() || without("fst2vcd") || without("vcd2fst")) return;
  const TemporaryFolder folder;
  const std::string vcd = folder.path / "x.vcd", theirs = folder.path / "theirs.fst", ours = folder.path / "ours.fst";
  wave::Selection window;
  window.from = 11;
  for (const unsigned changes : {0u, 1u, 5000u, 2500000u}) {  // the last one, so large that it has several sections
    write_every_width(*wave::open_vcd(vcd, window), changes);
    write_every_width(*wave::open_vcd(ours, window), changes);
    REQUIRE(std::system(("vcd2fst '" + vcd + "' '" + theirs + "' 2>/dev/null").c_str()) == 0);
    INFO(changes);
    CHECK((in_order(changes_of(ours)) == in_order(changes_of(theirs))));
    if (changes == 2500000) CHECK(fs::file_size(ours) * 4 < fs::file_size(vcd));
  }
}

TEST_CASE("a full disk during an FST is an error and leaves no file") {
  if (!has_fst()) return;
  const TemporaryFolder folder;
  const std::string path = folder.path / "x.fst";
  write_every_width(*wave::open_vcd(path), 1200000);
  const auto whole = fs::file_size(path);
  fs::remove(path);
  REQUIRE(whole > 1000000);
  for (const rlim_t bytes : {rlim_t{0}, rlim_t{100}, rlim_t{400000}, static_cast<rlim_t>(whole - 1)}) {
    INFO(bytes);
    const FilesEnd end(bytes);
    CHECK_THROWS_WITH(write_every_width(*wave::open_vcd(path), 1200000),
                      Catch::StartsWith("cannot write '" + path + "': File too large"));
    CHECK(fs::is_empty(folder.path));
  }
  CHECK_THROWS_AS(wave::open_vcd(folder.path / "no" / "x.fst"), InputError);
}

TEST_CASE("a discarded FST is removed with all of its parts") {
  if (!has_fst()) return;
  const TemporaryFolder folder;
  {
    const auto waves = wave::open_vcd(folder.path / "x.fst");
    write_every_width(*wave::all_of([&] {
      std::vector<std::unique_ptr<wave::Writer>> writers;
      writers.push_back(wave::open_vcd(folder.path / "y.fst"));
      return writers;
    }()), 100);
    const auto signal = waves->signal("a", 1);
    for (Cycle at = 0; at < 3000000; ++at) {
      waves->record(signal, at, at & 1);
      waves->advance(at);
    }
    CHECK(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator()) == 2);  // y, and x unfinished
  }
  CHECK(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator()) == 1);
}

TEST_CASE("an FST refuses what a VCD refuses") {
  if (!has_fst()) return;
  const TemporaryFolder folder;
  const auto waves = wave::open_vcd(folder.path / "x.fst");
  const auto narrow = waves->signal("a.narrow", 3);
  const auto text = waves->text_signal("a.text", {"one"});
  CHECK_THROWS_WITH(waves->signal("a.narrow", 3), "wave signal 'a.narrow' is declared twice");
  CHECK_THROWS_WITH(waves->signal("a..b", 3), "wave signal 'a..b' is not a dotted path");
  CHECK_THROWS_WITH(waves->signal("a.b", 65), "wave signal 'a.b' has 65 bits");
  waves->record(narrow, 1, 8);
  CHECK_THROWS_WITH(waves->advance(2), "wave signal 'a.narrow' cannot have the value 8");
  waves->record(text, 3, 1);
  CHECK_THROWS_WITH(waves->advance(4), "wave signal 'a.text' cannot have the value 1");
}
