// The values that a stream reports as read and written by its instructions.
#include <catch2/catch.hpp>

#include <cstring>

#include "simt/run_kernel.h"

using namespace unibank;

namespace {

constexpr LaneMask kAll = ~LaneMask{0};

// A kernel whose instructions commit one after the other, with values followed.
struct Followed {
  Followed(const std::string& body, const std::vector<std::uint8_t>& in, std::uint32_t threads = 32,
           bool warn_out_of_bounds = false)
      : kernel(module_of(body)), stream(started(in, threads, warn_out_of_bounds)) {
    stream.follow_values();
    stream.start_block(0, 0, 0);
  }

  // The values of the next instruction whose text contains `text`, once it has committed.
  const WarpValues& after(const std::string& text, unsigned warp = 0) {
    for (;;) {
      shown = stream.peek(warp);
      REQUIRE(shown.decoded != nullptr);
      stream.commit(warp, 0);
      if (shown.decoded->text.find(text) != std::string::npos) return *stream.values(warp);
    }
  }
  std::uint64_t bits(const WarpValues::Bytes& bytes, unsigned lane) const {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes[lane].data(), std::min<unsigned>(shown.decoded->bytes_per_lane, 8));
    return value;
  }

  KernelRun kernel;
  SimtStream stream;
  WarpInstruction shown;

 private:
  SimtStream started(const std::vector<std::uint8_t>& in, std::uint32_t threads, bool warn_out_of_bounds) {
    kernel.warn_out_of_bounds = warn_out_of_bounds;
    return kernel.stream(in, 4096, {}, {threads, 1, 1});
  }
};

std::vector<std::uint8_t> bytes_of_input(unsigned count) {
  std::vector<std::uint8_t> values(count);
  for (unsigned i = 0; i < count; ++i) values[i] = static_cast<std::uint8_t>(i * 37 + 11);
  return values;
}

// %l2 and %l3: addresses of the thread's 16 bytes of input and of output.
const std::string kAddresses = "mul.wide.u32 %l9, %r0, 16;\nadd.s64 %l2, %l1, %l9;\nadd.s64 %l3, %l0, %l9;\n";

}  // namespace

TEST_CASE("a stream that is not asked to follow values has none") {
  KernelRun kernel(module_of("add.u32 %r1, %r0, 1;"));
  SimtStream stream = kernel.stream(std::vector<int>{0}, 4, {}, {32, 1, 1});
  stream.start_block(0, 0, 0);
  stream.commit(0, 0);
  CHECK(stream.values(0) == nullptr);
}

TEST_CASE("an instruction's sources are the registers before it, its results those after it") {
  Followed run("mad.lo.u32 %r1, %r0, 3, 7;\nadd.u32 %r1, %r1, %r0;\nadd.u32 %r2, %r1, %r1;", {0});
  const WarpValues& values = run.after("add.u32");
  REQUIRE(values.sources.size() == 2);  // in operand order
  REQUIRE(values.results.size() == 1);
  CHECK(values.result_lanes == kAll);
  for (unsigned l = 0; l < 32; ++l) {
    CHECK(values.sources[0][l] == 3 * l + 7);
    CHECK(values.sources[1][l] == l);
    CHECK(values.results[0][l] == 4 * l + 7);  // over its own source
  }
  run.after("add.u32");
  REQUIRE(values.sources.size() == 1);  // each register once
  for (unsigned l = 0; l < 32; ++l) CHECK(values.results[0][l] == 8 * l + 14);
}

TEST_CASE("a value of 64 bits is two registers, the low word first") {
  Followed run("mul.wide.u32 %l2, %r0, 0x90000001;\nadd.s64 %l3, %l2, %l1;\nxor.b64 %l4, %l3, %l2;", {0});
  const std::uint64_t input = run.kernel.input;
  const WarpValues& values = run.after("mul.wide");
  REQUIRE(values.sources.size() == 1);
  REQUIRE(values.results.size() == 2);
  CHECK(run.shown.decoded->results[1] == run.shown.decoded->results[0] + 1);
  for (unsigned l = 0; l < 32; ++l) {
    const std::uint64_t product = l * std::uint64_t{0x90000001};
    CHECK(values.results[0][l] == static_cast<std::uint32_t>(product));
    CHECK(values.results[1][l] == product >> 32);
  }
  CHECK(values.wide_sources == std::vector<bool>{false});
  CHECK(values.wide_results == std::vector<bool>{true, true});
  run.after("add.s64");
  REQUIRE(values.sources.size() == 4);
  CHECK(values.wide_sources == std::vector<bool>(4, true));
  for (unsigned l = 0; l < 32; ++l) {
    const std::uint64_t product = l * std::uint64_t{0x90000001}, sum = product + input;
    CHECK(values.sources[0][l] == static_cast<std::uint32_t>(product));
    CHECK(values.sources[1][l] == product >> 32);
    CHECK(values.sources[2][l] == static_cast<std::uint32_t>(input));
    CHECK(values.sources[3][l] == input >> 32);
    CHECK(values.results[0][l] == static_cast<std::uint32_t>(sum));
    CHECK(values.results[1][l] == sum >> 32);
  }
}

TEST_CASE("under a predicate only its lanes have results, the others keep their value") {
  Followed run("mul.lo.u32 %r1, %r0, 5;\nsetp.lt.u32 %p1, %r0, 9;\n@%p1 add.u32 %r1, %r1, 1000;\n"
               "@!%p1 sub.u32 %r1, %r1, 3;\nsetp.gt.u32 %p2, %r0, 40;\n@%p2 mov.u32 %r1, 0;",
               {0});
  const WarpValues& values = run.after("add.u32");
  CHECK(values.result_lanes == 0x1ff);
  for (unsigned l = 0; l < 32; ++l) {
    CHECK(values.sources[0][l] == 5 * l);
    CHECK(values.results[0][l] == 5 * l + (l < 9 ? 1000 : 0));
  }
  run.after("sub.u32");
  CHECK(values.result_lanes == ~LaneMask{0x1ff});
  for (unsigned l = 0; l < 32; ++l) CHECK(values.results[0][l] == 5 * l + (l < 9 ? 1000u : 0u - 3u));
  run.after("mov.u32");
  CHECK(values.result_lanes == 0);
}

TEST_CASE("a load has the bytes of every lane as they stand in memory, its registers what the type makes of them") {
  struct Form {
    const char *instruction, *type;
    unsigned bytes;
  };
  const Form form = GENERATE(Form{"ld.global.s8 %r1", "s8", 1}, Form{"ld.global.u16 %r1", "u16", 2},
                             Form{"ld.global.u32 %r1", "u32", 4}, Form{"ld.global.u64 %l4", "u64", 8},
                             Form{"ld.global.v2.u16 {%r1, %r2}", "v2.u16", 4},
                             Form{"ld.global.v4.u8 {%r1, %r2, %r3, %r4}", "v4.u8", 4},
                             Form{"ld.global.v2.f32 {%f1, %f2}", "v2.f32", 8},
                             Form{"ld.global.v2.u64 {%l2, %l4}", "v2.u64", 16},
                             Form{"ld.global.v4.u32 {%r1, %r2, %r3, %r4}", "v4.u32", 16});
  CAPTURE(form.instruction);
  const auto in = bytes_of_input(512);
  Followed run(kAddresses + form.instruction + ", [%l2];", in);
  const std::uint64_t input = run.kernel.input;
  const WarpValues& values = run.after("ld.global");
  CHECK(run.shown.decoded->bytes_per_lane == form.bytes);
  REQUIRE(values.sources.size() == 2);
  for (unsigned l = 0; l < 32; ++l) {
    CHECK(std::memcmp(values.read[l].data(), in.data() + 16 * l, form.bytes) == 0);
    CHECK(values.sources[0][l] == static_cast<std::uint32_t>(input + 16 * l));
    const std::string type = form.type;
    if (type == "s8") {
      CHECK(values.results[0][l] == static_cast<std::uint32_t>(static_cast<std::int8_t>(in[16 * l])));
    } else if (type == "u16") {
      CHECK(values.results[0][l] == in[16 * l] + 256u * in[16 * l + 1]);
    } else if (type == "v4.u8") {
      for (unsigned e = 0; e < 4; ++e) CHECK(values.results[e][l] == in[16 * l + e]);
    } else if (form.bytes > 4 || type == "u32") {
      REQUIRE(values.results.size() == form.bytes / 4);
      for (unsigned w = 0; w < form.bytes / 4; ++w)
        CHECK(std::memcmp(&values.results[w][l], in.data() + 16 * l + 4 * w, 4) == 0);
    }
  }
}

TEST_CASE("a store has the bytes that every lane wrote") {
  struct Form {
    const char *space, *instruction;
    unsigned bytes;
  };
  const Form form = GENERATE(Form{"global", "u8", 1}, Form{"global", "u16", 2}, Form{"global", "u32", 4},
                             Form{"global", "u64", 8}, Form{"global", "v2.u32", 8}, Form{"global", "v4.u8", 4},
                             Form{"global", "v2.u64", 16}, Form{"shared", "u16", 2}, Form{"shared", "v4.u32", 16});
  CAPTURE(form.space, form.instruction);
  const std::string type = form.instruction;
  const std::string data = type == "v2.u32"   ? "{%r1, %r2}"
                           : type == "v4.u8"  ? "{%r1, %r2, %r1, %r2}"
                           : type == "v2.u64" ? "{%l4, %l5}"
                           : type == "v4.u32" ? "{%r1, %r2, %r1, 77}"
                           : type == "u64"    ? "%l4"
                                              : "%r1";
  const std::string address = std::string(form.space) == "global" ? "%l3" : "%l9";
  Followed run(".shared .align 16 .b8 tile[512];\nmov.u64 %l6, tile;\n" + kAddresses +
                   "mul.lo.u32 %r1, %r0, 0x01030507;\nnot.b32 %r2, %r1;\nmul.wide.u32 %l4, %r2, 0x12345677;\n"
                   "not.b64 %l5, %l4;\nst." + form.space + "." + type + " [" + address + "], " + data + ";",
               {0});
  const WarpValues& values = run.after(std::string("st.") + form.space);
  CHECK(run.shown.decoded->bytes_per_lane == form.bytes);
  for (unsigned l = 0; l < 32; ++l) {
    const std::uint32_t r1 = l * 0x01030507, r2 = ~r1;
    const std::uint64_t l4 = r2 * std::uint64_t{0x12345677}, l5 = ~l4;
    std::vector<std::uint8_t> expected(16);
    const auto put = [&](unsigned at, std::uint64_t value, unsigned bytes) {
      std::memcpy(expected.data() + at, &value, bytes);
    };
    if (type == "v2.u32") put(0, r1, 4), put(4, r2, 4);
    else if (type == "v4.u8") put(0, r1, 1), put(1, r2, 1), put(2, r1, 1), put(3, r2, 1);
    else if (type == "v2.u64") put(0, l4, 8), put(8, l5, 8);
    else if (type == "v4.u32") put(0, r1, 4), put(4, r2, 4), put(8, r1, 4), put(12, 77, 4);
    else put(0, type == "u64" ? l4 : r1, form.bytes);
    CHECK(std::memcmp(values.written[l].data(), expected.data(), form.bytes) == 0);
  }
}

TEST_CASE("lanes that store to one address each report their own value and the highest lane's stays") {
  Followed run("mul.lo.u32 %r1, %r0, 11;\nst.global.u32 [%l0], %r1;", {0});
  const WarpValues& values = run.after("st.global");
  for (unsigned l = 0; l < 32; ++l) CHECK(run.bits(values.written, l) == 11 * l);
  std::uint32_t left = 0;
  run.kernel.memory.read(run.kernel.output, &left, 4);
  CHECK(left == 11 * 31);
}

TEST_CASE("bytes of local memory are a lane's own, in the order of its elements") {
  Followed run(".local .align 16 .b8 frame[32];\nmov.u64 %l2, frame;\nmul.wide.u32 %l3, %r0, 0x90000001;\n"
               "not.b64 %l4, %l3;\nst.local.v2.u64 [%l2+16], {%l3, %l4};\nld.local.u64 %l5, [%l2+24];\n"
               "ld.local.v2.u8 {%r1, %r2}, [%l2+18];\nst.local.u16 [%l2+6], %r1;",
               {0});
  const WarpValues& values = run.after("st.local.v2");
  const auto first = [](unsigned lane) { return lane * std::uint64_t{0x90000001}; };
  for (unsigned l = 0; l < 32; ++l) {
    const std::uint64_t expected[2] = {first(l), ~first(l)};
    CHECK(std::memcmp(values.written[l].data(), expected, 16) == 0);
  }
  run.after("ld.local");
  for (unsigned l = 0; l < 32; ++l) CHECK(run.bits(values.read, l) == ~first(l));
  run.after("ld.local");
  for (unsigned l = 0; l < 32; ++l) CHECK(run.bits(values.read, l) == (first(l) >> 16 & 0xffff));
  run.after("st.local");
  for (unsigned l = 0; l < 32; ++l) CHECK(run.bits(values.written, l) == (first(l) >> 16 & 0xff));
}

TEST_CASE("atomics on one address find what the lane before has left") {
  Followed run("add.u32 %r1, %r0, 1;\natom.global.add.u32 %r2, [%l0], %r1;\nred.global.max.u32 [%l0], 500;\n"
               "atom.global.cas.b32 %r3, [%l0], 528, 7;\natom.global.exch.b64 %l2, [%l0+8], %l1;\n"
               "red.shared.add.u32 [0], 2;\n.shared .align 4 .b8 word[4];",
               {0});
  const WarpValues& values = run.after("atom.global.add");
  const auto sum = [](unsigned lanes) { return lanes * (lanes + 1) / 2; };  // 1 + 2 + ... + lanes
  for (unsigned l = 0; l < 32; ++l) {
    CHECK(run.bits(values.read, l) == sum(l));
    CHECK(run.bits(values.written, l) == sum(l + 1));
    CHECK(values.results[0][l] == sum(l));
  }
  run.after("red.global.max");
  CHECK(values.results.empty());
  for (unsigned l = 0; l < 32; ++l) {
    CHECK(run.bits(values.read, l) == 528);
    CHECK(run.bits(values.written, l) == 528);
  }
  run.after("atom.global.cas");  // lane 0 has it, the others get 7
  for (unsigned l = 0; l < 32; ++l) {
    CHECK(run.bits(values.read, l) == (l == 0 ? 528 : 7));
    CHECK(run.bits(values.written, l) == 7);
    CHECK(values.results[0][l] == (l == 0 ? 528 : 7));
  }
  run.after("atom.global.exch");
  for (unsigned l = 0; l < 32; ++l) {
    CHECK(run.bits(values.read, l) == (l == 0 ? 0 : run.kernel.input));
    CHECK(run.bits(values.written, l) == run.kernel.input);
  }
  run.after("red.shared");
  for (unsigned l = 0; l < 32; ++l) CHECK(run.bits(values.written, l) == 2 * l + 2);
}

TEST_CASE("each part of a generic access shows its own lanes") {
  Followed run(".shared .align 8 .b8 tile[256];\n.local .align 8 .b8 frame[8];\nmov.u64 %l2, tile;\n"
               "cvta.shared.u64 %l2, %l2;\nmov.u64 %l3, frame;\ncvta.local.u64 %l3, %l3;\nand.b32 %r1, %r0, 1;\n"
               "setp.eq.u32 %p1, %r1, 0;\nmul.wide.u32 %l9, %r0, 8;\nadd.s64 %l2, %l2, %l9;\n"
               "selp.b64 %l4, %l2, %l3, %p1;\nadd.u32 %r2, %r0, 7;\nst.u32 [%l4], %r2;\nld.u32 %r3, [%l4];",
               {0});
  for (const bool load : {false, true}) {
    for (const LaneMask lanes : {0x55555555u, 0xaaaaaaaau}) {
      const WarpValues& values = run.after(load ? "ld.u32" : "st.u32");
      CHECK(run.shown.active == lanes);
      CHECK(values.result_lanes == lanes);
      CHECK(run.shown.decoded->space == (lanes == 0x55555555u ? Space::kScratchpad : Space::kLocal));
      for (unsigned l = 0; l < 32; ++l) {
        if ((lanes >> l & 1) == 0) continue;
        CHECK(run.bits(load ? values.read : values.written, l) == l + 7);
        if (load) CHECK(values.results[0][l] == l + 7);
      }
    }
  }
}

TEST_CASE("lanes with outside addresses that are not errors have results but no bytes") {
  Followed run("mul.wide.u32 %l9, %r0, 4;\nadd.s64 %l2, %l1, %l9;\nmov.u32 %r1, 55;\nld.global.u32 %r1, [%l2];\n"
               "st.global.u32 [%l2], %r0;",
               bytes_of_input(64), 32, true);
  const WarpValues& values = run.after("ld.global");
  CHECK(run.shown.active == 0xffff);
  CHECK(values.result_lanes == kAll);
  for (unsigned l = 16; l < 32; ++l) CHECK(values.results[0][l] == 0);
  run.after("st.global");
  CHECK(values.result_lanes == 0xffff);
}

TEST_CASE("a barrier's reduction is a result once the barrier has opened") {
  Followed run("setp.lt.u32 %p1, %r0, 40;\nbar.red.popc.u32 %r1, 0, %p1;\nst.global.u32 [%l0], %r1;", {0}, 64);
  const WarpValues& first = run.after("bar.red", 0);
  CHECK(run.stream.waits(0));
  const WarpValues& second = run.after("bar.red", 1);
  for (unsigned l = 0; l < 32; ++l) {
    CHECK(first.results[0][l] == 40);
    CHECK(second.results[0][l] == 40);
  }
}

TEST_CASE("the executors of two SMs follow values independently") {
  KernelRun kernel(module_of("mov.u32 %r1, %ctaid.x;\nmad.lo.u32 %r2, %r1, 100, %r0;"));
  SimtStream first = kernel.stream(std::vector<int>{0}, 4, {2, 1, 1}, {32, 1, 1});
  SimtStream second(first, 1);
  second.follow_values();
  first.start_block(0, 0, 0);
  second.start_block(1, 0, 0);
  for (unsigned n = 0; n < 5; ++n) first.commit(0, n), second.commit(0, n);
  CHECK(first.values(0) == nullptr);
  REQUIRE(second.values(0)->results.size() == 1);
  for (unsigned l = 0; l < 32; ++l) CHECK(second.values(0)->results[0][l] == 100 + l);
}
