// What streams and graphs know of each other.
#pragma once

#include "exec/runtime/streams.h"

namespace unibank::exec {

// All streams that are captured into the graph are so no more.
void end_captures_into(const Graph* graph);

}  // namespace unibank::exec
