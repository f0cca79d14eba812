// unibank_judge: runs manifests on the model and on an NVIDIA GPU, and compares every bit of every buffer.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "base/input_error.h"
#include "judge/judge.h"
#include "manifest/manifest.h"

using namespace unibank;
namespace fs = std::filesystem;

namespace {

constexpr const char* kUsage =
    "usage: unibank_judge [--every-ptx] [--libcuda FILE] [--seconds N] [--optimization N] MANIFEST...\n"
    "  Runs each manifest on the model and on GPU 0 and compares every buffer bit by bit, or within the buffer's\n"
    "  `absolute` and `relative` where it has them. One line a manifest.\n"
    "  --every-ptx       each manifest with every .ptx beside it, instead of the one it names\n"
    "  --libcuda FILE    the CUDA driver (libcuda.so.1)\n"
    "  --seconds N       a launch may take so long (60)\n"
    "  --optimization N  the level of the driver's compiler, 0 to 4 (4)\n"
    "Exit status: 0 all equal, 1 something differs or failed, 2 bad input, 77 there is no GPU.\n";

struct Options {
  bool every_ptx = false;
  std::string libcuda = "libcuda.so.1";
  GpuOptions gpu;
  std::vector<std::string> manifests;
};

unsigned number(const std::string& name, const std::string& text, unsigned from, unsigned to) {
  const bool digits = !text.empty() && text.size() < 6 && text.find_first_not_of("0123456789") == std::string::npos;
  const unsigned long value = digits ? std::stoul(text) : to + 1ul;
  if (value >= from && value <= to) return static_cast<unsigned>(value);
  throw InputError(name + ": found '" + text + "'; expected a number from " + std::to_string(from) + " to " +
                   std::to_string(to));
}

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--every-ptx") {
      options.every_ptx = true;
    } else if (word == "--libcuda") {
      if (++i == argc) throw InputError("--libcuda: found nothing; expected a file");
      options.libcuda = argv[i];
    } else if (word == "--seconds" || word == "--optimization") {
      const std::string value = ++i < argc ? argv[i] : "";
      if (word == "--seconds") options.gpu.seconds = number(word, value, 1, 86400);
      else options.gpu.optimization = number(word, value, 0, kMostOptimization);
    } else if (word.size() > 1 && word[0] == '-') {
      throw InputError(
          unknown_name("option", word, {"--every-ptx", "--libcuda", "--seconds", "--optimization", "--help"}));
    } else {
      options.manifests.push_back(word);
    }
  }
  if (options.manifests.empty()) throw InputError("found no manifest; expected one or more");
  return options;
}

std::string text_of_manifest(const std::string& file) {
  try {
    return read_whole_file(file);
  } catch (const std::runtime_error& error) {
    throw InputError(file + ": cannot read the manifest: " + error.what());
  }
}

// The manifest as it is, or once with each PTX file of its folder.
std::vector<Manifest> manifests_of(const std::string& file, bool every_ptx) {
  if (!every_ptx) return {load_manifest(file)};
  const std::string text = text_of_manifest(file);
  std::vector<fs::path> all;
  for (const auto& entry : fs::directory_iterator(fs::absolute(file).parent_path()))
    if (entry.path().extension() == ".ptx") all.push_back(entry.path());
  if (all.empty()) throw InputError(file + ": found no .ptx in its folder; expected one or more");
  std::sort(all.begin(), all.end());
  std::vector<Manifest> manifests;
  for (const fs::path& ptx : all) {
    // Reads this PTX file in place of the one that the manifest names.
    manifests.push_back(load_manifest(text, file, [&](const std::string& path) {
      return read_whole_file(fs::path(path).extension() == ".ptx" ? ptx.string() : path);
    }));
    manifests.back().ptx.front().file = ptx.string();
  }
  return manifests;
}

int judge_all(const Options& options) {
  std::vector<Manifest> manifests;
  for (const std::string& file : options.manifests)
    for (Manifest& manifest : manifests_of(file, options.every_ptx)) manifests.push_back(std::move(manifest));
  return judge(manifests, options.libcuda, options.gpu);
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
  } catch (const std::exception& error) {
    std::fprintf(stderr, "unibank_judge: %s\n", error.what());
    return 2;
  }
}
