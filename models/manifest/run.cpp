#include <map>

#include "base/input_error.h"
#include "host/device.h"
#include "manifest/manifest.h"
#include "manifest/placement.h"

namespace unibank {
namespace {

// Acts as the host program; maps names to addresses and handles.
class HostSide : public ManifestMachine {
 public:
  HostSide(const Manifest& manifest, Device& device, DeviceMemory* memory)
      : manifest_(manifest), device_(device), memory_(memory) {}

  void run() {
    if (manifest_.memory_begin != 0) place_at_addresses(manifest_, device_, memory(), addresses_);
    else
      for (const ManifestPtx& ptx : manifest_.ptx) device_.load(ptx.text, ptx.file);
    std::vector<PlannedKernel> planned;
    for (const ManifestLaunch& launch : manifest_.launches)
      planned.push_back({launch.kernel, launch.block, launch.dynamic_scratchpad_bytes});
    device_.plan(planned);
    if (manifest_.memory_begin == 0)
      for (const ManifestBuffer& buffer : manifest_.buffers) place(buffer);
    for (const ManifestTexture& texture : manifest_.textures) bind(texture);
    run_steps(manifest_, *this, addresses_);
  }

  void launch(const ManifestLaunch& launch, Dim3 grid, const std::vector<std::uint8_t>& arguments) override {
    const auto start = launch.cooperative ? &Device::launch_cooperative : &Device::launch;
    for (std::uint64_t i = 0; i < launch.repeat; ++i)
      (device_.*start)(launch.kernel, grid, launch.block, Arguments::of_bytes(arguments),
                       launch.dynamic_scratchpad_bytes);
  }
  const ptx::Kernel& kernel(const std::string& name) override { return device_.kernel(name); }
  void write(std::uint64_t address, const std::vector<std::uint8_t>& bytes) override {
    device_.write(address, bytes.data(), bytes.size());
  }
  std::vector<std::uint8_t> read(std::uint64_t address, std::size_t bytes) override {
    return device_.download<std::uint8_t>(address, bytes);
  }

  std::map<std::string, std::vector<std::uint8_t>> buffers() const {
    std::map<std::string, std::vector<std::uint8_t>> all;
    for (const ManifestBuffer& buffer : manifest_.buffers)
      all[buffer.name] = device_.download<std::uint8_t>(addresses_.at(buffer.name), buffer.bytes.size());
    return all;
  }

 private:
  DeviceMemory& memory() const {
    if (memory_) return *memory_;
    throw InputError(manifest_.file, 0, "the manifest has memory_begin; only 'unibank run' puts buffers at addresses");
  }

  void place(const ManifestBuffer& buffer) {
    const std::uint64_t address =
        buffer.constant ? device_.symbol(buffer.name) : device_.allocate(buffer.bytes.size(), buffer.name);
    device_.write(address, buffer.bytes.data(), buffer.bytes.size());
    addresses_[buffer.name] = address;
  }

  void bind(const ManifestTexture& bound) {
    Texture texture = bound.texture;
    texture.address = addresses_.at(bound.buffer);
    if (!bound.symbol.empty()) {
      bound.surface ? device_.bind_surface(bound.symbol, texture) : device_.bind_texture(bound.symbol, texture);
    } else {
      addresses_[bound.name] = bound.surface ? device_.create_surface(texture) : device_.create_texture(texture);
    }
  }

  const Manifest& manifest_;
  Device& device_;
  DeviceMemory* const memory_;
  ManifestAddresses addresses_;
};

}  // namespace

ManifestResult run(const Manifest& manifest, Device& device, DeviceMemory* memory) {
  HostSide host(manifest, device, memory);
  host.run();
  ManifestResult result;
  result.buffers = host.buffers();
  judge(manifest, result);
  return result;
}

}  // namespace unibank
