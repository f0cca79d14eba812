// Ideas that were published after the four papers, from the command line: right answers, and the mechanism at work.
#include <catch2/catch.hpp>

#include "unibank/folder.h"

namespace {

const std::string kL1 = " --size tiny --design jing2016/separate-16k --set line_policy.policy=linebacker";
const std::string kPool = " --design crossover/pooled --set partition.policy=run-time-carve-out";

// The number after a name in the table, without its commas; -1: the name is missing.
long number_behind(const std::string& table, const std::string& name) {
  const std::size_t at = table.find("  " + name + " ");
  if (at == std::string::npos) return -1;
  std::string digits;
  for (const char c : table.substr(at + name.size() + 2, table.find('\n', at + 1) - at - name.size() - 2))
    if (c >= '0' && c <= '9') digits += c;
  return digits.empty() ? -1 : std::stol(digits);
}

bool verified(const std::string& table) {
  const std::size_t at = table.find("  verified ");
  return at != std::string::npos && table.substr(at, table.find('\n', at) - at).find("yes") != std::string::npos;
}

}  // namespace

TEST_CASE("linebacker reads evicted lines from registers and its variables are in the waveform") {
  const Folder folder;
  const auto ran = folder.run("run bfs" + kL1 + " --set line_policy.window=500 --set storage.cache_bytes=2048" +
                              " --set run.check_data=true");
  CHECK(ran.status == 0);
  CHECK(verified(ran.out));
  CHECK(number_behind(ran.out, "victims.kept (lines)") > 0);
  CHECK(number_behind(ran.out, "victims.hits (lines)") > 0);
  CHECK(folder.run("run bfs" + kL1 + " --vcd policy.vcd --vcd-signals policies").status == 0);
  const std::string wave = text_of(folder.path / "policy.vcd");
  for (const char* variable : {" idle_rows", " victim_lines"}) CHECK(wave.find(variable) != std::string::npos);
}

TEST_CASE("linebacker needs registers apart and whole lines") {
  const Folder folder;
  const auto apart = folder.run("run bfs --design gebhart2012/unified-384k --set line_policy.policy=linebacker");
  CHECK(apart.status == 2);
  CHECK_THAT(apart.err,
             Catch::Contains("line_policy.policy \"linebacker\" does not go with storage.layout \"unified\""));
  const auto sectors = folder.run("run bfs --design nvidia/a100 --set line_policy.policy=linebacker");
  CHECK(sectors.status == 2);
  CHECK_THAT(sectors.err, Catch::Contains("cache.fetch = \"sectors\" does not go with line_policy.policy"));
}

TEST_CASE("a carve-out at run time moves the boundary within a launch and from launch to launch") {
  const Folder folder;
  const auto within = folder.run("run matrixmul --size test" + kPool + " --set partition.window=2000" +
                                 " --set run.check_data=true");
  CHECK(within.status == 0);
  CHECK(verified(within.out));
  CHECK(number_behind(within.out, "division.changes (changes)") > 0);
  const auto between = folder.run("run needle --size tiny" + kPool + " --set partition.window=0");
  CHECK(between.status == 0);
  CHECK(verified(between.out));
  const auto lines = folder.run("run bfs --design jing2016/integrated-fair --set partition.policy=run-time-carve-out");
  CHECK(lines.status == 2);
  CHECK_THAT(lines.err, Catch::Contains("partition.policy \"run-time-carve-out\" does not go with"));
}

TEST_CASE("regmutex holds more blocks of a kernel whose registers peak away from its barriers") {
  const Folder folder;
  const auto ran = folder.run("run gemm_mma --size tiny --design today/regmutex --set run.check_data=true");
  CHECK(ran.status == 0);
  CHECK(verified(ran.out));
  CHECK(number_behind(ran.out, "resident blocks") == 6);
  CHECK(number_behind(folder.run("run gemm_mma --size tiny --design nvidia/a100").out, "resident blocks") == 5);
  CHECK(number_behind(ran.out, "regmutex.acquires (sections)") > 0);
  CHECK(number_behind(ran.out, "regmutex.wait_cycles (cycles)") > 0);
  const std::string watched = " --vcd policy.vcd --vcd-signals policies";
  CHECK(folder.run("run gemm_mma --size tiny --design today/regmutex" + watched).status == 0);
  CHECK(text_of(folder.path / "policy.vcd").find(" sections_held") != std::string::npos);
}

// Rows of a section pass from warp to warp, so each base set shows a value that is kept in a row too long.
TEST_CASE("programs with barriers end with the right answers under base sets of 16 to 72 registers") {
  const Folder folder;
  const std::string design =
      " --size tiny --design today/regmutex --set run.check_data=true --set kernel.base_registers=";
  unsigned shared = 0;
  for (const char* program : {"conv_gemm", "lu_batched", "radix_sort", "softmax"}) {
    for (const unsigned base : {16, 24, 40, 72}) {
      INFO(program << ", " << base);
      const auto ran = folder.run("run " + std::string(program) + design + std::to_string(base));
      CHECK(ran.status == 0);
      CHECK(verified(ran.out));
      shared += number_behind(ran.out, "regmutex.acquires (sections)") > 0;
    }
  }
  CHECK(shared >= 3);
}

TEST_CASE("regmutex is refused beside what may keep a warp with a section waiting and without PTX") {
  const Folder folder;
  const auto refused = [&folder](const std::string& more) {
    const auto ran = folder.run("run vectoradd --size tiny --design " + more);
    CHECK(ran.status == 2);
    return ran.err;
  };
  CHECK_THAT(refused("today/regmutex --set scratchpad_gate.policy=sharing"),
             Catch::Contains("register_store.policy \"regmutex\" does not go with scratchpad_gate.policy \"sharing\""));
  CHECK_THAT(refused("today/regmutex --set register_hierarchy.enabled=true"),
             Catch::Contains("register_hierarchy.enabled = true does not go with register_store.policy \"regmutex\""));
  CHECK_THAT(refused("today/regmutex --set line_policy.policy=linebacker --set cache.fetch=line"),
             Catch::Contains("line_policy.policy \"linebacker\" does not go with register_store.policy \"regmutex\""));
  CHECK_THAT(refused("today/unified --set register_store.policy=regmutex"),
             Catch::Contains("expected a memory of registers alone"));
  CHECK_THAT(refused("nvidia/a100 --set kernel.pass=time-shared"),
             Catch::Contains("kernel.pass \"time-shared\" does not go with register_store.policy \"sub-cores\"") &&
                 Catch::Contains("\"regmutex\" supports it"));
}
