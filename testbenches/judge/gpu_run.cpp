#include "judge/gpu_run.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "judge/gpu_clock.h"
#include "judge/gpu_textures.h"
#include "ptx/parser.h"

namespace unibank {
namespace {

using cuda::Driver;

class GpuSession : public ManifestMachine {
 public:
  GpuSession(const Manifest& manifest, const Driver& driver, const GpuOptions& options)
      : manifest_(manifest), driver_(driver), options_(options), textures_(manifest, driver), l2_(driver) {}
  // Gives back what the next manifest in the same context would find missing. While a kernel runs, that would wait.
  ~GpuSession() override {
    if (hangs_) return;
    for (const cuda::Pointer address : allocated_) driver_.cuMemFree(address);
    for (const Module& one : modules_) driver_.cuModuleUnload(one.loaded);
  }
  GpuSession(const GpuSession&) = delete;
  GpuSession& operator=(const GpuSession&) = delete;

  std::map<std::string, std::vector<std::uint8_t>> run() {
    run_all();
    return buffers();
  }

  // The cycles of each launch, in the order of launches.
  std::vector<std::uint64_t> run_clocked() {
    clocked_ = true;
    run_all();
    return cycles_;
  }

  void launch(const ManifestLaunch& launch, Dim3 grid, const std::vector<std::uint8_t>& arguments) override {
    const GpuStart start{&kernel(launch.kernel), grid, launch.block, launch.dynamic_scratchpad_bytes,
                         launch.cooperative};
    const cuda::Function function = function_on_gpu(driver_, module_of(launch.kernel).loaded, start);
    std::vector<std::uint8_t> block = arguments;
    if (clocked_) return clock(start, function, block);
    for (std::uint64_t i = 0; i < launch.repeat; ++i) start_on_gpu(driver_, function, start, block);
    wait_for(launch.kernel);
  }

  const ptx::Kernel& kernel(const std::string& name) override { return module_of(name).parsed.kernels.at(name); }

  void write(std::uint64_t address, const std::vector<std::uint8_t>& bytes) override {
    driver_.check(driver_.cuMemcpyHtoD(address, bytes.data(), bytes.size()), "cuMemcpyHtoD");
  }

  std::vector<std::uint8_t> read(std::uint64_t address, std::size_t count) override {
    std::vector<std::uint8_t> bytes(count);
    driver_.check(driver_.cuMemcpyDtoH(bytes.data(), address, count), "cuMemcpyDtoH");
    return bytes;
  }

 private:
  void run_all() {
    if (manifest_.stack_bytes != 0)
      driver_.check(driver_.cuCtxSetLimit(cuda::kLimitStackBytes, manifest_.stack_bytes), "cuCtxSetLimit");
    for (const ManifestPtx& ptx : manifest_.ptx) load(ptx);
    for (const ManifestBuffer& buffer : manifest_.buffers) place(buffer);
    for (const ManifestTexture& texture : manifest_.textures) {
      const cuda::Object object = textures_.bind(texture, module_with(texture.symbol), addresses_.at(texture.buffer));
      if (!texture.name.empty()) addresses_[texture.name] = object;
    }
    run_steps(manifest_, *this, addresses_);
  }

  // Asks often at first, because most kernels end at once.
  void wait_for(const std::string& kernel) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::seconds(options_.seconds);
    std::chrono::microseconds pause{10};
    while (driver_.cuStreamQuery(nullptr) == cuda::kNotReady) {
      hangs_ = Clock::now() >= end;
      if (hangs_) throw cuda::DriverError(kernel + " has not ended after " + std::to_string(options_.seconds) + " s");
      std::this_thread::sleep_for(pause);
      pause = std::min(2 * pause, std::chrono::microseconds{10000});
    }
    driver_.check(driver_.cuCtxSynchronize(), "cuCtxSynchronize", kernel);
  }

  struct Module {
    ptx::Module parsed;
    cuda::Module loaded = nullptr;
  };

  void load(const ManifestPtx& ptx) {
    const cuda::Module module =
        load_on_gpu(driver_, clocked_ ? with_clocks(ptx.text, true) : ptx.text, options_.optimization);
    modules_.push_back({ptx::parse(ptx.text, ptx.file), module});
  }

  // The first run fetches the code; the median of three more counts.
  void clock(const GpuStart& start, cuda::Function function, std::vector<std::uint8_t>& block) {
    const std::string& name = start.kernel->name;
    cuda::Pointer clocks = 0;
    std::size_t declared = 0;
    driver_.check(driver_.cuModuleGetGlobal(&clocks, &declared, module_of(name).loaded, kClocks), "cuModuleGetGlobal",
                  kClocks);
    std::vector<std::uint64_t> times;
    for (unsigned i = 0; i < 4; ++i) {
      std::vector<std::uint64_t> noted = clocks_before();
      const std::size_t bytes = noted.size() * sizeof noted[0];
      driver_.check(driver_.cuMemcpyHtoD(clocks, noted.data(), bytes), "cuMemcpyHtoD");
      l2_.empty();
      start_on_gpu(driver_, function, start, block);
      driver_.check(driver_.cuCtxSynchronize(), "cuCtxSynchronize", name);
      driver_.check(driver_.cuMemcpyDtoH(noted.data(), clocks, bytes), "cuMemcpyDtoH");
      if (i != 0) times.push_back(longest(noted));
    }
    std::sort(times.begin(), times.end());
    cycles_.push_back(times[1]);
  }

  const Module& module_of(const std::string& kernel) const {
    return *std::find_if(modules_.begin(), modules_.end(),
                         [&](const Module& one) { return one.parsed.kernels.count(kernel) != 0; });
  }
  // The module that has the variable, or the first module if none has it.
  cuda::Module module_with(const std::string& symbol) const {
    for (const Module& one : modules_)
      for (const ptx::Variable& variable : one.parsed.globals)
        if (variable.name == symbol) return one.loaded;
    return modules_.front().loaded;
  }

  void place(const ManifestBuffer& buffer) {
    cuda::Pointer address = 0;
    if (buffer.constant) {
      std::size_t bytes = 0;
      driver_.check(driver_.cuModuleGetGlobal(&address, &bytes, module_with(buffer.name), buffer.name.c_str()),
                    "cuModuleGetGlobal", buffer.name);
    } else {
      driver_.check(driver_.cuMemAlloc(&address, buffer.bytes.size()), "cuMemAlloc", buffer.name);
      allocated_.push_back(address);
    }
    driver_.check(driver_.cuMemcpyHtoD(address, buffer.bytes.data(), buffer.bytes.size()), "cuMemcpyHtoD", buffer.name);
    addresses_[buffer.name] = address;
  }

  std::map<std::string, std::vector<std::uint8_t>> buffers() {
    std::map<std::string, std::vector<std::uint8_t>> all;
    for (const ManifestBuffer& buffer : manifest_.buffers) {
      std::vector<std::uint8_t>& bytes = all[buffer.name];
      bytes.resize(buffer.bytes.size());
      driver_.check(driver_.cuMemcpyDtoH(bytes.data(), addresses_.at(buffer.name), bytes.size()), "cuMemcpyDtoH",
                    buffer.name);
      textures_.read_surfaces(buffer.name, bytes);
    }
    return all;
  }

  const Manifest& manifest_;
  const Driver& driver_;
  const GpuOptions options_;
  GpuTextures textures_;
  std::vector<Module> modules_;
  ManifestAddresses addresses_;
  std::vector<cuda::Pointer> allocated_;
  bool clocked_ = false, hangs_ = false;
  L2Emptier l2_;
  std::vector<std::uint64_t> cycles_;
};

}  // namespace

std::map<std::string, std::vector<std::uint8_t>> run_on_gpu(const Manifest& manifest, const Driver& driver,
                                                            const GpuOptions& options) {
  return GpuSession(manifest, driver, options).run();
}

bool leaves_traces(const Manifest& manifest) { return manifest.stack_bytes != 0 || !manifest.textures.empty(); }

std::uint64_t cycles_on_gpu(const Manifest& manifest, const cuda::Driver& driver) {
  const GpuContext context(driver);
  return GpuSession(manifest, driver, {}).run_clocked().at(0);
}

}  // namespace unibank
