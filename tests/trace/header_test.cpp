// The header before a kernel's instructions.
#include <catch2/catch.hpp>

#include "trace/trace_text.h"

using namespace unibank;
using namespace unibank::trace;
using namespace unibank::test;

namespace {

KernelHeader header_of(const std::string& text) { return read_header(*lines_of(text)); }

// The header of version 4 with one line replaced by another.
std::string with(const std::string& line, const std::string& other) {
  std::string text = header_text(4);
  const std::size_t at = text.find(line);
  REQUIRE(at != std::string::npos);
  return text.replace(at, text.find('\n', at) - at, other);
}

}  // namespace

TEST_CASE("a header says what a launch needs") {
  const KernelHeader header = header_of(
      header_text(5, "(4,2,3)", "(48,2,1)", "-enable lineinfo = 1\n-some key = new\n"));
  CHECK(header.name == "_Z3fooPf");
  CHECK(header.grid.x == 4);
  CHECK(header.grid.y == 2);
  CHECK(header.grid.z == 3);
  CHECK(header.threads() == 96);
  CHECK(header.warps() == 3);
  CHECK(header.scratchpad_bytes == 256);
  CHECK(header.registers == 32);
  CHECK(header.binary_version == 70);
  CHECK(header.shared_base == 0x7f0002000000);
  CHECK(header.local_base == 0x7f0000000000);
  CHECK(header.version == 5);
  CHECK(header.line_info);
}

TEST_CASE("keys come in any order and with any blanks") {
  std::string text = header_text(3);
  const std::size_t end = text.find("\n#");
  text = "-accelsim tracer version=3\r\n-nregs   =  7 \r\n-block dim = ( 1, 2 ,3 )\r\n-grid dim = (1,1,1)\r\n"
         "-binary version = 80\r\n-shmem = 0\r\n-kernel name = k<a, b>(int)\r\n" + text.substr(end);
  const KernelHeader header = header_of(text);
  CHECK(header.registers == 7);
  CHECK(header.threads() == 6);
  CHECK(header.name == "k<a, b>(int)");
  CHECK(header.shared_base == 0);
}

TEST_CASE("an invalid header is refused with the line and what was expected") {
  const auto refused = [](const std::string& text) -> std::string {
    try {
      header_of(text);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  CHECK(refused("") == "t.traceg: found the end of the file inside the header; expected a line that begins with '#'");
  CHECK(refused("\x7f" "ELF\x02\n") ==
        "t.traceg:1: found '?ELF?'; expected '-key = value', or '#traces format' at the header's end");
  CHECK(refused(with("-nregs", "-nregs 32")) == "t.traceg:6: found 'nregs 32'; expected '-key = value'");
  CHECK(refused(with("-nregs", "-nregs = many")) ==
        "t.traceg:6: -nregs: found 'many'; expected a number from 0 to 256");
  CHECK(refused(with("-nregs", "-nregs = 257")) == "t.traceg:6: -nregs: found '257'; expected a number from 0 to 256");
  CHECK(refused(with("-nregs", "")) ==
        "t.traceg:14: found the end of the header without '-nregs'; expected it before");
  CHECK(refused(with("-cuda", "-shmem = 4")) == "t.traceg:8: found '-shmem' again; expected it once");
  CHECK(refused(with("-grid", "-grid dim = (0,1,1)")) ==
        "t.traceg:3: -grid dim: found '(0,1,1)'; expected (x,y,z), (1,1,1) to (2147483647,65535,65535)");
  CHECK(refused(with("-grid", "-grid dim = (1,1)")) ==
        "t.traceg:3: -grid dim: found '(1,1)'; expected (x,y,z), (1,1,1) to (2147483647,65535,65535)");
  CHECK(refused(with("-grid", "-grid dim = 4,1,1")) ==
        "t.traceg:3: -grid dim: found '4,1,1'; expected (x,y,z), (1,1,1) to (2147483647,65535,65535)");
  CHECK(refused(with("-block", "-block dim = (33,32,1)")) ==
        "t.traceg:4: -block dim: found '(33,32,1)'; expected a block of at most 1024 threads");
  CHECK(refused(with("-accelsim", "-accelsim tracer version = 7")) ==
        "t.traceg:12: -accelsim tracer version: found '7'; expected a version from 1 to 6");
  CHECK(refused(with("-binary", "-binary version = 35")) ==
        "t.traceg:7: -binary version: found '35'; expected 50 to 53 (Maxwell), 60 to 62 (Pascal), 70 or 72 (Volta), "
        "75 (Turing), 80 to 88 (Ampere), 89 (Ada), 90 (Hopper), or 100 to 121 (Blackwell)");
  CHECK(refused(with("-binary", "-binary version = 91")).find("found '91'") != std::string::npos);
  CHECK(refused(with("-shmem base", "-shmem base_addr = 12g4")) ==
        "t.traceg:9: -shmem base_addr: found '12g4'; expected a hexadecimal address");
}

TEST_CASE("a header may name any GPU from Maxwell to Blackwell") {
  for (const unsigned version : {52u, 60u, 61u, 70u, 75u, 80u, 86u, 89u, 90u, 100u, 103u, 120u}) {
    INFO(version);
    CHECK(header_of(with("-binary", "-binary version = " + std::to_string(version))).binary_version == version);
  }
}

TEST_CASE("a header has at most a million lines of instructions and 64 MB of them") {
  const auto header_of = [](std::size_t lines, const std::string& line) {
    std::string more;
    for (std::size_t i = 0; i < lines; ++i) more += line;
    return read_header(*lines_of(header_text(5, "(1,1,1)", "(32,1,1)", more))).own.size();
  };
  CHECK(header_of(1000000, "-unibank x\n") == 1000000);
  const std::string reason = "found more than 1000000 header lines '-unibank', or 67108864 bytes of them; expected one "
                             "for each instruction of a kernel";
  CHECK_THROWS_WITH(header_of(1000001, "-unibank x\n"), "t.traceg:1000013: " + reason);
  CHECK_THROWS_WITH(header_of(68, "-unibank " + std::string(1000000, 'x') + "\n"), "t.traceg:80: " + reason);
}
