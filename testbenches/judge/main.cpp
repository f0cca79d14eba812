// unibank_judge: runs manifests on the model and on an NVIDIA GPU, and compares every bit of every buffer.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "base/input_error.h"
#include "host/device.h"
#include "host/functional_backend.h"
#include "judge/compare.h"
#include "judge/gpu_run.h"
#include "manifest/manifest.h"
#include "simt/device_memory.h"

using namespace unibank;
namespace fs = std::filesystem;

namespace {

constexpr const char* kUsage =
    "usage: unibank_judge [--every-ptx] [--libcuda FILE] MANIFEST...\n"
    "  Runs each manifest on the model and on GPU 0 and compares every buffer bit by bit, or within the buffer's\n"
    "  `absolute` and `relative` where it has them. One line a manifest.\n"
    "  --every-ptx     each manifest with every .ptx beside it, instead of the one it names\n"
    "  --libcuda FILE  the CUDA driver (libcuda.so.1)\n"
    "Exit status: 0 all equal, 1 something differs or failed, 2 bad input, 77 there is no GPU.\n";

struct Options {
  bool every_ptx = false;
  std::string libcuda = "libcuda.so.1";
  std::vector<std::string> manifests;
};

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--every-ptx") {
      options.every_ptx = true;
    } else if (word == "--libcuda") {
      if (++i == argc) throw InputError("--libcuda: found nothing; expected a file");
      options.libcuda = argv[i];
    } else if (word.size() > 1 && word[0] == '-') {
      throw InputError(unknown_name("option", word, {"--every-ptx", "--libcuda", "--help"}));
    } else {
      options.manifests.push_back(word);
    }
  }
  if (options.manifests.empty()) throw InputError("found no manifest; expected one or more");
  return options;
}

// The manifest as it is, or once with each PTX file of its folder.
std::vector<Manifest> manifests_of(const std::string& file, bool every_ptx) {
  if (!every_ptx) return {load_manifest(file)};
  std::vector<fs::path> all;
  for (const auto& entry : fs::directory_iterator(fs::absolute(file).parent_path()))
    if (entry.path().extension() == ".ptx") all.push_back(entry.path());
  std::sort(all.begin(), all.end());
  std::vector<Manifest> manifests;
  for (const fs::path& ptx : all) {
    // Reads this PTX file in place of the one that the manifest names.
    manifests.push_back(load_manifest(read_whole_file(file), file, [&](const std::string& path) {
      return read_whole_file(fs::path(path).extension() == ".ptx" ? ptx.string() : path);
    }));
    manifests.back().ptx.front().file = ptx.string();
  }
  return manifests;
}

ManifestResult run_on_model(const Manifest& manifest) {
  DeviceMemory memory;
  FunctionalBackend backend(memory);
  compiler::CompileOptions options;
  if (manifest.stack_bytes != 0) options.stack_bytes = manifest.stack_bytes;
  Device device(backend, memory, options);
  return run(manifest, device);
}

// Prints one line; returns true if both agree.
bool judge_one(const Manifest& manifest, const cuda::Driver& driver) {
  const std::string name = manifest.name + "/" + fs::path(manifest.ptx.front().file).filename().string();
  std::string verdict;
  bool equal = false;
  try {
    const ManifestResult model = run_on_model(manifest);
    const Comparison comparison = compare(manifest, model.buffers, run_on_gpu(manifest, driver));
    equal = comparison.equal;
    verdict = equal ? "equal, " + std::to_string(comparison.values) + " values" : "DIFFERENT: " + comparison.text;
    if (equal && comparison.within != 0) verdict += ", " + std::to_string(comparison.within) + " of them approximately";
  } catch (const cuda::DriverError& error) {
    verdict = std::string("FAILED on the GPU: ") + error.what();
  } catch (const std::exception& error) {
    verdict = std::string("FAILED in the model: ") + error.what();
  }
  std::printf("%-40s %s\n", name.c_str(), verdict.c_str());
  std::fflush(stdout);
  return equal;
}

int judge_all(const Options& options) {
  std::vector<Manifest> manifests;
  for (const std::string& file : options.manifests)
    for (Manifest& manifest : manifests_of(file, options.every_ptx)) manifests.push_back(std::move(manifest));
  const cuda::Driver driver(options.libcuda);
  std::printf("%s\n", driver.device_name().c_str());
  std::size_t equal = 0;
  for (const Manifest& manifest : manifests) equal += judge_one(manifest, driver);
  std::printf("%zu of %zu equal\n", equal, manifests.size());
  return equal == manifests.size() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "--help" || std::string(argv[i]) == "-h") {
      std::fputs(kUsage, stdout);
      return 0;
    }
  }
  try {
    return judge_all(read_options(argc, argv));
  } catch (const cuda::NoGpu& error) {
    std::fprintf(stderr, "unibank_judge: nothing to compare with: %s\n", error.what());
    return 77;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "unibank_judge: %s\n", error.what());
    return 2;
  }
}
