// What both interfaces know of the driver's.
#pragma once

#include <string>

namespace unibank::exec {

// The address of a function of the driver's interface, of its newest version; null: it is not here.
void* driver_function(const std::string& name);

// The containers of a fat binary at `start`, behind a wrapper or not, or PTX; empty: it is something else.
std::string image_at(const void* start);

}  // namespace unibank::exec
