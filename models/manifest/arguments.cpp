// Checks arguments against the kernel's parameters, and converts them to the bytes of a launch.
#include <algorithm>

#include "manifest/fields.h"
#include "manifest/kernel_names.h"
#include "manifest/sections.h"

namespace unibank {
namespace {

using Kind = ManifestArgument::Kind;
using manifest_reader::CheckContext;
using manifest_reader::Extreme;
using manifest_reader::Named;
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

// Integers are accepted with either sign: compilers pass an int as .u32.
bool append_number(Bytes& bytes, const ManifestNumber& number, ptx::Type type) {
  return manifest_values::append(bytes, number, type, true);
}

// Checks one argument against its parameter.
class Checker {
 public:
  Checker(const CheckContext& check, ManifestLaunch& launch, const ptx::Kernel& kernel)
      : check_(check), launch_(launch), kernel_(kernel) {}

  void run() {
    if (launch_.arguments.size() != kernel_.parameters.size()) wrong_number();
    for (std::size_t i = 0; i < launch_.arguments.size(); ++i) check(launch_.arguments[i], kernel_.parameters[i]);
  }

 private:
  void wrong_number() const {
    std::string expected;
    for (const ptx::Variable& parameter : kernel_.parameters)
      expected += (expected.empty() ? ": " : ", ") + parameter.name + " (" + type_text(parameter) + ")";
    check_.source.fail(launch_.place, kernel_text() + ": found " + std::to_string(launch_.arguments.size()) +
                                          " arguments; expected " + std::to_string(kernel_.parameters.size()) +
                                          expected);
  }

  void check(ManifestArgument& argument, const ptx::Variable& parameter) const {
    switch (argument.kind) {
      case Kind::kNumber: return check_number(argument, parameter);
      case Kind::kName: return check_name(argument, parameter);
      case Kind::kStructure: return check_structure(argument, parameter);
      case Kind::kBytes: return check_size(argument, parameter, argument.bytes.size());
    }
  }

  void check_number(const ManifestArgument& argument, const ptx::Variable& parameter) const {
    if (is_object(parameter)) fail(argument, parameter, "a number", "the name of a texture or surface");
    if (!is_scalar(parameter))
      fail(argument, parameter, "a number",
           "{ bytes = [...] } or an array of { type, value } of " + std::to_string(parameter.bytes) + " bytes");
    for (const Extreme& extreme : extremes(argument.number, check_.ranges)) {
      Bytes bytes;
      if (!append_number(bytes, extreme.number, parameter.type))
        fail(argument, parameter, extreme.text, manifest_values::expected_text(parameter.type, true));
    }
  }

  void check_name(const ManifestArgument& argument, const ptx::Variable& parameter) const {
    const Named named = find_named(check_, argument);
    const unsigned bytes = named.buffer ? check_.address_bytes : 8;
    if (is_object(parameter) ? named.buffer != nullptr
                             : !is_scalar(parameter) || manifest_values::is_float(parameter.type) ||
                                   parameter.bytes != bytes)
      fail(argument, parameter, named.text,
           is_object(parameter) ? "the name of a texture or surface"
                                : is_scalar(parameter) ? "a number"
                                                       : std::to_string(parameter.bytes) + " bytes");
    check_offset(check_, argument, where(parameter));
  }

  void check_structure(ManifestArgument& argument, const ptx::Variable& parameter) const {
    check_size(argument, parameter, lay_out(check_, argument.fields, where(parameter)));
  }

  void check_size(const ManifestArgument& argument, const ptx::Variable& parameter, std::size_t bytes) const {
    if (bytes == parameter.bytes && !is_object(parameter)) return;
    fail(argument, parameter, std::to_string(bytes) + " bytes",
         is_object(parameter) ? "the name of a texture or surface" : std::to_string(parameter.bytes) + " bytes");
  }

  [[noreturn]] void fail(const ManifestArgument& argument, const ptx::Variable& parameter, const std::string& found,
                         const std::string& expected) const {
    check_.source.fail(argument.place, where(parameter) + ": found " + found + "; expected " + expected);
  }

  std::string kernel_text() const { return "kernel '" + manifest_reader::readable_name(launch_.kernel) + "'"; }
  std::string where(const ptx::Variable& parameter) const {
    return kernel_text() + ", parameter '" + parameter.name + "' (" + type_text(parameter) + ")";
  }

  const CheckContext& check_;
  ManifestLaunch& launch_;
  const ptx::Kernel& kernel_;
};

Bytes bytes_of(const ManifestArgument& argument, const ptx::Variable& parameter, const AddressOf& address_of,
               const Counters& counters) {
  Bytes bytes;
  switch (argument.kind) {
    case Kind::kNumber: append_number(bytes, value_of(argument.number, counters), parameter.type); break;
    case Kind::kStructure:
      bytes.resize(parameter.bytes);
      for (const ManifestArgument& field : argument.fields) manifest_reader::put(bytes, field, address_of, counters);
      break;
    case Kind::kBytes: bytes = argument.bytes; break;
    case Kind::kName: {
      const auto offset = static_cast<std::uint64_t>(value_of(argument.offset, counters).integer);
      manifest_values::append_integer(bytes, address_of(argument.name) + offset, ptx::Type::kU64);
      bytes.resize(parameter.bytes);  // 4 of them in a module of 32-bit addresses
    }
  }
  return bytes;
}

}  // namespace

void manifest_reader::check_arguments(const CheckContext& check, ManifestLaunch& launch, const ptx::Kernel& kernel) {
  Checker(check, launch, kernel).run();
}

std::vector<std::uint8_t> pack_arguments(const ManifestLaunch& launch, const ptx::Kernel& kernel,
                                         const AddressOf& address_of, const Counters& counters) {
  Bytes block(kernel.parameter_bytes);
  for (std::size_t i = 0; i < launch.arguments.size() && i < kernel.parameters.size(); ++i) {
    const ptx::Variable& parameter = kernel.parameters[i];
    const Bytes bytes = bytes_of(launch.arguments[i], parameter, address_of, counters);
    std::copy(bytes.begin(), bytes.end(), block.begin() + static_cast<std::ptrdiff_t>(parameter.offset));
  }
  return block;
}

}  // namespace unibank
