// Distributes points over a queue's tasks.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace unibank::sweep {

// The seconds of a Slurm --time: "90" (minutes), "1:30", "2:00:00", "1-12", "1-12:30:00"; 0 for an empty text. Throws
// InputError.
double seconds_of_time(const std::string& text);

// Splits points into chunks of at most `seconds` expected seconds; a point with a longer expected time is a chunk of
// its own. Returns for each chunk the index after its last point.
std::vector<std::size_t> chunk_ends(const std::vector<float>& expected, double seconds);

}  // namespace unibank::sweep
