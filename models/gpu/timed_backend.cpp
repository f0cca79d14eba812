#include "gpu/timed_backend.h"

#include "gpu/gpu.h"

namespace unibank {

TimedBackend::TimedBackend(const Design& design, DeviceMemory& memory, wave::Writer* waves,
                           const OnProgress& on_progress, unsigned watched, const BlockFactories* factories)
    : gpu_(std::make_unique<Gpu>("gpu", design, memory, factories ? *factories : factories_of(design.blocks, waves))),
      runs_on_one_core_(factories || !text_of_foreign(design.blocks).empty()) {
  if (!runs_on_one_core_) gpu_->go_ahead();
  if (waves) {
    gpu_->watch(*waves, watched);
    waves->declared();
  }
  if (on_progress) {
    gpu_->on_progress = [gpu = gpu_.get(), on_progress] { on_progress(gpu->progress()); };
  }
}

TimedBackend::~TimedBackend() = default;

void TimedBackend::plan(const std::vector<Launch>& kernels) { gpu_->plan(kernels); }

void TimedBackend::run(const Launch& launch) { gpu_->run(launch); }

void TimedBackend::run(const Launch& launch, BlockChooser& chooser) { gpu_->run(launch, &chooser); }

void TimedBackend::plan(const std::vector<RecordedLaunch>& kernels) { gpu_->plan(kernels); }

void TimedBackend::run(const RecordedLaunch& launch) { gpu_->run(launch); }

void TimedBackend::run(const RecordedLaunch& launch, BlockChooser& chooser) { gpu_->run(launch, &chooser); }

void TimedBackend::skip(const Launch& launch) { gpu_->skip(launch); }

void TimedBackend::skip(const RecordedLaunch& launch) { gpu_->skip(launch); }

void TimedBackend::warm(unsigned sm, const WarpInstruction& instruction) { gpu_->warm(sm, instruction); }

std::uint64_t TimedBackend::empty_l2_lines() const { return gpu_->memory_system().empty_l2_lines(); }

CounterValues TimedBackend::counted() const { return gpu_->counted(); }

void TimedBackend::watch_ticks(TickWatch* watch) { gpu_->watch_ticks(watch); }

void TimedBackend::use_cores(unsigned cores) { gpu_->use_cores(runs_on_one_core_ ? 1 : cores); }

void TimedBackend::look_at(std::function<void(const RunResult&)> look) { gpu_->on_look = std::move(look); }

const LaunchResult& TimedBackend::last_launch() const { return gpu_->last_launch(); }

void TimedBackend::finish() { gpu_->finish(); }

void TimedBackend::collect(RunResult& result) const { gpu_->collect(result); }

}  // namespace unibank
