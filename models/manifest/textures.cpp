// [[texture]] and [[surface]].
#include <algorithm>

#include "base/input_error.h"
#include "manifest/sections.h"
#include "simt/texture_table.h"

namespace unibank::manifest_reader {
namespace {

struct ChannelName {
  const char* name;
  Texture::Channel channel;
  unsigned bits;
};
constexpr ChannelName kChannels[] = {
    {"u8", Texture::Channel::kUnsigned, 8},   {"s8", Texture::Channel::kSigned, 8},
    {"u16", Texture::Channel::kUnsigned, 16}, {"s16", Texture::Channel::kSigned, 16},
    {"u32", Texture::Channel::kUnsigned, 32}, {"s32", Texture::Channel::kSigned, 32},
    {"f16", Texture::Channel::kFloat, 16},    {"f32", Texture::Channel::kFloat, 32},
};
const std::vector<std::string> kAddresses = {"wrap", "clamp", "mirror", "border"};  // in the order of Texture::Address
constexpr auto kMostTexels = static_cast<std::int64_t>(kMostTexelsOfAxis);

void read_shape(const Section& section, Texture& texture) {
  texture.width = static_cast<std::uint64_t>(section.integer("width", 1, kMostTexels));
  texture.height = static_cast<std::uint64_t>(section.integer("height", 1, kMostTexels, 1));
  texture.depth = static_cast<std::uint64_t>(section.integer("depth", 1, kMostTexels, 1));
  const unsigned plane = section.find("height") ? 2 : 1, given = section.find("depth") ? 3 : plane;
  // Fewer dimensions than `depth` suggests: its slices are layers.
  texture.dimensions = static_cast<unsigned>(section.integer("dimensions", plane, 3, given));
}

void read_texels(const Section& section, Texture& texture) {
  texture.channels = static_cast<unsigned>(section.integer("channels", 1, 4, 1));
  if (texture.channels == 3) section.fail("channels", "1, 2 or 4");
  section.need("channel");
  const ChannelName& channel = kChannels[section.choice("channel", channel_names(), 0)];
  texture.channel = channel.channel;
  texture.channel_bits = channel.bits;
  texture.pitch = static_cast<std::uint64_t>(section.integer("pitch", 0, INT64_MAX, 0));
  const std::uint64_t row = texture.width * texture.texel_bytes();
  if (texture.pitch != 0 && (texture.pitch < row || texture.pitch % texture.texel_bytes() != 0))
    section.fail("pitch", "0, or a multiple of a texel's " + std::to_string(texture.texel_bytes()) +
                              " bytes that holds a row of " + std::to_string(row));
}

// Reads the address mode: one mode for all dimensions, or a list with one mode per dimension.
void read_address(const Section& section, Texture& texture) {
  const Value* value = section.find("address");
  if (!value) return;
  if (!value->is(Value::Kind::kArray)) {
    texture.outside.fill(static_cast<Texture::Address>(section.choice("address", kAddresses, 1)));
    return;
  }
  const std::string expected =
      "one of \"wrap\", \"clamp\", \"mirror\", \"border\", or a list with one for each of the " +
      std::to_string(texture.dimensions) + " dimensions";
  if (value->elements.size() != texture.dimensions) section.fail("address", expected);
  for (unsigned i = 0; i < texture.dimensions; ++i) {
    const Value& one = value->elements[i];
    const auto found = std::find(kAddresses.begin(), kAddresses.end(), one.text);
    if (!one.is(Value::Kind::kString) || found == kAddresses.end())
      section.source().fail_found("address", one, expected);
    texture.outside[i] = static_cast<Texture::Address>(found - kAddresses.begin());
  }
}

void read_border(const Section& section, Texture& texture) {
  const Value* value = section.find("border");
  if (!value) return;
  if (!value->is(Value::Kind::kArray) || value->elements.size() != 4) section.fail("border", "an array of 4 numbers");
  for (unsigned i = 0; i < 4; ++i) {
    ManifestNumber number;
    if (!number_of(value->elements[i], number)) section.source().fail_found("border", value->elements[i], "a number");
    texture.border[i] = static_cast<float>(number.is_float ? number.real : static_cast<double>(number.integer));
  }
}

void read_sampling(const Section& section, Texture& texture) {
  texture.filter = static_cast<Texture::Filter>(section.choice("filter", {"point", "linear"}, 0));
  read_address(section, texture);
  read_border(section, texture);
  texture.normalized_coordinates = section.boolean("normalized_coordinates", false);
  texture.normalized_values = section.boolean("normalized_values", false);
  const bool floats = texture.channel == Texture::Channel::kFloat;
  if (texture.normalized_values && (floats || texture.channel_bits == 32))
    section.fail("normalized_values", "false: only integers of 8 and 16 bits are read as fractions");
  if (texture.filter == Texture::Filter::kLinear && !floats && !texture.normalized_values)
    section.fail("filter", "\"point\": integers are filtered only with normalized_values = true");
}

// CUDA's textures in linear memory: the other settings need an array.
bool read_linear_memory(const Section& section, const Texture& texture) {
  const bool linear = section.boolean("linear_memory", false);
  if (linear && (texture.dimensions != 1 || texture.depth != 1 || texture.filter != Texture::Filter::kPoint ||
                 texture.normalized_coordinates))
    section.fail("linear_memory", "false: only one dimension without layers, with filter \"point\" and coordinates in "
                                  "texels, can be in linear memory");
  return linear;
}

void check_bytes(const Section& section, const Manifest& manifest, ManifestTexture& texture) {
  const ManifestBuffer* buffer = manifest.find_buffer(texture.buffer);
  if (!buffer || buffer->constant) {
    std::vector<std::string> known;
    for (const ManifestBuffer& one : manifest.buffers)
      if (!one.constant) known.push_back(one.name);
    section.source().fail(place_of(section.need("buffer")), unknown_name("buffer", texture.buffer, known));
  }
  const Texture& shape = texture.texture;
  __extension__ using Wide = unsigned __int128;
  const Wide rows = static_cast<Wide>(shape.height) * shape.depth;
  const Wide bytes = (rows - 1) * shape.row_bytes() + shape.width * shape.texel_bytes();
  if (bytes > buffer->bytes.size())
    section.source().fail(section.place(), "the texels do not fit the buffer '" + texture.buffer + "' of " +
                                               std::to_string(buffer->bytes.size()) + " bytes: " +
                                               std::to_string(shape.width) + " x " + std::to_string(shape.height) +
                                               " x " + std::to_string(shape.depth) + " of " +
                                               std::to_string(shape.texel_bytes()) + " bytes");
}

// Checks the variable that the texture is bound to.
void check_symbol(const Section& section, const Modules& modules, bool surface) {
  using Object = ptx::Variable::Object;
  if (surface)
    modules.variable_of(section, ".surfref", [](const ptx::Variable& one) { return one.object == Object::kSurface; });
  else
    modules.variable_of(section, ".texref", [](const ptx::Variable& one) { return one.object == Object::kTexture; });
}

}  // namespace

std::vector<std::string> channel_names() {
  std::vector<std::string> names;
  for (const ChannelName& one : kChannels) names.emplace_back(one.name);
  return names;
}

ManifestTexture read_texture(const Section& section, const Manifest& manifest, const Modules& modules,
                             bool surface) {
  ManifestTexture texture;
  texture.place = section.place();
  texture.surface = surface;
  if ((section.find("name") != nullptr) == (section.find("symbol") != nullptr))
    section.source().fail(section.place(), std::string(surface ? "[[surface]]" : "[[texture]]") +
                                               " needs one of the keys 'name' (a handle for arguments) and "
                                               "'symbol' (a " + (surface ? ".surfref" : ".texref") + " of the PTX)");
  texture.name = section.text("name", "");
  texture.symbol = section.text("symbol", "");
  texture.buffer = section.text("buffer");
  read_shape(section, texture.texture);
  read_texels(section, texture.texture);
  if (!surface) read_sampling(section, texture.texture);
  texture.linear_memory = !surface && read_linear_memory(section, texture.texture);
  check_bytes(section, manifest, texture);
  if (!texture.symbol.empty()) check_symbol(section, modules, surface);
  return texture;
}

}  // namespace unibank::manifest_reader
