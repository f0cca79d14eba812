// Lines of a trace file, plain and compressed.
#include <boost/iostreams/copy.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <catch2/catch.hpp>
#include <fstream>
#include <sys/stat.h>

#include "support/temporary_folder.h"
#include "trace/trace_text.h"

using namespace unibank;
using namespace unibank::trace;
using unibank::test::lines_of;

namespace {

std::vector<std::string> all_of(LineSource& lines) {
  std::vector<std::string> all;
  std::string_view line;
  while (lines.next(line)) all.push_back(std::to_string(lines.number()) + ": " + std::string(line));
  return all;
}

std::string compressed(const std::string& text) {
  std::istringstream from(text);
  std::ostringstream to;
  boost::iostreams::filtering_ostream filter;
  filter.push(boost::iostreams::lzma_compressor());
  filter.push(to);
  boost::iostreams::copy(from, filter);
  return to.str();
}

}  // namespace

TEST_CASE("lines may end as on Unix or Windows and blank ones are skipped but counted") {
  CHECK(all_of(*lines_of("a b \r\n\n \t\r\n  c\nd")) == std::vector<std::string>{"1: a b", "4: c", "5: d"});
  CHECK(all_of(*lines_of("")).empty());
  CHECK(all_of(*lines_of("\n\n")).empty());
}

TEST_CASE("a line may be longer than a piece of the file and a file longer than many pieces") {
  std::string text;
  std::vector<std::string> expected;
  for (unsigned i = 1; i <= 40; ++i) {
    const std::string line(i * 5000, static_cast<char>('a' + i % 26));
    text += line + "\n";
    expected.push_back(std::to_string(i) + ": " + line);
  }
  CHECK(all_of(*lines_of(text)) == expected);
}

TEST_CASE("a file that is not text is refused before it fills the memory") {
  const auto lines = lines_of(std::string(3 << 20, 'x'));
  CHECK_THROWS_WITH(all_of(*lines),
                    "t.traceg:1: found a line of more than 1048576 characters; expected a trace, as text");
}

TEST_CASE("a pipe or a device is refused as a trace without waiting for it") {
  const TemporaryFolder folder;
  const std::string pipe = folder.path / "kernel-1.traceg";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THROWS_WITH(open_lines(pipe), "cannot open '" + pipe + "': it is not a regular file");
  CHECK_THROWS_WITH(open_lines("/dev/zero"), "cannot open '/dev/zero': it is not a regular file");
}

TEST_CASE("no more text is read than a file may become") {
  std::string text;
  for (unsigned i = 0; i < 100000; ++i) text += "0123456789\n";
  LineSource enough(std::make_unique<std::istringstream>(text), "t.traceg.xz", text.size());
  CHECK(all_of(enough).size() == 100000);
  LineSource less(std::make_unique<std::istringstream>(text), "t.traceg.xz", text.size() - 1);
  CHECK_THROWS_WITH(all_of(less),
                    Catch::Contains("found an .xz file that decompresses to more than 2000 times its size; "
                                    "expected less, or the trace as text"));
}

TEST_CASE("a compressed trace gives the same lines") {
  const TemporaryFolder folder;
  const std::string path = (folder.path / "kernel-1.traceg.xz").string();
  std::string text;
  for (unsigned i = 0; i < 100000; ++i) text += std::to_string(i * 7919) + " ffffffff\n";
  const std::string whole = compressed(text);
  std::ofstream(path, std::ios::binary) << whole;
  CHECK(all_of(*open_lines(path)) == all_of(*lines_of(text)));
  SECTION("damaged in the middle: the file is named") {
    std::string damaged = whole;
    for (std::size_t i = 0; i < 64; ++i) damaged[damaged.size() / 2 + i] ^= 0x55;
    std::ofstream(path, std::ios::binary | std::ios::trunc) << damaged;
    CHECK_THROWS_WITH(all_of(*open_lines(path)), Catch::Contains(path) && Catch::Contains("cannot be decompressed"));
  }
  SECTION("plain text under such a name") {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
    CHECK_THROWS_WITH(all_of(*open_lines(path)), Catch::Contains("expected a whole .xz file"));
  }
}

TEST_CASE("a file that is not there and a folder are named") {
  CHECK_THROWS_WITH(open_lines("/no/such/file.traceg"),
                    "cannot open '/no/such/file.traceg': No such file or directory");
  CHECK_THROWS_WITH(open_lines("/tmp"), "cannot open '/tmp': it is a folder");
}
