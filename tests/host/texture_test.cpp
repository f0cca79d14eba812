// Textures and surfaces in both forms that programs use: handles, and variables that the host binds.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstring>

#include "base/input_error.h"
#include "host/device.h"
#include "host/functional_backend.h"
#include "simt/device_memory.h"

using namespace unibank;
using Address = Texture::Address;
using Channel = Texture::Channel;

namespace {

// All kernels of the module share this frame: %l0 is the address of the results, %l1 a second argument, %r0 is %tid.x.
std::string kernel(const std::string& name, const std::string& body, const std::string& second = ".param .u64 b") {
  const bool loaded = second.find(".u64") != std::string::npos;
  return ".visible .entry " + name + "(.param .u64 a, " + second + ")\n{\n.reg .pred %p<4>; .reg .b16 %h<8>; " +
         ".reg .b32 %r<20>; .reg .f32 %f<20>; .reg .b64 %l<10>;\nld.param.u64 %l0, [a];\n" +
         (loaded ? "ld.param.u64 %l1, [b];\n" : "") + "mov.u32 %r0, %tid.x;\n" + body + "\nret;\n}\n";
}
// %l2: the address of the lane's 16 bytes of the result.
const char* const kOwn = "mul.wide.u32 %l2, %r0, 16;\nadd.s64 %l2, %l2, %l0;\n";

const std::string& module_text() {
  static const std::string text =
      ".version 7.0\n.target sm_70\n.address_size 64\n.global .texref image;\n.global .texref other;\n"
      ".global .surfref drawing;\n.global .align 4 .u32 data = 5;\n" +
      kernel("fetch", std::string(kOwn) +
                          "tex.1d.v4.s32.s32 {%r1, %r2, %r3, %r4}, [%l1, {%r0}];\n"
                          "st.global.v4.u32 [%l2], {%r1, %r2, %r3, %r4};") +
      // (x, y) = (lane % 4, lane / 4) / 4, fetched twice: by the variable's name and through its address.
      kernel("by_name", std::string(kOwn) +
                            "and.b32 %r1, %r0, 3;\nshr.u32 %r2, %r0, 2;\ncvt.rn.f32.u32 %f1, %r1;\n"
                            "cvt.rn.f32.u32 %f2, %r2;\nmul.f32 %f1, %f1, 0f3E800000;\nmul.f32 %f2, %f2, 0f3E800000;\n"
                            "mov.u64 %l3, image;\ntex.2d.v4.f32.f32 {%f3, %f4, %f5, %f6}, [image, {%f1, %f2}];\n"
                            "tex.level.2d.v4.f32.f32 {%f7, %f8, %f9, %f10}, [%l3, {%f1, %f2}], 0f00000000;\n"
                            "st.global.v4.f32 [%l2], {%f3, %f6, %f7, %f10};") +
      kernel("parameter", std::string(kOwn) +
                              "mov.f32 %f1, 0f3F000000;\ntex.1d.v4.f32.f32 {%f3, %f4, %f5, %f6}, [b, {%f1}];\n"
                              "st.global.v4.f32 [%l2], {%f3, %f4, %f5, %f6};",
             ".param .texref b") +
      kernel("volume", std::string(kOwn) +
                           "cvt.rn.f32.u32 %f1, %r0;\nmul.f32 %f1, %f1, 0f3F000000;\nmov.f32 %f2, 0f3FC00000;\n"
                           "mov.f32 %f3, 0f3F800000;\n"
                           "tex.3d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%l1, {%f1, %f2, %f3, %f3}];\n"
                           "mov.u32 %r1, 1;\n"
                           "@%p0 tex.a2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%l1, {%r1, %f2, %f3, %f3}];\n"
                           "st.global.v4.f32 [%l2], {%f4, %f5, %f6, %f7};") +
      kernel("layers", std::string(kOwn) +
                           "mov.f32 %f1, 0f3FC00000;\n"
                           "tex.a1d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%l1, {%r0, %f1}];\n"
                           "st.global.v4.f32 [%l2], {%f4, %f5, %f6, %f7};") +
      kernel("gather", std::string(kOwn) +
                           "mov.f32 %f1, 0f3FC00000;\nmov.f32 %f2, 0f40200000;\n"
                           "tld4.g.2d.v4.u32.f32 {%r1, %r2, %r3, %r4}, [%l1, {%f1, %f2}];\n"
                           "st.global.v4.u32 [%l2], {%r1, %r2, %r3, %r4};") +
      kernel("query", "txq.width.b32 %r1, [%l1];\ntxq.height.b32 %r2, [%l1];\ntxq.depth.b32 %r3, [%l1];\n"
                      "txq.normalized_coords.b32 %r4, [%l1];\nst.global.v4.u32 [%l0], {%r1, %r2, %r3, %r4};\n"
                      "suq.channel_order.b32 %r1, [drawing];\nsuq.channel_data_type.b32 %r2, [drawing];\n"
                      "suq.width.b32 %r3, [drawing];\nst.global.v4.u32 [%l0+16], {%r1, %r2, %r3, %r4};") +
      // Reads four pixels to the left, clamped to the edge, and writes them; beyond the right edge it reads zeros.
      kernel("shift", "and.b32 %r1, %r0, 7;\nshr.u32 %r2, %r0, 3;\nadd.s32 %r3, %r1, -4;\nshl.b32 %r3, %r3, 2;\n"
                      "suld.b.2d.v4.b8.clamp {%h1, %h2, %h3, %h4}, [%l1, {%r3, %r2}];\nshl.b32 %r4, %r1, 2;\n"
                      "sust.b.2d.v4.b8.trap [%l0, {%r4, %r2}], {%h4, %h3, %h2, %h1};\nadd.s32 %r5, %r4, 16;\n"
                      "suld.b.2d.b32.zero {%r6}, [%l1, {%r5, %r2}];\nadd.s32 %r7, %r2, 4;\n"
                      "sust.b.2d.b32.trap [%l0, {%r4, %r7}], {%r6};\nadd.s32 %r8, %r2, 8;\n"
                      "sust.b.2d.b32.zero [%l0, {%r4, %r8}], {%r6};") +
      kernel("wide", "shl.b32 %r1, %r0, 4;\nsuld.b.3d.v2.b64.trap {%l2, %l3}, [%l0, {%r1, 1, 2, 2}];\n"
                     "sust.b.3d.v2.b64.trap [%l0, {%r1, 0, 1, 1}], {%l3, %l2};\nshl.b32 %r2, %r0, 1;\n"
                     "suld.b.1d.b16.trap {%h1}, [%l1, {%r2}];\n"
                     "suld.b.a1d.b8.trap {%h2}, [%l1, {1, %r0}];\n"
                     "sust.b.a1d.b8.trap [%l1, {0, %r0}], {%h2};") +
      kernel("formatted", "cvt.rn.f32.u32 %f1, %r0;\nmul.f32 %f1, %f1, 0f3E000000;\nneg.f32 %f2, %f1;\n"
                          "mov.b32 %r1, %f1;\nmov.b32 %r2, %f2;\n"
                          "sust.p.1d.v2.b32.trap [%l0, {%r0}], {%r1, %r2};\n"
                          "sured.b.1d.add.u32.trap [drawing, {0}], %r0;\n"
                          "sured.b.1d.max.s32.trap [drawing, {4}], %r0;\nnot.b32 %r3, %r0;\n"
                          "sured.p.1d.min.b32.trap [drawing, {2}], %r3;\n"
                          "sured.p.1d.add.b32.zero [drawing, {3}], %r3;") +
      kernel("outside", "shl.b32 %r1, %r0, 2;\nsust.b.2d.b32.trap [%l0, {%r1, 3}], {%r0};") +
      kernel("beyond", "shl.b32 %r1, %r0, 2;\nmov.u32 %r2, 5;\nsuld.b.2d.b32.trap {%r2}, [%l1, {%r1, 3}];\n"
                       "mul.wide.u32 %l2, %r0, 4;\nadd.s64 %l2, %l2, %l0;\nst.global.u32 [%l2], %r2;");
  return text;
}

struct TextureMachine {
  TextureMachine() { device.load(module_text(), "textures.ptx"); }
  template <typename T>
  std::vector<T> run(const std::string& name, std::uint64_t second, unsigned threads, std::size_t results) {
    const std::uint64_t out = device.allocate(results * sizeof(T), "results");
    device.launch(name, {}, {threads, 1, 1}, Arguments(out, second));
    return device.download<T>(out, results);
  }
  std::string error(const std::string& name, std::uint64_t first, std::uint64_t second) {
    try {
      device.launch(name, {}, {32, 1, 1}, Arguments(first, second));
    } catch (const RunError& error) {
      return error.what();
    }
    return "none";
  }
  DeviceMemory memory{std::uint64_t{16} << 20};
  FunctionalBackend backend{memory};
  Device device{backend, memory};
};

std::vector<float> squares(unsigned count) {
  std::vector<float> values(count);
  for (unsigned i = 0; i < count; ++i) values[i] = static_cast<float>(i * i) + 0.5f;
  return values;
}

Texture texture(std::uint64_t address, unsigned dimensions, std::uint64_t width, std::uint64_t height = 1,
                std::uint64_t depth = 1) {
  Texture t;
  t.address = address;
  t.dimensions = dimensions;
  t.width = width;
  t.height = height;
  t.depth = depth;
  return t;
}
Texture bytes(Texture t, unsigned channels) {
  t.channel = Channel::kUnsigned;
  t.channel_bits = 8;
  t.channels = channels;
  return t;
}

template <typename Call>
std::string refused(Call call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a kernel fetches pairs of integers from linear memory through a handle") {
  TextureMachine machine;
  std::vector<std::int32_t> values(40);
  for (int i = 0; i < 40; ++i) values[i] = 7 - i * i;
  Texture t = texture(machine.device.upload(values), 1, 20);
  t.channels = 2;
  t.channel = Channel::kSigned;
  t.outside[0] = Address::kBorder;
  const auto out = machine.run<std::int32_t>("fetch", machine.device.create_texture(t), 32, 128);
  for (int i = 0; i < 32; ++i) {
    CHECK(out[4 * i] == (i < 20 ? values[2 * i] : 0));
    CHECK(out[4 * i + 1] == (i < 20 ? values[2 * i + 1] : 0));
    CHECK((out[4 * i + 2] == 0 && out[4 * i + 3] == 1));
  }
}

TEST_CASE("a .texref is read with the host's binding by its name and through its address") {
  TextureMachine machine;
  const auto values = squares(16);
  Texture t = texture(machine.device.upload(values), 2, 4, 4);
  t.normalized_coordinates = true;
  machine.device.bind_texture("image", t);
  auto out = machine.run<float>("by_name", 0, 32, 128);
  for (unsigned i = 0; i < 32; ++i) {
    CHECK(out[4 * i] == values[std::min(i / 4, 3u) * 4 + i % 4]);
    CHECK(out[4 * i + 2] == out[4 * i]);
    CHECK((out[4 * i + 1] == 1 && out[4 * i + 3] == 1));
  }
  t.outside = {Address::kWrap, Address::kWrap, Address::kWrap};
  machine.device.bind_texture("image", t);  // bound again, with another addressing mode
  out = machine.run<float>("by_name", 0, 32, 128);
  for (unsigned i = 0; i < 32; ++i) CHECK(out[4 * i] == values[i / 4 % 4 * 4 + i % 4]);
}

TEST_CASE("a texture may be a parameter of the kernel") {
  TextureMachine machine;
  const std::vector<std::uint16_t> halves{0x4248};  // 3.140625
  Texture t = texture(machine.device.upload(halves), 1, 1);
  t.channel_bits = 16;
  const auto out = machine.run<float>("parameter", machine.device.create_texture(t), 1, 4);
  CHECK(out == std::vector<float>{3.140625f, 0, 0, 1});
}

TEST_CASE("volumes are filtered between eight texels and layers are chosen by number") {
  TextureMachine machine;
  const auto values = squares(27);
  Texture t = texture(machine.device.upload(values), 3, 3, 3, 3);
  t.filter = Texture::Filter::kLinear;
  const auto out = machine.run<float>("volume", machine.device.create_texture(t), 8, 32);
  for (int i = 0; i < 8; ++i) {
    // y is in the middle of row 1, z between layers 0 and 1; x = i / 2 is in the middle of a texel or between two.
    const int left = i == 0 ? 0 : std::min((i - 1) / 2, 2), right = std::min(i / 2, 2);
    const float expected = (values[3 + left] + values[3 + right] + values[12 + left] + values[12 + right]) / 4;
    CHECK(out[4 * i] == expected);
  }
  const auto layer = machine.run<float>(
      "layers", machine.device.create_texture(texture(machine.device.upload(values), 1, 9, 1, 3)), 4, 16);
  for (int i = 0; i < 4; ++i) CHECK(layer[4 * i] == values[9 * std::min(i, 2) + 1]);
}

TEST_CASE("a gather returns four neighbours of one channel") {
  TextureMachine machine;
  std::vector<std::uint8_t> texels(4 * 4 * 2);
  for (unsigned i = 0; i < texels.size(); ++i) texels[i] = static_cast<std::uint8_t>(i);
  const Texture t = bytes(texture(machine.device.upload(texels), 2, 4, 4), 2);
  // Around (1.5, 2.5), in texel (1, 2): rows 2 and 3, columns 1 and 2, the second channel.
  CHECK(machine.run<std::uint32_t>("gather", machine.device.create_texture(t), 1, 4) ==
        std::vector<std::uint32_t>{27, 29, 21, 19});
}

TEST_CASE("queries return shape and format") {
  TextureMachine machine;
  const std::uint64_t memory = machine.device.allocate(4096);
  machine.device.bind_surface("drawing", bytes(texture(memory, 2, 7, 3), 4));
  const auto handle = machine.device.create_texture(texture(memory, 3, 5, 6, 2));
  CHECK(machine.run<std::uint32_t>("query", handle, 1, 8) ==
        std::vector<std::uint32_t>{5, 6, 2, 0, 0x10b5, 0x10da, 7, 0});  // RGBA, unsigned 8-bit integers
}

TEST_CASE("surfaces are accessed by bytes and outside accesses clamp or are dropped") {
  TextureMachine machine;
  std::vector<std::uint32_t> pixels(32);
  for (unsigned i = 0; i < 32; ++i) pixels[i] = 0x01020304u * (i + 1);
  const Texture from = bytes(texture(machine.device.upload(pixels), 2, 8, 4), 4);
  Texture to = bytes(texture(machine.device.allocate(8 * 48), 2, 8, 8), 4);
  to.pitch = 48;
  const Arguments arguments(machine.device.create_surface(to), machine.device.create_surface(from));
  const std::uint64_t writes = machine.memory.host_writes();
  machine.device.launch("shift", {}, {32, 1, 1}, arguments);
  CHECK(machine.memory.host_writes() == writes + 3);  // the surface stores of one warp
  const auto out = machine.device.download<std::uint32_t>(to.address, 8 * 12);
  for (unsigned y = 0; y < 4; ++y) {
    for (unsigned x = 0; x < 8; ++x) {
      CHECK(out[y * 12 + x] == __builtin_bswap32(pixels[y * 8 + (x < 4 ? 0 : x - 4)]));
      CHECK(out[(y + 4) * 12 + x] == (x < 4 ? pixels[y * 8 + x + 4] : 0));
    }
    CHECK(out[y * 12 + 8] == 0);  // the gap between two rows
  }
}

TEST_CASE("surface accesses of 8 to 128 bits keep their lanes and layers") {
  TextureMachine machine;
  std::vector<std::uint64_t> volume(8 * 2 * 2 * 3);  // 8 texels of 16 bytes, 2 rows, 3 layers
  for (unsigned i = 0; i < volume.size(); ++i) volume[i] = 0x123456789abcdefull * (i + 3);
  Texture t = texture(machine.device.upload(volume), 3, 8, 2, 3);
  t.channels = 4;
  std::vector<std::uint8_t> line(32);
  for (unsigned i = 0; i < 32; ++i) line[i] = static_cast<std::uint8_t>(i * 5);
  const Texture layers = bytes(texture(machine.device.upload(line), 1, 16, 1, 2), 1);
  machine.device.launch("wide", {}, {8, 1, 1},
                        Arguments(machine.device.create_surface(t), machine.device.create_surface(layers)));
  const auto out = machine.device.download<std::uint64_t>(t.address, volume.size());
  for (unsigned i = 0; i < 8; ++i) {
    const unsigned source = ((2 * 2 + 1) * 8 + i) * 2, target = ((1 * 2 + 0) * 8 + i) * 2;
    CHECK(out[target] == volume[source + 1]);
    CHECK(out[target + 1] == volume[source]);
  }
  const auto after = machine.device.download<std::uint8_t>(layers.address, 32);
  for (unsigned i = 0; i < 16; ++i) CHECK(after[i] == (i < 8 ? line[16 + i] : line[i]));
}

TEST_CASE("formatted stores convert and surface reductions add up over the lanes") {
  TextureMachine machine;
  Texture t = texture(machine.device.allocate(32 * 4), 1, 32);
  t.channel_bits = 16;
  t.channels = 2;
  Texture sums = texture(machine.device.allocate(12), 1, 3);
  sums.channel = Channel::kSigned;
  machine.device.bind_surface("drawing", sums);
  machine.device.launch("formatted", {}, {32, 1, 1}, Arguments(machine.device.create_surface(t), std::uint64_t{0}));
  const auto out = machine.device.download<std::uint16_t>(t.address, 64);
  CHECK((out[0] == 0 && out[1] == 0x8000));
  CHECK((out[2] == 0x3000 && out[3] == 0xb000));    // 1/8
  CHECK((out[62] == 0x43c0 && out[63] == 0xc3c0));  // 31/8 = 1.9375 * 2
  CHECK(machine.device.download<std::int32_t>(sums.address, 3) == std::vector<std::int32_t>{31 * 32 / 2, 31, -32});
  sums.channels = 2;  // pairs: a formatted reduction takes single integers only
  sums.width = 1;
  machine.device.bind_surface("drawing", sums);
  CHECK(has(machine.error("formatted", machine.device.create_surface(t), 0), "expected texels of one 32-bit integer"));
}

TEST_CASE("a surface access outside stops the run with its place") {
  TextureMachine machine;
  const std::uint64_t memory = machine.device.allocate(1024, "canvas");
  const auto seven = machine.device.create_surface(bytes(texture(memory, 2, 7, 4), 4));
  const std::string beyond = machine.error("outside", seven, 0);
  CHECK(has(beyond, "textures.ptx:"));
  CHECK(has(beyond, "kernel 'outside', block (0, 0, 0), thread (7, 0, 0): surface store of 4 bytes at x = 28 bytes, "
                    "y = 3 lies outside of the surface of 7 x 4 texels of 4 bytes"));
  const auto flat = machine.device.create_surface(bytes(texture(memory, 2, 32, 3), 4));
  CHECK(has(machine.error("outside", flat, 0), "(0, 0, 0): surface store of 4 bytes at x = 0 bytes, y = 3 lies"));
  const auto line = machine.device.create_surface(bytes(texture(memory, 1, 64), 4));
  CHECK(has(machine.error("outside", line, 0), "found a surface of 1 dimensions; expected 2"));
}

TEST_CASE("a surface access outside is dropped and counted where it is not an error") {
  TextureMachine machine;
  machine.backend.warn_out_of_bounds(true);
  const std::uint64_t memory = machine.device.upload(std::vector<std::uint32_t>(256, 9), "canvas");
  const auto seven = machine.device.create_surface(bytes(texture(memory, 2, 7, 4), 4));
  CHECK(machine.error("outside", seven, 0) == "none");
  const OutOfBoundsAccesses& found = machine.backend.counts().out_of_bounds;
  CHECK(found.writes == 32 - 7);
  CHECK(found.reads == 0);
  CHECK(has(found.first, "textures.ptx:"));
  CHECK(has(found.first, "kernel 'outside', block (0, 0, 0), thread (7, 0, 0): surface store of 4 bytes at x = 28 "
                         "bytes, y = 3 lies outside of the surface of 7 x 4 texels of 4 bytes"));
  const auto words = machine.device.download<std::uint32_t>(memory, 256);
  for (unsigned i = 0; i < 256; ++i) CHECK(words[i] == (i >= 21 && i < 28 ? i - 21 : 9));  // row 3 alone
  const auto read = machine.run<std::uint32_t>("beyond", seven, 32, 32);
  for (unsigned i = 0; i < 32; ++i) CHECK(read[i] == (i < 7 ? i : 0));
  CHECK(found.reads == 32 - 7);
  const auto line = machine.device.create_surface(bytes(texture(memory, 1, 64), 4));
  CHECK(has(machine.error("outside", line, 0), "found a surface of 1 dimensions; expected 2"));
}

TEST_CASE("an invalid handle stops the run") {
  TextureMachine machine;
  const std::uint64_t memory = machine.device.allocate(1024, "canvas"), out = machine.device.allocate(512);
  const auto surface = machine.device.create_surface(texture(memory, 1, 64));
  CHECK(has(machine.error("fetch", out, 77),
            "thread (0, 0, 0): found 0x4d as a handle; expected the handle of a texture"));
  CHECK(has(machine.error("fetch", out, surface), "found 0x1 as a handle; expected the handle of a texture"));
  CHECK(has(machine.error("by_name", out, 0), "found 0x0 as a handle in the variable 0 bytes into 'image'"));
  const auto texture_handle = machine.device.create_texture(texture(memory, 1, 64));
  machine.memory.release(memory);
  CHECK(has(machine.error("fetch", out, texture_handle), "the texture's 256 bytes at"));
}

TEST_CASE("textures whose memory or name is wrong are refused before anything runs") {
  TextureMachine machine;
  Device& device = machine.device;
  const std::uint64_t memory = device.allocate(1024, "canvas");
  CHECK(has(refused([&] { device.create_texture(texture(memory, 2, 16, 17)); }),
            "texture: found 1088 bytes at 0x"));
  CHECK(has(refused([&] { device.create_surface(texture(0, 1, 1)); }),
            "surface: found 4 bytes at 0x0; expected them in one allocation: "));
  CHECK(refused([&] { device.create_texture(texture(memory, 2, 16, 16)); }) == "accepted");
  CHECK(refused([&] { device.bind_texture("imag", texture(memory, 1, 8)); }) ==
        "unknown texture 'imag'; known: image, other; did you mean 'image'?");
  CHECK(refused([&] { device.bind_surface("image", texture(memory, 1, 8)); }) ==
        "unknown surface 'image'; known: drawing");
  DeviceMemory empty(std::uint64_t{8} << 20);
  FunctionalBackend backend(empty);
  Device without(backend, empty);
  const std::uint64_t there = without.allocate(64);
  CHECK(refused([&] { without.bind_texture("image", texture(there, 1, 8)); }) ==
        "texture 'image': no module is loaded");
}

TEST_CASE("textures of shapes that are not modelled are refused with the line") {
  const auto load = [](const std::string& instruction) {
    DeviceMemory memory(std::uint64_t{8} << 20);
    FunctionalBackend backend(memory);
    Device device(backend, memory);
    return refused([&] {
      device.load(".version 7.0\n.target sm_70\n.address_size 64\n" + kernel("k", instruction), "shapes.ptx");
      device.launch("k", {}, {}, Arguments(std::uint64_t{0}, std::uint64_t{0}));
    });
  };
  const std::string samples = load("tex.2dms.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%l1, {%r1, %r2, %r3, %r4}];");
  INFO(samples);
  CHECK(has(samples, "shapes.ptx:10"));
  CHECK(has(load("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%l1, %l0, {%f5, %f6}];"), "shapes.ptx:10"));
}
