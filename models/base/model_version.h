// The version of the model's results. Finished points of experiments (configs/experiments) are stored under it.
#pragma once

namespace unibank {

// Raise it when the same design, program and arguments may give other counters or cycles than before: a change of
// timing, of a counter's meaning, of the compiler, of a workload's input, of a parameter's default. Not needed for a
// new parameter whose default keeps the old behaviour, for a new counter, or for a change of energy, which is computed
// afterwards.
// One version covers all changes between two releases: points that an unreleased program has measured must be measured
// again if CHANGELOG.md names them.
// tests/unibank/model_version_test.cpp notices most changes.
constexpr unsigned kModelVersion = 6;

// Raise it when the same counters and design may give another energy or metric than before, and for a new counter or
// metric, which older points lack. Points of sweeps are stored with their energies and metrics, and points of
// experiments without, so those remain.
// tests/unibank/figure_version_test.cpp notices most changes.
constexpr unsigned kFigureVersion = 2;

}  // namespace unibank
