// What untrusted files may do and what they may not: a test for each sentence of SECURITY.md that no other test covers.
#include <catch2/catch.hpp>

#include <pty.h>
#include <regex>
#include <set>
#include <sys/stat.h>

#include "support/ptx_head.h"
#include "unibank/folder.h"

namespace {

std::string launch_of_warp(const std::string& kernel, const std::string& arguments = "") {
  return "[[launch]]\nkernel = \"" + kernel + "\"\ngrid = [1]\nblock = [32]\narguments = [" + arguments + "]\n";
}

// A folder with a kernel that does nothing and a manifest that launches it.
struct Program : Folder {
  explicit Program(const std::string& more = "") {
    write("k.ptx", std::string(unibank::test::kPtxHead) + ".visible .entry none() { ret; }\n");
    write("m.toml", "ptx = \"k.ptx\"\n" + more + launch_of_warp("none"));
  }
};

void check_refused(const Folder::Ended& ended, const std::string& reason) {
  INFO(ended.err);
  CHECK(ended.status == 2);
  CHECK(ended.err.rfind("unibank: error: ") == 0);  // and no second one
  CHECK_THAT(ended.err, Catch::Contains(reason));
}

std::vector<fs::path> sources() {
  std::vector<fs::path> found;
  for (const char* folder : {"models", "testbenches"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(UNIBANK_SOURCE_DIR) / folder)) {
      const std::string kind = entry.path().extension();
      if (kind == ".cpp" || kind == ".h") found.push_back(entry.path());
    }
  return found;
}

// The program's output on a terminal.
std::string shown_on_terminal(const std::string& command) {
  int terminal = -1;
  const pid_t process = ::forkpty(&terminal, nullptr, nullptr, nullptr);
  if (process == 0) {
    ::execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
    ::_exit(99);
  }
  std::string text;
  char piece[4096];
  for (ssize_t count; (count = ::read(terminal, piece, sizeof piece)) > 0;)
    text.append(piece, static_cast<std::size_t>(count));
  ::close(terminal);
  ::waitpid(process, nullptr, 0);
  return text;
}

// Prints ESC [ 3 1 m, a terminal's control sequence for red.
const char* const kPrinter = R"(.extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);
.global .align 1 .b8 text[7] = {27, 91, 51, 49, 109, 10};
.visible .entry print()
{
  .reg .b64 %l<3>;
  mov.u64 %l1, text;
  mov.u64 %l2, 0;
  { .param .b64 p0; .param .b64 p1; .param .b32 r;
    st.param.b64 [p0], %l1; st.param.b64 [p1], %l2;
    call.uni (r), vprintf, (p0, p1); }
  ret;
}
)";

// A paper with one point, in a folder of experiments.
void write_paper(const Folder& folder, const std::string& experiments) {
  const std::string paper = experiments + "/p/";
  fs::create_directories(folder.path / paper);
  folder.write(paper + "paper.toml", "title = \"P<b>\"\nworkloads = \"w.csv\"\nexperiments = [\"a\"]\n");
  folder.write(paper + "w.csv", "workload,registers,scratchpad,groups\nvectoradd,9,,all\n");
  folder.write(
      paper + "a.toml",
      "title = \"<script>alert(1)</script>\"\nsource = \"\\\"><img src=x>\"\nworkloads = \"all\"\nbaseline = \"x\"\n"
      "metrics = [\"performance\"]\n[size]\ntest = \"tiny\"\n[[series]]\nname = \"x\"\n"
      "design = \"gebhart2012/partitioned\"\n");
}

}  // namespace

TEST_CASE("every sentence of SECURITY.md about files has a test") {
  std::set<std::string> tests;
  const std::regex declared("TEST_CASE\\(\"([^\"]*)\"");
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(UNIBANK_SOURCE_DIR) / "tests")) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string text = text_of(entry.path());
    for (std::sregex_iterator at(text.begin(), text.end(), declared), end; at != end; ++at) tests.insert((*at)[1]);
  }
  std::istringstream lines(text_of(fs::path(UNIBANK_SOURCE_DIR) / "SECURITY.md"));
  std::string sentence;
  unsigned sentences = 0;
  const auto check = [&] {
    if (sentence.empty()) return;
    ++sentences;
    INFO(sentence);
    const std::size_t begin = sentence.find("Test: "), length = sentence.size() - 1;
    REQUIRE(begin != std::string::npos);
    CHECK(tests.count(sentence.substr(begin + 6, length - begin - 6)) == 1);
    sentence.clear();
  };
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("- ", 0) == 0) check(), sentence = line;
    else if (line.rfind("  ", 0) == 0 && !sentence.empty()) sentence += line.substr(1);
    else check();
  }
  check();
  CHECK(sentences >= 18);
}

TEST_CASE("what is wrong in a file shows a part of one line of it") {
  const Program folder;
  const std::string secret = "secret" + std::string(5000, 'x');
  folder.write("other", "fine\n" + secret + "\nanother\n");
  for (const char* what :
       {"run bad.toml --functional", "compile other", "show other.toml", "run vectoradd --design other.toml"}) {
    folder.write("bad.toml", "ptx = \"other\"\n" + launch_of_warp("none"));
    fs::copy_file(folder.path / "other", folder.path / "other.toml", fs::copy_options::overwrite_existing);
    const auto ended = folder.run(what);
    INFO(what);
    CHECK(ended.status == 2);
    CHECK(ended.err.size() < 600);
    CHECK_THAT(ended.err, !Catch::Contains("another"));
  }
}

TEST_CASE("what a kernel prints has no control characters on a terminal") {
  const Folder folder;
  folder.write("p.ptx", std::string(unibank::test::kPtxHead) + kPrinter);
  folder.write("p.toml", "ptx = \"p.ptx\"\n" + launch_of_warp("print"));
  const std::string command = "cd '" + folder.path.string() + "' && '" UNIBANK_PROGRAM "' run p.toml --functional";
  CHECK_THAT(folder.run("run p.toml --functional").out, Catch::Contains("\x1b[31m\n"));
  const std::string shown = shown_on_terminal(command);
  CHECK_THAT(shown, Catch::Contains("\\x1b[31m\r\n") && !Catch::Contains("\x1b[31m"));
}

TEST_CASE("names of outputs and lines of sources have no control characters on a terminal") {
  const Program folder;
  const auto ended = folder.run("run m.toml --functional --json 'x\x1b[31m.json' --csv 'x\x1b[31m.csv'");
  INFO(ended.err);
  CHECK(ended.status == 0);
  CHECK_THAT(ended.out, !Catch::Contains("\x1b") && Catch::Contains("results: x\\x1b[31m.json\n") &&
                            Catch::Contains("results: x\\x1b[31m.csv\n"));
  folder.write("k.ptx", std::string(unibank::test::kPtxHead) + ".visible .entry none() { \x9b" "31m \xe2\x80\xae; }\n");
  const auto refused = folder.run("run m.toml --functional");
  check_refused(refused, "k.ptx:");
  CHECK_THAT(refused.err, !Catch::Contains("\x9b") && !Catch::Contains("\xe2\x80\xae"));
}

TEST_CASE("only gnuplot Slurm and the program of exec are started, and nothing is opened to a network") {
  const std::regex starts(
      "\\b(exec[lv][a-z]*|popen|system|posix_spawnp?)\\(|#include <(sys/socket|netdb|netinet/.*|dlfcn|spawn)\\.h>");
  std::set<std::string> starting;
  for (const fs::path& source : sources()) {
    const std::string text = text_of(source);
    INFO(source);
    CHECK_THAT(text, !Catch::Contains("AF_INET"));
    if (source.parent_path().filename() == "runtime") continue;  // exec's runtime runs in the user's own program
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
      if (std::regex_search(line, starts)) starting.insert(source.filename());
  }
  starting.erase("driver.cpp");           // opens the CUDA driver for correlate, characterize --gpu and the judge
  starting.erase("methods_library.cpp");  // opens search methods installed with the program
  CHECK(starting == std::set<std::string>{"channel.cpp", "command_output.cpp", "gnuplot.cpp", "session.cpp"});
}

TEST_CASE("a kernel reaches no memory but its own") {
  const Folder folder;
  const std::string begin = ".visible .entry k() { .reg .b64 %a; .reg .b32 %r; .shared .b8 s[64]; .local .b8 l[64];\n";
  for (const char* body :
       {"mov.u64 %a, 0; ld.global.u32 %r, [%a];", "mov.u64 %a, 0x7fffffff0000; ld.global.u32 %r, [%a];",
        "mov.u64 %a, -4; st.global.u32 [%a], 1;", "mov.u64 %a, s; ld.shared.u32 %r, [%a+64];",
        "mov.u64 %a, l; st.local.u32 [%a+1048576], 1;", "mov.u64 %a, -8; ld.u32 %r, [%a];",
        "mov.u64 %a, 64; atom.global.add.u32 %r, [%a], 1;"}) {
    folder.write("k.ptx", unibank::test::kPtxHead + begin + body + " ret; }\n");
    folder.write("m.toml", "ptx = \"k.ptx\"\n" + launch_of_warp("k"));
    for (const std::string& how : {std::string(" --functional"), kPartitioned}) {
      const auto ended = folder.run("run m.toml" + how);
      INFO(body << how << ": " << ended.err);
      CHECK(ended.status == 1);
      CHECK_THAT(ended.err, Catch::StartsWith("unibank: error: ") && Catch::Contains("k.ptx"));
    }
  }
}

TEST_CASE("an output never takes the place of a file that is read") {
  const Program folder("[[buffer]]\nname = \"x\"\ntype = \"u8\"\ncount = 3\ninit = \"file\"\nfile = \"x.bin\"\n");
  folder.write("x.bin", "abc");
  folder.write("d.toml", "extends = \"gebhart2012/partitioned\"\n");
  const std::vector<std::string> before = {text_of(folder.path / "m.toml"), text_of(folder.path / "k.ptx"), "abc"};
  for (const char* name : {"m.toml", "k.ptx", "x.bin", "./d.toml"})
    for (const char* option : {"--json ", "--csv ", "--vcd ", "--timeline ", "--transactions "})
      check_refused(folder.run("run m.toml --design d.toml " + std::string(option) + name), "would replace the input");
  folder.write("s.toml", "programs = [\"m.toml\"]\ndesigns = [\"d.toml\"]\n");
  folder.write("search.toml", text_of(folder.path / "s.toml") +
                                  "[axes]\ncache.ways = [4, 8]\n[search]\nmethod = \"exhaustive\"\n"
                                  "minimize = \"cycles\"\nmaximize = \"ipc\"\n");
  folder.write("plotly.js", "Plotly");
  for (const char* study : {"s.toml", "search.toml"})
    for (const std::string name : {study, "m.toml", "k.ptx", "x.bin", "./d.toml", "plotly.js"})
      check_refused(folder.run("sweep " + std::string(study) + " --plotly plotly.js --report " + name),
                    "--report: writing '" + name + "' would replace the input");
  CHECK(std::vector<std::string>{text_of(folder.path / "m.toml"), text_of(folder.path / "k.ptx"),
                                 text_of(folder.path / "x.bin")} == before);
}

TEST_CASE("pipes and devices are not read") {
  const Program folder;
  REQUIRE(::mkfifo((folder.path / "pipe").c_str(), 0600) == 0);
  for (const char* name : {"pipe.toml", "pipe.ptx"}) fs::create_symlink("pipe", folder.path / name);
  folder.write("ptx.toml", "ptx = \"pipe\"\n" + launch_of_warp("none"));
  folder.write("init.toml", "ptx = \"k.ptx\"\n[[buffer]]\nname = \"x\"\ntype = \"u8\"\ncount = 3\ninit = \"file\"\n"
                            "file = \"/dev/zero\"\n" + launch_of_warp("none"));
  folder.write("standard.toml", "extends = \"jatala/unshared-lrr\"\n[dram]\nstandard = \"pipe.toml\"\n");
  folder.write("child.toml", "extends = \"pipe.toml\"\n");
  fs::create_directories(folder.path / "papers/p");
  fs::create_symlink("../../pipe", folder.path / "papers/p/paper.toml");
  fs::create_directories(folder.path / "tables/p");
  folder.write("tables/p/paper.toml", "title = \"P\"\nworkloads = \"w.csv\"\nexperiments = [\"a\"]\n");
  fs::create_symlink("../../pipe", folder.path / "tables/p/w.csv");
  write_paper(folder, "fine");
  const std::string irregular = "it is not a regular file",
                    no_design = "pipe.toml is no regular file, expected a design file\n";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"run pipe.toml --functional", irregular}, {"compile pipe.ptx", irregular},
      {"run ptx.toml --functional", irregular},  {"run init.toml --functional", irregular},
      {"show pipe.toml", no_design},             {"show child.toml", no_design},
      {"show standard.toml", "pipe.toml is no regular file, expected a DRAM standard file\n"},
      {"reproduce --experiments papers --list", "no papers in it"},
      {"reproduce --experiments tables --list", "tables/p/w.csv: cannot be read: " + irregular},
      {"reproduce --experiments fine --dry-run --costs pipe", "--costs: cannot read 'pipe': " + irregular},
      {"reproduce --experiments fine --dry-run --costs /dev/zero", "--costs: cannot read '/dev/zero': " + irregular},
      {"reproduce --experiments fine --dry-run --costs .", "--costs: cannot read '.': it is a folder"}};
  for (const auto& [what, reason] : cases) check_refused(folder.run(what + " --limits time=20"), reason);
}

TEST_CASE("files are refused beyond their lengths") {
  const Program folder;
  folder.write("d.toml", std::string((1 << 20) + 1, '\n'));
  folder.write("big.toml", std::string((16 << 20) + 1, '\n'));
  fs::create_directories(folder.path / "papers/p");
  folder.write("papers/p/paper.toml", std::string((1 << 20) + 1, '\n'));
  folder.write("study.toml", std::string((4 << 20) + 1, '\n'));
  folder.write("kernelslist.g", std::string(2 << 20, 'x'));
  check_refused(folder.run("show d.toml"), "expected at most 1 MB");
  check_refused(folder.run("run big.toml --functional"), "more than 16777216 bytes");
  check_refused(folder.run("reproduce --experiments papers --list"), "expected at most 1 MB");
  check_refused(folder.run("sweep study.toml --dry-run"), "more than 4194304 bytes");
  check_refused(folder.run("run kernelslist.g" + kPartitioned), "a line of more than 1048576 characters");
}

TEST_CASE("the buffers of a manifest take a gigabyte together") {
  const std::string begin = "[[buffer]]\nname = \"x\"\ntype = \"u8\"\ncount = 1073741824\n[[buffer]]\nname = \"y\"\n";
  const Program folder(begin + "type = \"u8\"\ncount = 1\n");
  check_refused(folder.run("run m.toml --functional"), "the buffers of a manifest take at most 1 GB");
}

TEST_CASE("text of an experiment stays text on its page") {
  const Folder folder;
  write_paper(folder, "papers");
  const auto ended = folder.run("reproduce --experiments papers --results r --output o --jobs 1");
  INFO(ended.err);
  REQUIRE(ended.status == 0);
  const std::string page = text_of(folder.path / "o/p/index.html");
  CHECK_THAT(page, Catch::Contains("&lt;script&gt;alert(1)") && !Catch::Contains("<script>alert(1)") &&
                       !Catch::Contains("<img src=x>") && !Catch::Contains("P<b>"));
}

TEST_CASE("a command ends when the time of --limits is over") {
  const Folder folder;
  folder.write("k.ptx", std::string(unibank::test::kPtxHead) + ".visible .entry spin() { L: bra L; }\n");
  folder.write("m.toml", "ptx = \"k.ptx\"\n" + launch_of_warp("spin"));
  for (const std::string& how : {std::string(" --functional"), kPartitioned + " --vcd x.vcd --json x.json"}) {
    const auto ended = folder.run("run m.toml --set run.instruction_limit=0 --limits time=1" + how);
    CHECK(ended.status == 1);
    CHECK(ended.err == "unibank: error: --limits time=1: the time is over\n");
    CHECK(folder.files() == std::vector<std::string>{"k.ptx", "m.toml"});
  }
  CHECK(folder.run("run vectoradd --size tiny --limits time=100" + kPartitioned).status == 0);
}

TEST_CASE("each process has the memory of --limits") {
  const Folder folder;
  const std::string run = "run vectoradd --size tiny --json x.json" + kPartitioned;
  const auto little = folder.run(run + " --limits memory=500");
  CHECK(little.status == 1);
  CHECK(little.err == "unibank: error: gebhart2012/partitioned: out of memory (--limits memory=500)\n");
  CHECK(folder.files().empty());
  CHECK(folder.run(run + " --limits memory=2000").status == 0);
}

TEST_CASE("each file has the megabytes of --limits at most") {
  const Folder folder;
  const std::string run = "run needle --size test --vcd x.vcd --csv x.csv" + kPartitioned;
  const auto short_one = folder.run(run + " --limits time=100,file=1");
  CHECK(short_one.status == 1);
  const std::string why = ": cannot write 'x.vcd': File too large, the limit is 1048576 bytes (--limits file=MB or "
                          "ulimit -f sets it)\n";
  CHECK(short_one.err == "unibank: error: gebhart2012/partitioned" + why);
  CHECK(folder.files().empty());
  const auto many_sms = folder.run(run + " --set gpu.sms=2 --limits file=1");
  CHECK(many_sms.err == "unibank: error: gebhart2012/partitioned" + why);
  CHECK(folder.run(run + " --vcd-window 0:10 --limits file=1").status == 0);
}

TEST_CASE("what --limits does not know is refused") {
  const Folder folder;
  const std::string known = ", expected time=SECONDS, memory=MB or file=MB, with commas between",
                    number = ", expected a number from 1 to 1000000 after '='";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"x", "--limits has 'x'" + known},
      {"time", "--limits has 'time'" + known},
      {"time=1,,file=1", "--limits has ''" + known},
      {"times=1", "--limits has 'times=1'" + known},
      {"time=0", "--limits has 'time=0'" + number},
      {"memory=1x", "--limits has 'memory=1x'" + number},
      {"file=1000001", "--limits has 'file=1000001'" + number},
      {"time=-1", "--limits has 'time=-1'" + number},
      {"time=1,time=2", "--limits gives 'time' twice"}};
  for (const auto& [text, message] : cases) {
    const auto ended = folder.run("list designs --limits " + text);
    CHECK(ended.status == 2);
    CHECK(ended.err == "unibank: error: " + message + "\n");
  }
}
