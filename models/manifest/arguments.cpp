// Arguments against the kernel's parameters, and as the bytes of a launch.
#include <algorithm>

#include "base/input_error.h"
#include "manifest/sections.h"
#include "manifest/values.h"

namespace unibank {
namespace {

using Kind = ManifestArgument::Kind;
using manifest_values::Bytes;

bool is_scalar(const ptx::Variable& parameter) {
  return !parameter.array && parameter.type != ptx::Type::kNone && ptx::bytes_of(parameter.type) == parameter.bytes;
}

bool is_object(const ptx::Variable& parameter) { return parameter.object != ptx::Variable::Object::kData; }

// ".u32", ".b8[12]".
std::string type_text(const ptx::Variable& parameter) {
  if (is_object(parameter)) return parameter.object == ptx::Variable::Object::kSurface ? ".surfref" : ".texref";
  const std::string type = "." + manifest_values::type_name(parameter.type);
  const std::uint64_t element = std::max(1u, ptx::bytes_of(parameter.type));
  return is_scalar(parameter) ? type : type + "[" + std::to_string(parameter.bytes / element) + "]";
}

// Integers are taken in either sign: compilers pass an int as .u32.
bool append_number(Bytes& bytes, const ManifestNumber& number, ptx::Type type) {
  return manifest_values::append(bytes, number, type, true);
}

Bytes structure_bytes(const ManifestArgument& argument) {
  Bytes bytes;
  std::size_t align = 1;
  for (const ManifestArgument::Field& field : argument.fields) {
    const std::size_t size = ptx::bytes_of(field.type);
    align = std::max(align, size);
    bytes.resize((bytes.size() + size - 1) / size * size);
    manifest_values::append(bytes, field.value, field.type);
  }
  bytes.resize((bytes.size() + align - 1) / align * align);
  return bytes;
}

// What a kernel's parameter makes of one argument.
class Checker {
 public:
  Checker(const manifest_reader::Source& source, const Manifest& manifest, const ManifestLaunch& launch,
          const ptx::Module& module)
      : source_(source), manifest_(manifest), launch_(launch), module_(module) {}

  void run() const {
    const ptx::Kernel& kernel = module_.kernels.at(launch_.kernel);
    if (launch_.arguments.size() != kernel.parameters.size()) wrong_number(kernel);
    for (std::size_t i = 0; i < launch_.arguments.size(); ++i) check(launch_.arguments[i], kernel.parameters[i]);
  }

 private:
  void wrong_number(const ptx::Kernel& kernel) const {
    std::string expected;
    for (const ptx::Variable& parameter : kernel.parameters)
      expected += (expected.empty() ? ": " : ", ") + parameter.name + " (" + type_text(parameter) + ")";
    source_.fail(launch_.place, "kernel '" + launch_.kernel + "': found " + std::to_string(launch_.arguments.size()) +
                                    " arguments; expected " + std::to_string(kernel.parameters.size()) + expected);
  }

  void check(const ManifestArgument& argument, const ptx::Variable& parameter) const {
    switch (argument.kind) {
      case Kind::kNumber: return check_number(argument, parameter);
      case Kind::kName: return check_name(argument, parameter);
      case Kind::kStructure: return check_size(argument, parameter, structure_bytes(argument).size());
      case Kind::kBytes: return check_size(argument, parameter, argument.bytes.size());
    }
  }

  void check_number(const ManifestArgument& argument, const ptx::Variable& parameter) const {
    if (is_object(parameter)) fail(argument, parameter, "a number", "the name of a texture or surface");
    if (!is_scalar(parameter))
      fail(argument, parameter, "a number",
           "{ bytes = [...] } or an array of { type, value } of " + std::to_string(parameter.bytes) + " bytes");
    Bytes bytes;
    if (append_number(bytes, argument.number, parameter.type)) return;
    toml_tree::Value value;
    value.kind = argument.number.is_float ? toml_tree::Value::Kind::kFloat : toml_tree::Value::Kind::kInteger;
    value.integer = argument.number.integer;
    value.real = argument.number.real;
    fail(argument, parameter, manifest_reader::found_text(value),
         manifest_values::expected_text(parameter.type, true));
  }

  void check_name(const ManifestArgument& argument, const ptx::Variable& parameter) const {
    const ManifestBuffer* buffer = manifest_.find_buffer(argument.name);
    const bool is_buffer = buffer && !buffer->constant;
    const auto handle = std::find_if(manifest_.textures.begin(), manifest_.textures.end(),
                                     [&](const ManifestTexture& one) { return one.name == argument.name; });
    if (!is_buffer && handle == manifest_.textures.end()) unknown(argument);
    const std::string found = (is_buffer ? "the buffer '" : handle->surface ? "the surface '" : "the texture '") +
                              argument.name + "'";
    const unsigned address_bytes = module_.address_bits / 8;
    if (is_object(parameter) ? is_buffer : !is_scalar(parameter) || manifest_values::is_float(parameter.type) ||
                                               parameter.bytes != (is_buffer ? address_bytes : 8))
      fail(argument, parameter, found,
           is_object(parameter) ? "the name of a texture or surface"
                                : is_scalar(parameter) ? "a number"
                                                       : std::to_string(parameter.bytes) + " bytes");
    if (argument.offset == 0) return;
    if (!is_buffer || argument.offset > buffer->bytes.size())
      fail(argument, parameter, "the offset " + std::to_string(argument.offset) + " into " + found,
           is_buffer ? "at most its " + std::to_string(buffer->bytes.size()) + " bytes" : "a buffer");
  }

  void check_size(const ManifestArgument& argument, const ptx::Variable& parameter, std::size_t bytes) const {
    if (bytes == parameter.bytes && !is_object(parameter)) return;
    fail(argument, parameter, std::to_string(bytes) + " bytes",
         is_object(parameter) ? "the name of a texture or surface" : std::to_string(parameter.bytes) + " bytes");
  }

  [[noreturn]] void unknown(const ManifestArgument& argument) const {
    std::vector<std::string> known;
    for (const ManifestBuffer& one : manifest_.buffers)
      if (!one.constant) known.push_back(one.name);
    for (const ManifestTexture& one : manifest_.textures)
      if (!one.name.empty()) known.push_back(one.name);
    source_.fail(argument.place, unknown_name("buffer, texture or surface", argument.name, known));
  }

  [[noreturn]] void fail(const ManifestArgument& argument, const ptx::Variable& parameter, const std::string& found,
                         const std::string& expected) const {
    source_.fail(argument.place, "kernel '" + launch_.kernel + "', parameter '" + parameter.name + "' (" +
                                     type_text(parameter) + "): found " + found + "; expected " + expected);
  }

  const manifest_reader::Source& source_;
  const Manifest& manifest_;
  const ManifestLaunch& launch_;
  const ptx::Module& module_;
};

Bytes bytes_of(const ManifestArgument& argument, const ptx::Variable& parameter,
               const std::function<std::uint64_t(const std::string&)>& value_of) {
  Bytes bytes;
  switch (argument.kind) {
    case Kind::kNumber: append_number(bytes, argument.number, parameter.type); break;
    case Kind::kStructure: bytes = structure_bytes(argument); break;
    case Kind::kBytes: bytes = argument.bytes; break;
    case Kind::kName:
      manifest_values::append_integer(bytes, value_of(argument.name) + argument.offset, ptx::Type::kU64);
      bytes.resize(parameter.bytes);  // 4 of them in a module of 32-bit addresses
  }
  return bytes;
}

}  // namespace

void manifest_reader::check_arguments(const Source& source, const Manifest& manifest, const ManifestLaunch& launch,
                                      const ptx::Module& module) {
  Checker(source, manifest, launch, module).run();
}

std::vector<std::uint8_t> pack_arguments(const Manifest&, const ManifestLaunch& launch, const ptx::Kernel& kernel,
                                         const std::function<std::uint64_t(const std::string& name)>& value_of) {
  Bytes block(kernel.parameter_bytes);
  for (std::size_t i = 0; i < launch.arguments.size() && i < kernel.parameters.size(); ++i) {
    const ptx::Variable& parameter = kernel.parameters[i];
    const Bytes bytes = bytes_of(launch.arguments[i], parameter, value_of);
    std::copy(bytes.begin(), bytes.end(), block.begin() + static_cast<std::ptrdiff_t>(parameter.offset));
  }
  return block;
}

}  // namespace unibank
