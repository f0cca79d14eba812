// Which designs cannot be sampled, and why.
#pragma once

#include "design/design.h"
#include "sampling/sample.h"

namespace unibank {

// InputError, with the reason, for a design whose launches, or whose blocks, cannot be sampled.
void check_sample(const Design& design, const Sample& sample);

}  // namespace unibank
