#include "gpu/timed_backend.h"

#include "gpu/gpu.h"

namespace unibank {

TimedBackend::TimedBackend(const Design& design, DeviceMemory& memory, wave::Writer* waves, OnProgress on_progress,
                           unsigned watched, const BlockFactories* factories)
    : gpu_(std::make_unique<Gpu>("gpu", design, memory, factories ? *factories : factories_of(design.blocks, waves))) {
  if (waves) gpu_->watch(*waves, watched);
  if (on_progress) {
    gpu_->on_progress = [gpu = gpu_.get(), on_progress] { on_progress(gpu->progress()); };
  }
}

TimedBackend::~TimedBackend() = default;

void TimedBackend::plan(const std::vector<Launch>& kernels) { gpu_->plan(kernels); }

void TimedBackend::run(const Launch& launch) { gpu_->run(launch); }

void TimedBackend::plan(const std::vector<RecordedLaunch>& kernels) { gpu_->plan(kernels); }

void TimedBackend::run(const RecordedLaunch& launch) { gpu_->run(launch); }

void TimedBackend::use_cores(unsigned cores) { gpu_->use_cores(cores); }

void TimedBackend::finish() { gpu_->finish(); }

void TimedBackend::collect(RunResult& result) const { gpu_->collect(result); }

}  // namespace unibank
