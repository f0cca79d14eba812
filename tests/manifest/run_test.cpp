// Results of manifests run on the functional backend.
#include <catch2/catch.hpp>

#include "manifest/memory_files.h"
#include "manifest/run_functional.h"

using namespace unibank;

namespace {

std::string scale(const std::string& verify) {
  return kHead + R"(
[[buffer]]
name = "x"
type = "f32"
count = 6
init = "iota"
[[buffer]]
name = "y"
type = "f32"
count = 6
[[constant]]
symbol = "table"
type = "f32"
init = "iota"
start = 100
step = 100
[[launch]]
kernel = "scale"
grid = [2]
block = [4]
arguments = ["x", "y", 2, 6]
)" + verify;
}

const std::string kVerify = "[[verify]]\nbuffer = \"y\"\nfile = \"y.csv\"\n";
const std::vector<float> kScaled{100, 202, 304, 406, 108, 210};  // 2 i + table[i % 4]

}  // namespace

TEST_CASE("a manifest runs and its result is compared") {
  const ManifestResult right = run_functional(load_text(scale(kVerify), {{"d/y.csv", "100 202 304 406 108 210"}}));
  CHECK(values<float>(right, "y") == kScaled);
  CHECK(values<float>(right, "table") == std::vector<float>{100, 200, 300, 400});
  CHECK(right.judged);
  CHECK(right.right);
  CHECK(right.text == "6 values of 'y' equal");
  const ManifestResult wrong = run_functional(load_text(scale(kVerify), {{"d/y.csv", "100 202 305 406 108 211"}}));
  CHECK(wrong.judged);
  CHECK_FALSE(wrong.right);
  CHECK(wrong.text == "y[2] is 304, d/y.csv has 305 (2 of 6 differ)");
}

TEST_CASE("without a comparison the result is not called right") {
  const ManifestResult result = run_functional(load_text(scale("")));
  CHECK(values<float>(result, "y") == kScaled);
  CHECK_FALSE(result.judged);
  CHECK_FALSE(result.right);
  CHECK(result.text == "nothing to compare with");
}

TEST_CASE("tolerances are absolute or relative and either suffices") {
  const Files files = {{"d/y.csv", "100.5 202 304 406 108 210"}};
  const auto right = [&](const std::string& tolerance) {
    return run_functional(load_text(scale(kVerify + tolerance), files)).right;
  };
  CHECK_FALSE(right("absolute = 0.25\n"));
  CHECK(right("absolute = 0.5\n"));
  CHECK_FALSE(right("relative = 0.004\n"));
  CHECK(right("relative = 0.005\n"));
  CHECK(right("absolute = 0.25\nrelative = 0.005\n"));
  CHECK(run_functional(load_text(scale(kVerify + "absolute = 0.5\nrelative = 0.001\n"), files)).text ==
        "6 values of 'y' within 0.5 absolute or 0.001 relative");
}

TEST_CASE("integers are compared exactly and a NaN agrees with a NaN") {
  Manifest manifest;
  ManifestBuffer wide{"w", false, ptx::Type::kS64, 2, {}, "", {}, {}};
  ManifestBuffer real{"r", false, ptx::Type::kF64, 2, {}, "", {}, {}};
  manifest.buffers = {wide, real};
  const auto bytes = [](auto... values) {
    std::vector<std::uint8_t> all;
    const auto add = [&](auto value) {
      const auto* at = reinterpret_cast<const std::uint8_t*>(&value);
      all.insert(all.end(), at, at + sizeof value);
    };
    (add(values), ...);
    return all;
  };
  ManifestResult result;
  const std::int64_t large = std::int64_t{1} << 60;
  result.buffers["w"] = bytes(large, std::int64_t{-1});
  result.buffers["r"] = bytes(std::nan(""), 0.0);
  manifest.verifications = {{"w", "w.bin", bytes(large, std::int64_t{-1}), 0, 0},
                            {"r", "r.bin", bytes(std::nan("7"), -0.0), 0, 0}};
  judge(manifest, result);
  CHECK(result.right);
  manifest.verifications[0].expected = bytes(large + 1, std::int64_t{-1});  // the same as doubles
  judge(manifest, result);
  CHECK(result.text == "w[0] is 1152921504606846976, w.bin has 1152921504606846977 (1 of 2 differ)");
  manifest.verifications[0].absolute = 1;
  judge(manifest, result);
  CHECK(result.right);
  manifest.verifications[1].expected = bytes(1.0, 0.0);
  manifest.verifications[1].absolute = 1e300;
  judge(manifest, result);
  CHECK_FALSE(result.right);
}

TEST_CASE("a launch runs as often as it says") {
  const ManifestResult result = run_functional(load_text(with_buffer("type = \"u32\"\ncount = 1\n") + "repeat = 3\n" +
                                                         kLaunch));
  CHECK(values<std::uint32_t>(result, "b") == std::vector<std::uint32_t>{4});
}

TEST_CASE("dumps are CSV or raw") {
  ManifestBuffer buffer{"b", false, ptx::Type::kF32, 2, {}, "x.csv", {}, {}};
  const std::vector<std::uint8_t> bytes = {0, 0, 0x80, 0x3f, 0xcd, 0xcc, 0xcc, 0x3d};
  CHECK(dump_text(buffer, bytes) == "1\n0.1\n");
  buffer.dump = "x.bin";
  CHECK(dump_text(buffer, bytes) == std::string(bytes.begin(), bytes.end()));
}

TEST_CASE("the worked examples give what their files expect") {
  for (const char* name : {"saxpy", "reduction", "blur", "gaussian", "bfs"}) {
    INFO(name);
    const std::string folder = std::string(UNIBANK_SOURCE_DIR "/testbenches/examples/") + name + "/";
    const ManifestResult result = run_functional(load_manifest(folder + name + ".toml"));
    CHECK(result.right);
  }
}
