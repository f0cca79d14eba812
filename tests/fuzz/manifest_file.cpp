// Whatever the text, load_manifest() returns a manifest whose parts fit each other, or throws InputError. For
// libFuzzer: tests/fuzz/libfuzzer manifest_file.
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "fuzz/target.h"
#include "manifest/memory_files.h"
#include "ptx/parser.h"

namespace {

using namespace unibank;

std::string file_of(const std::string& path) {
  const auto ends_with = [&path](const std::string& end) {
    return path.size() >= end.size() && path.compare(path.size() - end.size(), end.size(), end) == 0;
  };
  if (ends_with("k.ptx")) return kPtx;
  if (ends_with("v.csv")) return "1, 2, 3, 4\n5 6 7 8\n";
  if (ends_with("v.bin")) return "0123456789abcdef";
  throw std::runtime_error("No such file or directory");
}

void require(bool right, const char* what) {
  if (!right) throw std::logic_error(what);
}

// What everybody behind the reader relies on without looking again.
void check(const Manifest& manifest) {
  static const ptx::Module module = ptx::parse(kPtx, "k.ptx");
  for (const ManifestBuffer& buffer : manifest.buffers)
    require(buffer.bytes.size() == buffer.count * ptx::bytes_of(buffer.type), "a buffer of another size");
  for (const ManifestTexture& texture : manifest.textures) {
    const Texture& shape = texture.texture;
    const std::uint64_t end = (shape.height * shape.depth - 1) * shape.row_bytes() + shape.width * shape.texel_bytes();
    require(end <= manifest.find_buffer(texture.buffer)->bytes.size(), "texels outside of their buffer");
  }
  require(!manifest.launches.empty(), "no launch");
  for (const ManifestLaunch& launch : manifest.launches) {
    const ptx::Kernel& kernel = module.kernels.at(launch.kernel);
    require(launch.arguments.size() == kernel.parameters.size(), "another number of arguments");
    const auto value_of = [&](const std::string& name) -> std::uint64_t {
      for (const ManifestTexture& texture : manifest.textures)
        if (texture.name == name) return 1;
      return manifest.find_buffer(name)->count;
    };
    require(pack_arguments(manifest, launch, kernel, value_of).size() == kernel.parameter_bytes, "other arguments");
  }
  for (const ManifestVerify& verify : manifest.verifications)
    require(verify.expected.size() == manifest.find_buffer(verify.buffer)->bytes.size(), "a comparison that cannot be");
}

// A buffer of a hundred million values is right, but it takes a second to make.
bool has_long_number(const std::string& text) {
  unsigned digits = 0;
  for (const char c : text) {
    digits = std::isxdigit(static_cast<unsigned char>(c)) || c == '_' ? digits + 1 : 0;
    if (digits > 7) return true;
  }
  return false;
}

void load_any(const std::string& text) {
  if (has_long_number(text)) return;
  try {
    check(load_manifest(text, "fuzz.toml", file_of));
  } catch (const InputError&) {
    // refused in a proper way
  }
}

}  // namespace

void unibank::fuzz::try_text(const std::string& text) { load_any(text); }
