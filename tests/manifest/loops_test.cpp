// Launches in loops: numbers that depend on a counter, rounds until a word has a value, buffers that swap places.
#include <catch2/catch.hpp>

#include "manifest/memory_files.h"
#include "manifest/run_functional.h"

using namespace unibank;

namespace {

using Words = std::vector<std::uint32_t>;

// note: log[1 + log[0]++] = 1000 * grid + t, by one thread. advance: to[0] = from[0] + 1. drain: takes 1 from `left`
// and sets `over`, unless `left` is 0. third: x = x / 3. levels: log[1 + log[0]++] = level[1].
const char* const kLoopPtx = R"(.version 6.0
.target sm_70
.address_size 64
.const .align 4 .b8 level[8];
.visible .entry note(.param .u64 log, .param .u32 t)
{
  .reg .pred %p<2>; .reg .b32 %r<9>; .reg .b64 %l<9>;
  ld.param.u64 %l0, [log];
  ld.param.u32 %r0, [t];
  mov.u32 %r1, %ctaid.x;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra END;
  mov.u32 %r2, %nctaid.x;
  mad.lo.u32 %r3, %r2, 1000, %r0;
  ld.global.u32 %r4, [%l0];
  add.u32 %r5, %r4, 1;
  st.global.u32 [%l0], %r5;
  mul.wide.u32 %l1, %r5, 4;
  add.s64 %l2, %l0, %l1;
  st.global.u32 [%l2], %r3;
END:
  ret;
}
.visible .entry advance(.param .u64 from, .param .u64 to)
{
  .reg .b32 %r<3>; .reg .b64 %l<3>;
  ld.param.u64 %l0, [from];
  ld.param.u64 %l1, [to];
  ld.global.u32 %r0, [%l0];
  add.u32 %r1, %r0, 1;
  st.global.u32 [%l1], %r1;
  ret;
}
.visible .entry drain(.param .u64 left, .param .u64 over)
{
  .reg .pred %p<2>; .reg .b32 %r<4>; .reg .b64 %l<3>;
  ld.param.u64 %l0, [left];
  ld.param.u64 %l1, [over];
  ld.global.u32 %r0, [%l0];
  setp.eq.u32 %p1, %r0, 0;
  @%p1 bra END;
  sub.u32 %r1, %r0, 1;
  st.global.u32 [%l0], %r1;
  mov.u32 %r2, 1;
  st.global.u32 [%l1], %r2;
END:
  ret;
}
.visible .entry third(.param .u64 x)
{
  .reg .f32 %f<3>; .reg .b64 %l<3>;
  ld.param.u64 %l0, [x];
  ld.global.f32 %f0, [%l0];
  mov.f32 %f1, 0f40400000;
  div.rn.f32 %f2, %f0, %f1;
  st.global.f32 [%l0], %f2;
  ret;
}
.visible .entry levels(.param .u64 log)
{
  .reg .b32 %r<9>; .reg .b64 %l<9>;
  ld.param.u64 %l0, [log];
  ld.const.u32 %r0, [level+4];
  ld.global.u32 %r1, [%l0];
  add.u32 %r2, %r1, 1;
  st.global.u32 [%l0], %r2;
  mul.wide.u32 %l1, %r2, 4;
  add.s64 %l2, %l0, %l1;
  st.global.u32 [%l2], %r0;
  ret;
}
)";

const std::string kLoopBuffers =
    "ptx = \"loop.ptx\"\nbuffer = [{name = \"log\", type = \"u32\", count = 16}, {name = \"left\", type = \"u32\", "
    "count = 4, init = \"constant\", value = 3}, {name = \"over\", type = \"u32\", count = 4}, {name = \"x\", type = "
    "\"f32\", count = 1, init = \"constant\", value = 9}]\n[[constant]]\nsymbol = \"level\"\ntype = \"u32\"\n";

Manifest load_loops(const std::string& text) { return load_text(kLoopBuffers + text, {{"d/loop.ptx", kLoopPtx}}); }

// The entries that `note` has written to the log.
Words noted(const std::string& text) {
  Words log = values<std::uint32_t>(run_functional(load_loops(text)), "log");
  return Words(log.begin() + 1, log.begin() + 1 + log.at(0));
}

// Line numbers in messages count from the loop's first line.
std::string loop_error(const std::string& text) { return error_of(kLoopBuffers + text, {{"d/loop.ptx", kLoopPtx}}); }

std::string note(const std::string& t, const std::string& grid = "1", const std::string& table = "loop.launch") {
  return "[[" + table + "]]\nkernel = \"note\"\ngrid = [" + grid + "]\nblock = [1]\narguments = [\"log\", " + t + "]\n";
}

std::string with_launch(const std::string& loop) { return "[[loop]]\n" + loop + note("7"); }

const std::string kDrain =
    "[[loop.launch]]\nkernel = \"drain\"\ngrid = [1]\nblock = [1]\narguments = [\"left\", \"over\"]\n";
const std::string kUntilOver =
    "until = { buffer = \"over\", equals = 0 }\nwrite = [{ buffer = \"over\", value = 0 }]\n";

}  // namespace

TEST_CASE("a loop launches once a round with the values of its counter") {
  CHECK(noted("[[loop]]\ncounter = \"t\"\nrounds = 4\n" + note("{ counter = \"t\" }")) ==
        Words{1000, 1001, 1002, 1003});
  CHECK(noted("[[loop]]\ncounter = \"t\"\nstart = 10\nstep = -3\nrounds = 3\n" + note("{ counter = \"t\" }")) ==
        Words{1010, 1007, 1004});
  CHECK(noted("[[loop]]\ncounter = \"t\"\nvalues = [1, 2, 4, 8]\n" + note("{ counter = \"t\" }")) ==
        Words{1001, 1002, 1004, 1008});
  CHECK(noted("[[loop]]\nrounds = 3\n" + note("7")) == Words{1007, 1007, 1007});
  CHECK(noted("[[loop]]\ncounter = \"t\"\nrounds = 3\n" +
              note("{ counter = \"t\", scale = 100, offset = 5 }")) == Words{1005, 1105, 1205});
}

TEST_CASE("a grid follows the counter, divided and rounded up") {
  // ceil((10 - t) / 4) blocks for t = 0, 3, 6, 9.
  CHECK(noted("[[loop]]\ncounter = \"t\"\nstep = 3\nrounds = 4\n" +
              note("0", "{ counter = \"t\", scale = -1, offset = 10, divide_up = 4 }")) ==
        Words{3000, 2000, 1000, 1000});
}

TEST_CASE("launches and loops run in the order of the text and loops may be nested") {
  const std::string outer = note("1", "1", "launch") + "[[loop]]\ncounter = \"i\"\nrounds = 2\n" +
                            note("{ counter = \"i\", offset = 10 }") +
                            "[[loop.loop]]\ncounter = \"j\"\nrounds = 2\n" +
                            note("{ counter = \"j\", offset = 20 }", "{ counter = \"i\", offset = 1 }",
                                 "loop.loop.launch") +
                            note("3", "1", "launch") + "[[loop]]\nrounds = 1\n" + note("4");
  CHECK(noted(outer) == Words{1001, 1010, 1020, 1021, 1011, 2020, 2021, 1003, 1004});
}

TEST_CASE("what loops launch in all is known before, except of one that runs until a word has a value") {
  const std::string nested = note("1", "1", "launch") + "[[loop]]\ncounter = \"i\"\nrounds = 3\n" +
                             note("0", "{ counter = \"i\", scale = 2, offset = 1 }") +
                             "[[loop.loop]]\nrounds = 2\n" + note("0", "5", "loop.loop.launch");
  const auto total = total_of(load_loops(nested));
  REQUIRE(total);
  CHECK(total->launches == 1 + 3 + 3 * 2);
  CHECK(total->blocks == 1 + (1 + 3 + 5) + 3 * 2 * 5);
  CHECK_FALSE(total_of(load_loops("[[loop]]\nlimit = 10\n" + kUntilOver + kDrain)));
  // Counting a million times a million rounds would take hours.
  CHECK_FALSE(total_of(load_loops("[[loop]]\nrounds = 1000000\n[[loop.loop]]\nrounds = 1000000\n" +
                                  note("0", "1", "loop.loop.launch"))));
}

TEST_CASE("an offset into a buffer and a field of a structure follow the counter") {
  const std::string text =
      "[[loop]]\ncounter = \"t\"\nrounds = 3\n[[loop.launch]]\nkernel = \"advance\"\ngrid = [1]\nblock = [1]\n"
      "arguments = [{ buffer = \"left\", offset = { counter = \"t\", scale = 4 } }, "
      "{ buffer = \"over\", offset = { counter = \"t\", scale = -4, offset = 12 } }]\n";
  CHECK(values<std::uint32_t>(run_functional(load_loops(text)), "over") == Words{0, 4, 4, 4});
}

TEST_CASE("a loop runs until a word has a value that is read after each round") {
  const std::string loop =
      "[[loop]]\ncounter = \"t\"\nlimit = 10\n" + kUntilOver + kDrain + note("{ counter = \"t\" }");
  CHECK(noted(loop) == Words{1000, 1001, 1002, 1003});  // three rounds find something left, and the last does not
  const ManifestResult result = run_functional(load_loops(loop));
  CHECK(values<std::uint32_t>(result, "left") == Words{0, 3, 3, 3});
  CHECK(values<std::uint32_t>(result, "over") == Words{0, 0, 0, 0});
}

TEST_CASE("a loop that does not end within its limit says what the word is") {
  const std::string loop = "[[loop]]\nlimit = 3\n" + kUntilOver + kDrain;
  CHECK_THROWS_WITH(run_functional(load_loops(loop)),
                    "d/m.toml:6:1: after 3 rounds, the limit of this [[loop]], over[0] is 1; expected 0");
  CHECK_THROWS_AS(run_functional(load_loops(loop)), RunError);
}

TEST_CASE("a loop may end when a value falls below a bound") {
  const std::string loop = "[[loop]]\nlimit = 5\nuntil = { buffer = \"x\", below = 0.5 }\n[[loop.launch]]\nkernel = "
                           "\"third\"\ngrid = [1]\nblock = [1]\narguments = [\"x\"]\n";
  CHECK(values<float>(run_functional(load_loops(loop)), "x") == std::vector<float>{1.0f / 3});
  std::string soon = loop;
  soon.replace(soon.find("limit = 5"), 9, "limit = 2");
  CHECK_THROWS_WITH(run_functional(load_loops(soon)),
                    "d/m.toml:6:1: after 2 rounds, the limit of this [[loop]], x[0] is 1; expected less than 0.5");
}

TEST_CASE("an integer of 64 bits is below a bound that is larger by one and not below an equal or a smaller one") {
  const auto ends = [](const std::string& type, const std::string& value, const std::string& bound) {
    std::string text = kLoopBuffers;
    text.replace(text.find("value = 9}"), 10, "value = 9}, {name = \"wide\", type = \"" + type +
                                                  "\", count = 1, init = \"constant\", value = " + value + "}");
    text += "[[loop]]\nlimit = 1\nuntil = { buffer = \"wide\", below = " + bound +
            " }\n[[loop.launch]]\nkernel = \"third\"\ngrid = [1]\nblock = [1]\narguments = [\"x\"]\n";
    const Manifest manifest = load_text(text, {{"d/loop.ptx", kLoopPtx}});
    try {
      run_functional(manifest);
      return true;
    } catch (const RunError&) {
      return false;
    }
  };
  for (const std::string type : {"u64", "s64"}) {
    CHECK(ends(type, "9007199254740992", "9007199254740993"));
    CHECK_FALSE(ends(type, "9007199254740993", "9007199254740993"));
    CHECK_FALSE(ends(type, "9007199254740994", "9007199254740993"));
  }
  CHECK(ends("s64", "-9007199254740994", "-9007199254740993"));
  CHECK_FALSE(ends("s64", "-9007199254740992", "-9007199254740993"));
}

TEST_CASE("writes before a round reach elements of buffers and constants") {
  const std::string loop =
      "[[loop]]\ncounter = \"t\"\nrounds = 2\nwrite = [{ buffer = \"level\", index = 1, value = { counter = \"t\", "
      "offset = 5 } }, { buffer = \"over\", index = 1, count = 2, value = 9 }]\n[[loop.launch]]\nkernel = "
      "\"levels\"\ngrid = [1]\nblock = [1]\narguments = [\"log\"]\n";
  CHECK(noted(loop) == Words{5, 6});
  CHECK(values<std::uint32_t>(run_functional(load_loops(loop)), "over") == Words{0, 9, 9, 0});
}

TEST_CASE("swapped buffers exchange their memory after each round") {
  const auto after = [](int rounds) {
    return run_functional(load_loops("[[loop]]\nswap = [\"left\", \"over\"]\nrounds = " + std::to_string(rounds) +
                                     "\n[[loop.launch]]\nkernel = \"advance\"\ngrid = [1]\nblock = [1]\narguments = "
                                     "[\"left\", \"over\"]\n"));
  };
  // The names are swapped too: even after the last round, `left` is the buffer written last.
  CHECK(values<std::uint32_t>(after(1), "left") == Words{4, 0, 0, 0});
  CHECK(values<std::uint32_t>(after(1), "over") == Words{3, 3, 3, 3});
  CHECK(values<std::uint32_t>(after(2), "left") == Words{5, 3, 3, 3});
  CHECK(values<std::uint32_t>(after(3), "left") == Words{6, 0, 0, 0});
}

TEST_CASE("impossible loops are refused") {
  CHECK(loop_error("[[loop]]\nrounds = 3\n") ==
        "d/m.toml:6:1: [[loop]] needs at least one [[loop.launch]] or [[loop.loop]]");
  CHECK(loop_error(with_launch("")) == "d/m.toml:6:1: [[loop]] needs the key 'rounds'");
  CHECK(loop_error(with_launch("round = 3\n")) ==
        "d/m.toml:7:1: unknown key of [[loop]] 'round'; known: counter, start, step, values, rounds, until, limit, "
        "write, swap, launch, loop; did you mean 'rounds'?");
  CHECK(loop_error(with_launch("rounds = 0\n")) ==
        "d/m.toml:7:10: rounds: found 0; expected an integer from 1 to 1000000");
  CHECK(loop_error(with_launch("limit = 3\n")) ==
        "d/m.toml:7:9: limit: found 3; expected the key 'rounds': the loop has no 'until'");
  CHECK(loop_error(with_launch("start = 3\nrounds = 2\n")) ==
        "d/m.toml:7:9: start: found 3; expected a key 'counter' with it");
  CHECK(loop_error(with_launch("counter = \"t\"\nvalues = []\n")) ==
        "d/m.toml:8:10: values: found an empty array; expected an array of 1 to 1000000 integers");
  CHECK(loop_error(with_launch("counter = \"t\"\nvalues = [1]\nrounds = 1\n")) ==
        "d/m.toml:9:10: rounds: found 1; expected none beside 'values'");
  CHECK(loop_error(with_launch("counter = \"t\"\nstep = 4611686018427387904\nrounds = 4\n")) ==
        "d/m.toml:6:1: [[loop]]: the counter runs beyond 64 bits; expected one that stays within");
  CHECK(loop_error(with_launch("counter = \"t\"\nstart = 9223372036854775807\nrounds = 2\n")) ==
        "d/m.toml:6:1: [[loop]]: the counter runs beyond 64 bits; expected one that stays within");
  CHECK(loop_error("[loop]\nrounds = 3\n") == "d/m.toml:6:2: loop: found a table; expected tables [[loop]]");
}

TEST_CASE("impossible conditions are refused") {
  const auto error = [](const std::string& until) { return loop_error(with_launch("until = " + until + "\n")); };
  CHECK(error("{ buffer = \"over\", equals = 0 }") == "d/m.toml:6:1: [[loop]] needs the key 'limit'");
  CHECK(error("{ buffer = \"over\", equals = 0 }\nrounds = 3") ==
        "d/m.toml:8:10: rounds: found 3; expected the key 'limit': the loop ends by 'until'");
  CHECK(error("3") == "d/m.toml:7:9: until: found 3; expected { buffer = \"x\", equals = 0 }");
  CHECK(error("{ buffer = \"ovre\", equals = 0 }") ==
        "d/m.toml:7:20: unknown buffer 'ovre'; known: log, left, over, x, level; did you mean 'over'?");
  CHECK(error("{ buffer = \"over\" }") == "d/m.toml:7:9: until needs one of the keys 'equals' and 'below'");
  CHECK(error("{ buffer = \"over\", equals = 0, below = 0 }") ==
        "d/m.toml:7:9: until needs one of the keys 'equals' and 'below'");
  CHECK(error("{ buffer = \"over\", equals = -1 }") ==
        "d/m.toml:7:37: equals: found -1; expected an integer from 0 to 4294967295 (u32)");
  CHECK(error("{ buffer = \"over\", index = 4, equals = 0 }") ==
        "d/m.toml:7:36: index: found 4; expected an integer from 0 to 3");
}

TEST_CASE("impossible writes and swaps are refused") {
  const auto error = [](const std::string& keys) { return loop_error(with_launch("rounds = 2\n" + keys + "\n")); };
  CHECK(error("write = 1") ==
        "d/m.toml:8:9: write: found 1; expected an array of tables { buffer = \"x\", value = 0 }");
  CHECK(error("write = [1]") == "d/m.toml:8:10: write: found 1; expected tables { buffer = \"x\", value = 0 }");
  CHECK(error("write = [{ buffer = \"over\", index = 3, count = 2, value = 0 }]") ==
        "d/m.toml:8:48: count: found 2; expected an integer from 1 to 1");
  CHECK(error("write = [{ buffer = \"over\", value = 0.5 }]") ==
        "d/m.toml:8:37: value: found 0.5; expected an integer from 0 to 4294967295 (u32)");
  CHECK(error("write = [{ buffer = \"over\" }]") == "d/m.toml:8:10: write needs the key 'value'");
  CHECK(error("swap = [\"left\"]") ==
        "d/m.toml:8:8: swap: found an array; expected [\"x\", \"y\"], two buffers, or an array of such pairs");
  CHECK(error("swap = [\"left\", \"x\"]") ==
        "d/m.toml:8:8: swap: found 'left' and 'x'; expected two buffers of the same type and count");
  CHECK(error("swap = [[\"left\", \"over\"], [\"left\", \"left\"]]") ==
        "d/m.toml:8:27: swap: found 'left' twice; expected two buffers");
  CHECK(error("swap = [\"left\", \"level\"]") == "d/m.toml:8:17: unknown buffer 'level'; known: log, left, over, x");
}

TEST_CASE("numbers that follow a counter are checked for every round") {
  const auto error = [](const std::string& t, const std::string& grid = "1") {
    return loop_error("[[loop]]\ncounter = \"t\"\nrounds = 5\n" + note(t, grid));
  };
  CHECK(error("{ counter = \"t\", scale = 1073741824 }") ==
        "d/m.toml:13:21: kernel 'note', parameter 't' (.u32): found 4294967296 (t = 4); expected an integer from "
        "-2147483648 to 4294967295");
  CHECK(error("{ counter = \"t\", scale = 0.5 }") ==
        "d/m.toml:13:21: kernel 'note', parameter 't' (.u32): found 0.0 (t = 0); expected an integer from "
        "-2147483648 to 4294967295");
  CHECK(error("{ counter = \"u\" }") == "d/m.toml:13:33: unknown counter 'u'; known: t");
  CHECK(error("{ counter = \"t\", scael = 2 }") ==
        "d/m.toml:13:38: unknown key of a number that follows a counter 'scael'; known: counter, scale, offset, "
        "divide_up; did you mean 'scale'?");
  CHECK(error("{ counter = \"t\", divide_up = 0 }") ==
        "d/m.toml:13:50: divide_up: found 0; expected an integer from 1 to 9223372036854775807");
  CHECK(error("{ counter = \"t\", scale = 0.5, divide_up = 2 }") ==
        "d/m.toml:13:63: divide_up: found 2; expected none: scale and offset are not integers");
  CHECK(error("{ counter = \"t\", scale = 9223372036854775807 }") ==
        "d/m.toml:13:21: arguments: found a number beyond 64 bits where t is 4; expected one within");
  CHECK(error("0", "{ counter = \"t\", scale = -1, offset = 4 }") ==
        "d/m.toml:11:9: grid: found 0 (t = 4); expected an array of 1 to 3 integers, each from 1 to 2147483647");
  CHECK(error("0", "1, { counter = \"t\", offset = 65532 }") ==
        "d/m.toml:11:8: grid: found [1, 65536]; expected at most 65535 blocks in y and in z");
  CHECK(loop_error(note("{ counter = \"t\" }", "1", "launch")) ==
        "d/m.toml:10:33: counter: found \"t\"; expected a number: no enclosing [[loop]] has a counter");
  CHECK(loop_error("[[loop]]\ncounter = \"t\"\nrounds = 2\n[[loop.loop]]\ncounter = \"t\"\nrounds = 2\n" +
                   note("0", "1", "loop.loop.launch")) ==
        "d/m.toml:10:11: counter: found the string \"t\"; expected a name that no enclosing [[loop]] uses");
  CHECK(loop_error("[[loop]]\ncounter = \"t\"\nrounds = 5\n[[loop.launch]]\nkernel = \"third\"\ngrid = [1]\nblock = "
                   "[1]\narguments = [{ buffer = \"x\", offset = { counter = \"t\", scale = 4 } }]\n") ==
        "d/m.toml:13:14: kernel 'third', parameter 'x' (.u64): found the offset 16 (t = 4) into the buffer 'x'; "
        "expected an integer from 0 to its 4 bytes");
}
