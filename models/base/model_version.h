// The version of what is measured. Finished points of experiments (configs/experiments) are kept under it.
#pragma once

namespace unibank {

// Raise it when the same design, program and arguments may give other counters or cycles than before: a change of
// timing, of what a counter counts, of the compiler, of a workload's input, of a parameter's default. A new parameter
// whose default keeps the old behaviour does not need it, nor does a counter of something new, nor a change of energy,
// which is computed afterwards.
// tests/unibank/model_version_test.cpp notices most changes.
constexpr unsigned kModelVersion = 6;

}  // namespace unibank
