#include "judge/judge.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/device.h"
#include "host/functional_backend.h"
#include "judge/compare.h"
#include "judge/gpu_start.h"
#include "simt/device_memory.h"

namespace unibank {
namespace {

constexpr int kNoGpu = 77, kBroken = 3;  // exit statuses of the process that judges; kBroken: the GPU's error lasts

ManifestResult run_on_model(const Manifest& manifest) {
  DeviceMemory memory;
  FunctionalBackend backend(memory);
  compiler::CompileOptions options;
  if (manifest.stack_bytes != 0) options.stack_bytes = manifest.stack_bytes;
  Device device(backend, memory, options);
  return run(manifest, device);
}

void print(const Manifest& manifest, const std::string& verdict) {
  const std::string name =
      manifest.name + "/" + std::filesystem::path(manifest.ptx.front().file).filename().string();
  std::printf("%-40s %s\n", name.c_str(), verdict.c_str());
  std::fflush(stdout);
}

std::string text_of(const Comparison& found) {
  if (!found.equal) return "DIFFERENT: " + found.text;
  const std::string text = "equal, " + std::to_string(found.values) + " values";
  return found.within == 0 ? text : text + ", " + std::to_string(found.within) + " of them approximately";
}

enum class Verdict : char { kEqual = '=', kNotEqual = '-', kBroken = '!' };

// Keeps one context for all manifests, because a new one takes a fifth of a second; only a manifest that leaves
// something there is followed by a new one.
class Judging {
 public:
  Judging(const cuda::Driver& driver, const GpuOptions& gpu) : driver_(driver), gpu_(gpu) {}

  // Prints one line.
  Verdict judge(const Manifest& manifest) {
    try {
      const ManifestResult model = run_on_model(manifest);
      if (!context_) context_.emplace(driver_);
      const Comparison found = compare(manifest, model.buffers, run_on_gpu(manifest, driver_, gpu_));
      if (leaves_traces(manifest)) context_.reset();
      print(manifest, text_of(found));
      return found.equal ? Verdict::kEqual : Verdict::kNotEqual;
    } catch (const cuda::DriverError& error) {
      print(manifest, std::string("FAILED on the GPU: ") + error.what());
      return Verdict::kBroken;
    } catch (const std::exception& error) {
      print(manifest, std::string("FAILED in the model: ") + error.what());
      return Verdict::kNotEqual;
    }
  }

 private:
  const cuda::Driver& driver_;
  const GpuOptions gpu_;
  std::optional<GpuContext> context_;
};

// The function of the process that judges: the manifests from number `first` on; writes a verdict for each to `to`.
// Leaves without destructors: they would wait for a kernel that does not end.
[[noreturn]] void judge_from(std::size_t first, const std::vector<Manifest>& manifests, const std::string& libcuda,
                             const GpuOptions& gpu, int to) {
  try {
    const cuda::Driver driver(libcuda);
    if (first == 0) std::printf("%s\n", driver.device_name().c_str());
    Judging judging(driver, gpu);
    for (std::size_t i = first; i < manifests.size(); ++i) {
      const Verdict verdict = judging.judge(manifests[i]);
      if (::write(to, &verdict, 1) != 1) std::_Exit(kBroken);
      if (verdict == Verdict::kBroken) std::_Exit(kBroken);
    }
    std::_Exit(0);
  } catch (const cuda::NoGpu& error) {
    std::fprintf(stderr, "unibank_judge: nothing to compare with: %s\n", error.what());
    std::_Exit(kNoGpu);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "unibank_judge: %s\n", error.what());
    std::_Exit(2);
  }
}

struct Piece {
  std::string verdicts;  // a Verdict for each manifest
  int status = 0;        // of the process (waitpid)
};

// Runs a process that judges the manifests from number `first` on, until it ends.
Piece judged_from(std::size_t first, const std::vector<Manifest>& manifests, const std::string& libcuda,
                  const GpuOptions& gpu) {
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error(std::string("cannot create a pipe: ") + std::strerror(errno));
  std::fflush(stdout);
  const pid_t parent = ::getpid(), child = ::fork();
  if (child < 0) throw std::runtime_error(std::string("cannot start a process: ") + std::strerror(errno));
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) std::_Exit(kBroken);  // it has ended before this call
    ::close(ends[0]);
    judge_from(first, manifests, libcuda, gpu, ends[1]);
  }
  ::close(ends[1]);
  Piece piece;
  char verdict;
  for (ssize_t got; (got = ::read(ends[0], &verdict, 1)) == 1 || (got < 0 && errno == EINTR);)
    if (got == 1) piece.verdicts += verdict;
  ::close(ends[0]);
  while (::waitpid(child, &piece.status, 0) < 0 && errno == EINTR) continue;
  return piece;
}

}  // namespace

int judge(const std::vector<Manifest>& manifests, const std::string& libcuda, const GpuOptions& gpu) {
  std::string verdicts;
  while (verdicts.size() < manifests.size()) {
    const Piece piece = judged_from(verdicts.size(), manifests, libcuda, gpu);
    verdicts += piece.verdicts;
    const int signal = WIFSIGNALED(piece.status) ? WTERMSIG(piece.status) : 0;
    if (signal == 0 && WEXITSTATUS(piece.status) != kBroken && WEXITSTATUS(piece.status) != 0)
      return WEXITSTATUS(piece.status);
    if (signal == 0 && !piece.verdicts.empty()) continue;
    print(manifests[verdicts.size()], "FAILED in the driver or the model: signal " + std::to_string(signal) + " (" +
                                          ::strsignal(signal) + ")");
    verdicts += static_cast<char>(Verdict::kNotEqual);
  }
  std::size_t equal = 0;
  for (const char verdict : verdicts) equal += verdict == static_cast<char>(Verdict::kEqual);
  std::printf("%zu of %zu equal\n", equal, manifests.size());
  return equal == manifests.size() ? 0 : 1;
}

}  // namespace unibank
