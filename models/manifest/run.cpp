#include <map>

#include "base/input_error.h"
#include "host/device.h"
#include "manifest/manifest.h"

namespace unibank {
namespace {

// What a host program would do; knows addresses and handles by name.
class HostSide {
 public:
  HostSide(const Manifest& manifest, Device& device) : manifest_(manifest), device_(device) {}

  void prepare() {
    device_.load(manifest_.ptx_text, manifest_.ptx_file);
    std::vector<PlannedKernel> planned;
    for (const ManifestLaunch& launch : manifest_.launches)
      planned.push_back({launch.kernel, launch.block, launch.dynamic_scratchpad_bytes});
    device_.plan(planned);
    for (const ManifestBuffer& buffer : manifest_.buffers) place(buffer);
    for (const ManifestTexture& texture : manifest_.textures) bind(texture);
  }

  void launch(const ManifestLaunch& launch) {
    const std::vector<std::uint8_t> block =
        pack_arguments(manifest_, launch, device_.kernel(launch.kernel),
                       [this](const std::string& name) { return values_.at(name); });
    for (std::uint64_t i = 0; i < launch.repeat; ++i)
      device_.launch(launch.kernel, launch.grid, launch.block, Arguments::of_bytes(block),
                     launch.dynamic_scratchpad_bytes);
  }

  std::map<std::string, std::vector<std::uint8_t>> buffers() const {
    std::map<std::string, std::vector<std::uint8_t>> all;
    for (const ManifestBuffer& buffer : manifest_.buffers)
      all[buffer.name] = device_.download<std::uint8_t>(values_.at(buffer.name), buffer.bytes.size());
    return all;
  }

 private:
  void place(const ManifestBuffer& buffer) {
    const std::uint64_t address =
        buffer.constant ? device_.symbol(buffer.name) : device_.allocate(buffer.bytes.size(), buffer.name);
    device_.write(address, buffer.bytes.data(), buffer.bytes.size());
    values_[buffer.name] = address;
  }

  void bind(const ManifestTexture& bound) {
    Texture texture = bound.texture;
    texture.address = values_.at(bound.buffer);
    if (!bound.symbol.empty()) {
      bound.surface ? device_.bind_surface(bound.symbol, texture) : device_.bind_texture(bound.symbol, texture);
    } else {
      values_[bound.name] = bound.surface ? device_.create_surface(texture) : device_.create_texture(texture);
    }
  }

  const Manifest& manifest_;
  Device& device_;
  std::map<std::string, std::uint64_t> values_;  // addresses of buffers, handles of textures and surfaces
};

}  // namespace

ManifestResult run(const Manifest& manifest, Device& device) {
  HostSide host(manifest, device);
  host.prepare();
  for (const ManifestLaunch& launch : manifest.launches) host.launch(launch);
  ManifestResult result;
  result.buffers = host.buffers();
  judge(manifest, result);
  return result;
}

}  // namespace unibank
