// How points are put into tasks of a queue.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace unibank::sweep {

// Seconds of Slurm's --time: "90" (minutes), "1:30", "2:00:00", "1-12", "1-12:30:00"; 0 where it is empty. InputError.
double seconds_of_time(const std::string& text);

// Points in chunks whose expected seconds come to `seconds` or, for one point, to more; indices behind the last of each.
std::vector<std::size_t> chunk_ends(const std::vector<float>& expected, double seconds);

}  // namespace unibank::sweep
