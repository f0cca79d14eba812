#include "judge/gpu_run.h"

#include <algorithm>

#include "judge/gpu_clock.h"
#include "judge/gpu_textures.h"
#include "ptx/parser.h"

namespace unibank {
namespace {

using cuda::Driver;

// The device's primary context, current in this thread.
class Context {
 public:
  explicit Context(const Driver& driver) : driver_(driver) {
    cuda::Context context = nullptr;
    driver.check(driver.cuDevicePrimaryCtxRetain(&context, driver.device()), "cuDevicePrimaryCtxRetain");
    driver.check(driver.cuCtxSetCurrent(context), "cuCtxSetCurrent");
  }
  ~Context() {
    driver_.cuDevicePrimaryCtxRelease(driver_.device());
    driver_.cuDevicePrimaryCtxReset(driver_.device());  // frees memory and modules, and clears errors
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

 private:
  const Driver& driver_;
};

class GpuSession : public ManifestMachine {
 public:
  GpuSession(const Manifest& manifest, const Driver& driver)
      : manifest_(manifest), driver_(driver), context_(driver), textures_(manifest, driver) {}

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
    cuda::Function function = nullptr;
    driver_.check(driver_.cuModuleGetFunction(&function, module_of(launch.kernel).loaded, launch.kernel.c_str()),
                  "cuModuleGetFunction", launch.kernel);
    if (launch.dynamic_scratchpad_bytes > 48 * 1024)  // more than that must be requested
      driver_.check(driver_.cuFuncSetAttribute(function, cuda::kMaxDynamicScratchpadBytes,
                                               static_cast<int>(launch.dynamic_scratchpad_bytes)),
                    "cuFuncSetAttribute", launch.kernel);
    std::vector<std::uint8_t> block = arguments;
    if (clocked_) return clock(launch, grid, function, block);
    for (std::uint64_t i = 0; i < launch.repeat; ++i) start(launch, grid, function, block);
    driver_.check(driver_.cuCtxSynchronize(), "cuCtxSynchronize", launch.kernel);
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
      const cuda::Object object = textures_.bind(texture, module_with(texture.symbol));
      if (!texture.name.empty()) addresses_[texture.name] = object;
    }
    run_steps(manifest_, *this, addresses_);
  }

  struct Module {
    ptx::Module parsed;
    cuda::Module loaded = nullptr;
  };

  void load(const ManifestPtx& ptx) {
    cuda::Module module = nullptr;
    std::vector<char> log(8192);
    int options[] = {cuda::kJitErrorLog, cuda::kJitErrorLogBytes};
    void* values[] = {log.data(), reinterpret_cast<void*>(log.size())};
    const std::string source = clocked_ ? with_clocks(ptx.text) : ptx.text;
    const cuda::Result result = driver_.cuModuleLoadDataEx(&module, source.c_str(), 2, options, values);
    log.back() = 0;
    std::string text = log.data();
    std::replace(text.begin(), text.end(), '\n', ' ');
    driver_.check(result, "cuModuleLoadDataEx", text);
    modules_.push_back({ptx::parse(ptx.text, ptx.file), module});
  }

  // A cooperative launch takes its arguments as separate pointers.
  void start(const ManifestLaunch& launch, Dim3 grid, cuda::Function function, std::vector<std::uint8_t>& block) {
    const Dim3& threads = launch.block;
    if (launch.cooperative) {
      std::vector<void*> arguments;
      for (const ptx::Variable& parameter : kernel(launch.kernel).parameters)
        arguments.push_back(block.data() + parameter.offset);
      driver_.check(driver_.cuLaunchCooperativeKernel(function, grid.x, grid.y, grid.z, threads.x, threads.y, threads.z,
                                                      launch.dynamic_scratchpad_bytes, nullptr, arguments.data()),
                    "cuLaunchCooperativeKernel", launch.kernel);
      return;
    }
    std::size_t bytes = block.size();
    void* extra[] = {reinterpret_cast<void*>(cuda::kLaunchBuffer), block.data(),
                     reinterpret_cast<void*>(cuda::kLaunchBufferBytes), &bytes,
                     reinterpret_cast<void*>(cuda::kLaunchEnd)};
    driver_.check(driver_.cuLaunchKernel(function, grid.x, grid.y, grid.z, threads.x, threads.y, threads.z,
                                         launch.dynamic_scratchpad_bytes, nullptr, nullptr, extra),
                  "cuLaunchKernel", launch.kernel);
  }

  // The first run fetches the code; the median of three more counts.
  void clock(const ManifestLaunch& launch, Dim3 grid, cuda::Function function, std::vector<std::uint8_t>& block) {
    cuda::Pointer clocks = 0;
    std::size_t declared = 0;
    driver_.check(driver_.cuModuleGetGlobal(&clocks, &declared, module_of(launch.kernel).loaded, kClocks),
                  "cuModuleGetGlobal", kClocks);
    std::vector<std::uint64_t> times;
    for (unsigned i = 0; i < 4; ++i) {
      std::vector<std::uint64_t> noted = clocks_before();
      const std::size_t bytes = noted.size() * sizeof noted[0];
      driver_.check(driver_.cuMemcpyHtoD(clocks, noted.data(), bytes), "cuMemcpyHtoD");
      empty_l2();
      start(launch, grid, function, block);
      driver_.check(driver_.cuCtxSynchronize(), "cuCtxSynchronize", launch.kernel);
      driver_.check(driver_.cuMemcpyDtoH(noted.data(), clocks, bytes), "cuMemcpyDtoH");
      if (i != 0) times.push_back(longest(noted));
    }
    std::sort(times.begin(), times.end());
    cycles_.push_back(times[1]);
  }

  void empty_l2() {
    const std::size_t bytes = 2 * driver_.l2_bytes();
    if (bytes == 0) return;
    if (other_ == 0) driver_.check(driver_.cuMemAlloc(&other_, bytes), "cuMemAlloc");
    driver_.check(driver_.cuMemsetD8(other_, 0, bytes), "cuMemsetD8");
    driver_.check(driver_.cuCtxSynchronize(), "cuCtxSynchronize");
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
  Context context_;
  GpuTextures textures_;
  std::vector<Module> modules_;
  ManifestAddresses addresses_;
  bool clocked_ = false;
  cuda::Pointer other_ = 0;  // not a buffer of the manifest: writing it evicts the buffers from the L2
  std::vector<std::uint64_t> cycles_;
};

}  // namespace

std::map<std::string, std::vector<std::uint8_t>> run_on_gpu(const Manifest& manifest, const cuda::Driver& driver) {
  return GpuSession(manifest, driver).run();
}

std::uint64_t cycles_on_gpu(const Manifest& manifest, const cuda::Driver& driver) {
  return GpuSession(manifest, driver).run_clocked().at(0);
}

}  // namespace unibank
