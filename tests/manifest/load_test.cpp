// The contents that a manifest may have, and the messages for mistakes.
#include <catch2/catch.hpp>

#include "manifest/memory_files.h"
#include "ptx/parser.h"

using namespace unibank;

namespace {

std::vector<std::uint8_t> packed(const std::string& arguments) {
  const Manifest manifest = load_text(with_arguments(arguments));
  const ptx::Module module = ptx::parse(kPtx, "k.ptx");
  return pack_arguments(manifest.launches.at(0), module.kernels.at("kinds"),
                        [](const std::string& name) -> std::uint64_t { return name == "b" ? 0x1122334455667700 : 0; });
}

const std::string kGood = "[1, -2, \"b\", 0.5, [{type = \"u8\", value = 7}, {type = \"f64\", value = 1}], 3]";

std::string with_texture(const std::string& keys) {
  return kHead + "[[buffer]]\nname = \"b\"\ntype = \"u8\"\ncount = 64\n" +
         "[[texture]]\nname = \"t\"\nbuffer = \"b\"\n" + keys + kLaunch;
}

std::string verify(const std::string& keys) {
  return with_buffer("type = \"u32\"\ncount = 2\n") + "[[verify]]\n" + keys;
}

}  // namespace

TEST_CASE("buffers, constants, textures, surfaces, launches and comparisons of a manifest are read") {
  const Manifest manifest = load_text(R"(ptx = "k.ptx"
description = "all of it"
stack_bytes = 2048
[[buffer]]
name = "x"
type = "f32"
count = 8
dump = "out/x.csv"
absolute = 0.5
relative = 1e-6
[[buffer]]
name = "y"
type = "f32"
count = 8
[[constant]]
symbol = "table"
type = "f32"
init = "iota"
[[constant]]
symbol = "state"
type = "u64"
count = 2
[[texture]]
name = "t"
buffer = "x"
width = 4
height = 2
channel = "f32"
filter = "linear"
address = ["wrap", "border"]
border = [1, 0.5, 0, 0]
normalized_coordinates = true
[[surface]]
name = "s"
buffer = "y"
width = 2
channels = 4
channel = "u8"
[[launch]]
kernel = "scale"
grid = [2, 3, 4]
block = [32, 2]
repeat = 5
arguments = ["x", {buffer = "y", offset = 16}, 2, 8]
[[verify]]
buffer = "y"
file = "y.csv"
absolute = 0.5
relative = 1e-6
)",
                                      {{"d/y.csv", "1 2 3 4 5 6 7 8"}});
  CHECK(manifest.name == "m");
  CHECK(manifest.description == "all of it");
  CHECK(manifest.stack_bytes == 2048);
  REQUIRE(manifest.ptx.size() == 1);
  CHECK(manifest.ptx[0].file == "d/k.ptx");
  REQUIRE(manifest.buffers.size() == 4);
  CHECK(manifest.find_buffer("x")->dump == "d/out/x.csv");
  CHECK(manifest.find_buffer("x")->absolute == 0.5);
  CHECK(manifest.find_buffer("x")->relative == 1e-6);
  CHECK(manifest.find_buffer("table")->constant);
  CHECK(manifest.find_buffer("table")->count == 4);  // the whole variable
  CHECK(manifest.find_buffer("state")->bytes.size() == 16);
  REQUIRE(manifest.textures.size() == 2);
  const Texture& texture = manifest.textures[0].texture;
  CHECK(texture.dimensions == 2);
  CHECK(texture.width == 4);
  CHECK(texture.filter == Texture::Filter::kLinear);
  CHECK(texture.outside[0] == Texture::Address::kWrap);
  CHECK(texture.outside[1] == Texture::Address::kBorder);
  CHECK(texture.border[1] == 0.5f);
  CHECK(texture.normalized_coordinates);
  CHECK(manifest.textures[1].surface);
  CHECK(manifest.textures[1].texture.dimensions == 1);
  CHECK(manifest.textures[1].texture.channel_bits == 8);
  REQUIRE(manifest.launches.size() == 1);
  const ManifestLaunch& launch = manifest.launches[0];
  CHECK(grid_of(launch, {}).count() == 24);
  CHECK(launch.block.count() == 64);
  CHECK(launch.repeat == 5);
  REQUIRE(launch.arguments.size() == 4);
  CHECK(launch.arguments[1].offset.offset.integer == 16);
  REQUIRE(manifest.verifications.size() == 1);
  CHECK(manifest.verifications[0].relative == 1e-6);
  CHECK(manifest.files == std::vector<std::string>{"d/k.ptx", "d/y.csv", "d/m.toml"});
}

TEST_CASE("arguments become bytes in the format of the parameters") {
  const std::vector<std::uint8_t> expected = {
      1, 0, 0xfe, 0xff, 0, 0, 0, 0,                    // u8 and s16
      0, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11,     // the buffer's address
      0, 0, 0, 0, 0, 0, 0xe0, 0x3f,                    // 0.5
      7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f,  // {7, 1.0}, the second member at its natural alignment
      3, 0, 0, 0};
  CHECK(packed(kGood) == expected);
  const std::vector<std::uint8_t> other =
      packed("[255, 32767, {buffer = \"b\", offset = 4}, -1, {bytes = [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]}, 1.0]");
  CHECK(other.at(0) == 255);
  CHECK(other.at(8) == 4);
  CHECK(other.at(23) == 0xbf);
  CHECK(other.at(24) == 1);
  CHECK(other.at(39) == 16);
  CHECK(other.at(43) == 0x3f);  // 1.0 for bits of 32: a float
  // Compilers pass an int as .u32, so integers of either sign are accepted.
  CHECK(packed("[-128, 65535, 5, 1, {bytes = [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]}, -1]").at(0) == 0x80);
}

TEST_CASE("arguments that do not fit name the parameter") {
  const auto error = [](const std::string& arguments) { return error_of(with_arguments(arguments)); };
  const std::string pair = "[{type = \"f64\", value = 1}, {type = \"f64\", value = 1}]";
  CHECK(error("[1, 2]") ==
        "d/m.toml:3:1: kernel 'kinds': found 2 arguments; expected 6: byte (.u8), half (.s16), wide (.u64), real "
        "(.f64), pair (.b8[16]), bits (.b32)");
  CHECK(error("[1.0, 1, 1, 1, " + pair + ", 1]") ==
        "d/m.toml:5:14: kernel 'kinds', parameter 'byte' (.u8): found 1.0; expected an integer from -128 to 255");
  CHECK(error("[1, 65536, 1, 1, " + pair + ", 1]") ==
        "d/m.toml:5:17: kernel 'kinds', parameter 'half' (.s16): found 65536; expected an integer from -32768 to "
        "65535");
  CHECK(error("[1, 1, \"c\", 1, " + pair + ", 1]") ==
        "d/m.toml:5:20: unknown buffer, texture or surface 'c'; known: b");
  CHECK(error("[1, 1, 1, \"b\", " + pair + ", 1]") ==
        "d/m.toml:5:23: kernel 'kinds', parameter 'real' (.f64): found the buffer 'b'; expected a number");
  CHECK(error("[\"b\", 1, 1, 1, " + pair + ", 1]") ==
        "d/m.toml:5:14: kernel 'kinds', parameter 'byte' (.u8): found the buffer 'b'; expected a number");
  CHECK(error("[1, 1, {buffer = \"b\", offset = 17}, 1, " + pair + ", 1]") ==
        "d/m.toml:5:20: kernel 'kinds', parameter 'wide' (.u64): found the offset 17 into the buffer 'b'; expected an "
        "integer from 0 to its 16 bytes");
  CHECK(error("[1, 1, 1, 1, 1, 1]") ==
        "d/m.toml:5:26: kernel 'kinds', parameter 'pair' (.b8[16]): found a number; expected { bytes = [...] } or an "
        "array of { type, value } of 16 bytes");
  CHECK(error("[1, 1, 1, 1, {bytes = [1]}, 1]") ==
        "d/m.toml:5:26: kernel 'kinds', parameter 'pair' (.b8[16]): found 1 bytes; expected 16 bytes");
  CHECK(error("[1, 1, 1, 1, {bytes = [256]}, 1]") ==
        "d/m.toml:5:36: bytes: found 256; expected an integer from 0 to 255");
  CHECK(error("[1, 1, 1, 1, [{type = \"u8\", value = 300}], 1]") ==
        "d/m.toml:5:49: value: found 300; expected an integer from 0 to 255 (u8)");
  CHECK_THAT(error("[true]"),
             Catch::StartsWith("d/m.toml:5:14: arguments: found true; expected a number, the name of"));
  CHECK_THAT(error("[{}]"),
             Catch::StartsWith("d/m.toml:5:14: arguments: found a table; expected a number, the name of"));
  CHECK_THAT(error("[[]]"), Catch::StartsWith("d/m.toml:5:14: arguments: found an empty array; expected a number"));
  CHECK(error("[{buffer = \"b\", ofset = 1}]") ==
        "d/m.toml:5:29: unknown key of an argument 'ofset'; known: buffer, offset; did you mean 'offset'?");
  CHECK(error("3") == "d/m.toml:5:13: arguments: found 3; expected an array with one element for each parameter");
}

TEST_CASE("a mistake is shown with its line and a caret") {
  CHECK_THROWS_WITH(load_text(kHead + "stack_bytes =\t0\n"),
                    "d/m.toml:2:15: stack_bytes: found 0; expected an integer from 1 to 524288\n"
                    "  2 | stack_bytes =\t0\n"
                    "    |              \t^");
  const std::string file = "buffer = [{name = \"b\", type = \"u8\", count = 2, init = \"file\", file = \"v.csv\"}]\n";
  CHECK_THROWS_WITH(load_text(kHead + file, {{"d/v.csv", "1\n 2.5"}}),
                    "d/v.csv:2:2: found '2.5'; expected an integer from 0 to 255 (u8)\n  2 |  2.5\n    |  ^");
  // A long line is shown only around the column.
  const std::string message = [] {
    try {
      load_text(kHead + "description = \"" + std::string(300, 'x') + "\", true\n" + kLaunch);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  }();
  CHECK_THAT(message, Catch::Contains("\n  2 | ...xxxx") && Catch::EndsWith("^"));
  CHECK(message.size() < 400);
}

TEST_CASE("texts that are not manifests are refused") {
  CHECK_THAT(error_of("ptx = \n"), Catch::StartsWith("d/m.toml:1:"));
  CHECK(error_of("") == "d/m.toml:1:1: a manifest needs the key 'ptx'");
  CHECK(error_of("ptx = 3\n") == "d/m.toml:1:7: ptx: found 3; expected a string, or an array of them");
  CHECK(error_of("ptx = \"\"\n") == "d/m.toml:1:7: ptx: found an empty string; expected at least one character");
  CHECK(error_of("ptx = \"none.ptx\"\n") ==
        "d/m.toml:1:7: ptx: cannot read 'd/none.ptx': No such file or directory");
  CHECK(error_of(kHead) == "d/m.toml:1:1: a manifest needs at least one [[launch]] or [[loop]]");
  CHECK(error_of(kHead + "bufer = 1\n") ==
        "d/m.toml:2:1: unknown key of a manifest 'bufer'; known: ptx, description, stack_bytes, memory_begin, buffer, "
        "constant, texture, surface, launch, loop, verify; did you mean 'buffer'?");
  CHECK(error_of(kHead + "[buffer]\nname = \"b\"\n") ==
        "d/m.toml:2:2: buffer: found a table; expected tables [[buffer]]");
  CHECK_THAT(error_of("ptx = \"x.ptx\"\n", {{"d/x.ptx", ".version 6.0\nnonsense\n"}}), Catch::StartsWith("d/x.ptx:2"));
}

TEST_CASE("wrong names and kinds in a table are refused") {
  CHECK(error_of(with_buffer("typ = \"u8\"\n")) ==
        "d/m.toml:4:1: unknown key of [[buffer]] 'typ'; known: name, type, count, address, dump, absolute, relative, "
        "init, start, step, value, low, high, mean, deviation, seed, file, values, rest; did you mean 'type'?");
  CHECK(error_of(with_buffer("type = \"u128\"\n")) ==
        "d/m.toml:4:8: type: found the string \"u128\"; expected one of \"u8\", \"s8\", \"u16\", \"s16\", \"u32\", "
        "\"s32\", \"u64\", \"s64\", \"f16\", \"f32\", \"f64\"");
  CHECK(error_of(with_buffer("type = \"u8\"\n")) == "d/m.toml:2:1: [[buffer]] needs the key 'count'");
  CHECK(error_of(with_buffer("type = \"u8\"\ncount = 1.0\n")) ==
        "d/m.toml:5:9: count: found 1.0; expected an integer from 1 to 1073741824");
  const std::string twice = "[[buffer]]\nname = \"b\"\ntype = \"u8\"\ncount = 1\n";
  CHECK(error_of(kHead + twice + twice + kLaunch) ==
        "d/m.toml:7:8: the name 'b' is taken by line 3; expected another");
}

TEST_CASE("constants fit the variables they fill") {
  const auto error = [](const std::string& keys) {
    return error_of(with_buffer("type = \"u8\"\ncount = 1\n") + "[[constant]]\n" + keys);
  };
  CHECK(error("symbol = \"tabel\"\ntype = \"u8\"\n") ==
        "d/m.toml:12:10: unknown .const or .global variable 'tabel'; known: table, state; did you mean 'table'?");
  CHECK(error("symbol = \"table\"\ntype = \"u32\"\ncount = 5\n") ==
        "d/m.toml:14:9: count: found 5; expected at most 4: 'table' has 16 bytes");
  CHECK(error("symbol = \"table\"\n") == "d/m.toml:11:1: [[constant]] needs the key 'type'");
  CHECK(error_of("ptx = \"x.ptx\"\n[[constant]]\nsymbol = \"s\"\ntype = \"u8\"\n",
                 {{"d/x.ptx", ".version 6.0\n.target sm_70\n.address_size 64\n.visible .entry k() { ret; }\n"}}) ==
        "d/m.toml:3:10: symbol 's': the PTX has no .const or .global variable");
}

TEST_CASE("impossible textures are refused") {
  const auto error = [](const std::string& keys) { return error_of(with_texture(keys)); };
  CHECK(error("width = 8\nheight = 8\nchannel = \"u8\"\n") == "no error");
  CHECK(error("width = 8\nheight = 9\nchannel = \"u8\"\n") ==
        "d/m.toml:6:1: the texels do not fit the buffer 'b' of 64 bytes: 8 x 9 x 1 of 1 bytes");
  CHECK(error("width = 8\nheight = 5\npitch = 16\nchannel = \"u8\"\n") ==
        "d/m.toml:6:1: the texels do not fit the buffer 'b' of 64 bytes: 8 x 5 x 1 of 1 bytes");
  CHECK(error("width = 8\npitch = 7\nchannel = \"u8\"\n") ==
        "d/m.toml:10:9: pitch: found 7; expected 0, or a multiple of a texel's 1 bytes that holds a row of 8");
  CHECK(error("width = 8\n") == "d/m.toml:6:1: [[texture]] needs the key 'channel'");
  CHECK(error("width = 8\nchannel = \"f64\"\n") ==
        "d/m.toml:10:11: channel: found the string \"f64\"; expected one of \"u8\", \"s8\", \"u16\", \"s16\", \"u32\", "
        "\"s32\", \"f16\", \"f32\"");
  CHECK(error("width = 8\nchannel = \"u8\"\nchannels = 3\n") ==
        "d/m.toml:11:12: channels: found 3; expected 1, 2 or 4");
  CHECK(error("width = 8\nchannel = \"u8\"\nfilter = \"linear\"\n") ==
        "d/m.toml:11:10: filter: found the string \"linear\"; expected \"point\": integers are filtered only with "
        "normalized_values = true");
  CHECK(error("width = 8\nchannel = \"f32\"\nnormalized_values = true\n") ==
        "d/m.toml:11:21: normalized_values: found true; expected false: only integers of 8 and 16 bits are read as "
        "fractions");
  CHECK(error("width = 8\nheight = 2\nchannel = \"u8\"\nlinear_memory = true\n") ==
        "d/m.toml:12:17: linear_memory: found true; expected false: only one dimension without layers, with filter "
        "\"point\" and coordinates in texels, can be in linear memory");
  CHECK(error("width = 8\nchannel = \"u8\"\naddress = [\"wrap\", \"wrap\"]\n") ==
        "d/m.toml:11:11: address: found an array; expected one of \"wrap\", \"clamp\", \"mirror\", \"border\", or a "
        "list with one for each of the 1 dimensions");
  CHECK(error("width = 8\nchannel = \"u8\"\nsymbol = \"t\"\n") ==
        "d/m.toml:6:1: [[texture]] needs one of the keys 'name' (a handle for arguments) and 'symbol' (a .texref of "
        "the PTX)");
  CHECK_THAT(error("width = 8\nchannel = \"u8\"\nfiltre = \"point\"\n"),
             Catch::StartsWith("d/m.toml:11:1: unknown key of [[texture]] 'filtre'; known: name, symbol, buffer"));
  CHECK(error_of(kHead + "[[surface]]\nsymbol = \"s\"\nbuffer = \"b\"\nwidth = 1\nchannel = \"u8\"\n") ==
        "d/m.toml:4:10: unknown buffer 'b'; known: ");
  CHECK(error_of(kHead + "buffer = [{name = \"b\", type = \"u8\", count = 4}]\n[[surface]]\nsymbol = \"s\"\nbuffer = "
                         "\"b\"\nwidth = 1\nchannel = \"u8\"\n") ==
        "d/m.toml:4:10: symbol 's': the PTX has no .surfref");
}

TEST_CASE("impossible launches are refused") {
  const auto error = [](const std::string& keys) { return error_of(kHead + "[[launch]]\n" + keys); };
  CHECK(error("grid = [1]\nblock = [1]\n") ==
        "d/m.toml:2:1: [[launch]] needs the key 'kernel'; the PTX has count, kinds, scale");
  CHECK(error("kernel = \"scal\"\n") ==
        "d/m.toml:3:10: unknown kernel 'scal'; known: count, kinds, scale; did you mean 'scale'?");
  CHECK(error("kernel = \"scale\"\n") == "d/m.toml:2:1: [[launch]] needs the key 'grid'");
  CHECK(error("kernel = \"scale\"\ngrid = 4\n") ==
        "d/m.toml:4:8: grid: found 4; expected an array of 1 to 3 integers, each from 1 to 2147483647");
  CHECK(error("kernel = \"scale\"\ngrid = [1, 0]\n") ==
        "d/m.toml:4:12: grid: found 0; expected an array of 1 to 3 integers, each from 1 to 2147483647");
  CHECK(error("kernel = \"scale\"\ngrid = [1]\nblock = [1025]\n") ==
        "d/m.toml:5:10: block: found 1025; expected an array of 1 to 3 integers, each from 1 to 1024");
  CHECK(error("kernel = \"scale\"\ngrid = [1, 65536]\nblock = [1]\n") ==
        "d/m.toml:4:8: grid: found [1, 65536]; expected at most 65535 blocks in y and in z");
  CHECK(error("kernel = \"scale\"\ngrid = [1]\nblock = [64, 17]\n") ==
        "d/m.toml:5:9: block: found [64, 17]; expected at most 1024 threads, at most 64 of them in z");
  CHECK(error("kernel = \"scale\"\ngrid = [1]\nblock = [1]\nrepeat = 0\n") ==
        "d/m.toml:6:10: repeat: found 0; expected an integer from 1 to 1000000");
  CHECK(error_of("ptx = \"x.ptx\"\n[[launch]]\ngrid = [1]\nblock = [1]\n",
                 {{"d/x.ptx", ".version 6.0\n.target sm_70\n.address_size 64\n.visible .entry k() { ret; }\n"}}) ==
        "no error");
}

TEST_CASE("impossible comparisons are refused") {
  const Files files = {{"d/e.csv", "1\n2\n"}};
  CHECK(error_of(verify("buffer = \"b\"\nfile = \"e.csv\"\n"), files) == "no error");
  CHECK(error_of(verify("buffer = \"c\"\nfile = \"e.csv\"\n"), files) ==
        "d/m.toml:12:10: unknown buffer 'c'; known: b");
  CHECK(error_of(verify("buffer = \"b\"\nfile = \"f.csv\"\n"), files) ==
        "d/m.toml:13:8: file: cannot read 'd/f.csv': No such file or directory");
  CHECK(error_of(verify("buffer = \"b\"\nfile = \"e.csv\"\nrelative = -1\n"), files) ==
        "d/m.toml:14:12: relative: found -1; expected at least 0");
  CHECK(error_of(verify("buffer = \"b\"\nfile = \"e.csv\"\nabsolute = nan\n"), files) ==
        "d/m.toml:14:12: absolute: found nan; expected a finite number");
  CHECK(error_of(verify("buffer = \"b\"\nfile = \"e.csv\"\n"), {{"d/e.csv", "1\n2\n3\n"}}) ==
        "d/m.toml:13:8: file: 'd/e.csv' has 3 values; expected 2 of type u32");
}

TEST_CASE("files that cannot be read say why") {
  CHECK_THROWS_WITH(read_whole_file("/no/such/file"), "No such file or directory");
  CHECK_THROWS_WITH(read_whole_file("/"), "it is a folder");
  CHECK_THROWS_WITH(read_whole_file("/dev/null"), "it is not a regular file");
  CHECK_THROWS_WITH(load_manifest("/no/such.toml"),
             "/no/such.toml: cannot read the manifest: No such file or directory");
}
