// For any text, load_manifest() returns a manifest whose parts fit each other, or throws InputError.
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>

#include "fuzz/target.h"
#include "manifest/memory_files.h"
#include "ptx/parser.h"

namespace {

using namespace unibank;

// A second module, with a kernel that has a mangled C++ name.
const char* const kOtherPtx = R"(.version 6.0
.target sm_70
.address_size 64
.const .align 8 .b8 handles[24];
.visible .entry _Z4pairPf6Record(.param .u64 out, .param .align 8 .b8 record[24])
{
  ret;
}
)";

std::string file_of(const std::string& path) {
  const auto ends_with = [&path](const std::string& end) {
    return path.size() >= end.size() && path.compare(path.size() - end.size(), end.size(), end) == 0;
  };
  if (ends_with("k.ptx")) return kPtx;
  if (ends_with("o.ptx")) return kOtherPtx;
  if (ends_with("v.csv")) return "1, 2, 3, 4\n5 6 7 8\n";
  if (ends_with("v.bin")) return "0123456789abcdef";
  throw std::runtime_error("No such file or directory");
}

void require(bool right, const char* what) {
  if (!right) throw std::logic_error(what);
}

// Executes the first steps of a manifest and looks at each.
class Watch : public ManifestMachine {
 public:
  struct Enough {};

  explicit Watch(const Manifest& manifest) : manifest_(manifest) {
    for (const ManifestPtx& ptx : manifest.ptx)
      for (const auto& [name, kernel] : ptx::parse(ptx.text, ptx.file).kernels)
        require(kernels_.emplace(name, kernel).second, "a kernel twice");
    for (const ManifestTexture& texture : manifest.textures) addresses_[texture.name] = 1;
    for (std::size_t i = 0; i < manifest.buffers.size(); ++i) addresses_[manifest.buffers[i].name] = (i + 1) << 32;
  }

  void walk() {
    try {
      run_steps(manifest_, *this, addresses_);
    } catch (const Enough&) {
    } catch (const RunError&) {
      // a loop has reached its limit
    }
  }

  void launch(const ManifestLaunch& launch, Dim3 grid, const std::vector<std::uint8_t>& arguments) override {
    constexpr unsigned kMostLaunches = 100;
    require(grid.x >= 1 && grid.y >= 1 && grid.z >= 1 && grid.y <= 65535 && grid.z <= 65535, "a grid that cannot be");
    require(arguments.size() == kernel(launch.kernel).parameter_bytes, "other arguments");
    if (++launches_ == kMostLaunches) throw Enough();
  }
  const ptx::Kernel& kernel(const std::string& name) override { return kernels_.at(name); }
  void write(std::uint64_t address, const std::vector<std::uint8_t>& bytes) override {
    check_range(address, bytes.size());
  }
  std::vector<std::uint8_t> read(std::uint64_t address, std::size_t bytes) override {
    check_range(address, bytes);
    return std::vector<std::uint8_t>(bytes, 1);
  }

 private:
  void check_range(std::uint64_t address, std::size_t bytes) const {
    const ManifestBuffer& buffer = manifest_.buffers.at((address >> 32) - 1);
    require((address & 0xffffffff) + bytes <= buffer.bytes.size(), "bytes outside of their buffer");
  }

  const Manifest& manifest_;
  std::map<std::string, ptx::Kernel> kernels_;
  ManifestAddresses addresses_;
  unsigned launches_ = 0;
};

// Invariants that all users of the reader rely on without checking them.
void check(const Manifest& manifest) {
  for (const ManifestBuffer& buffer : manifest.buffers)
    require(buffer.bytes.size() == buffer.count * ptx::bytes_of(buffer.type), "a buffer of another size");
  for (const ManifestTexture& texture : manifest.textures) {
    const Texture& shape = texture.texture;
    const std::uint64_t end = (shape.height * shape.depth - 1) * shape.row_bytes() + shape.width * shape.texel_bytes();
    require(end <= manifest.find_buffer(texture.buffer)->bytes.size(), "texels outside of their buffer");
  }
  require(!manifest.launches.empty(), "no launch");
  for (const ManifestVerify& verify : manifest.verifications)
    require(verify.expected.size() == manifest.find_buffer(verify.buffer)->bytes.size(), "a comparison that cannot be");
  Watch(manifest).walk();
}

// A buffer of a hundred million values is valid, but filling it takes a second.
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
