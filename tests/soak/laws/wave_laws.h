// Whether a waveform shows what the counters of the same run count.
#pragma once

#include <filesystem>
#include <string>

namespace unibank::test {

// Compares a value change dump of the whole run of a machine with one SM with its JSON result: the states of issue
// slots, the accesses of banks (arbitrated: one read and one write of a bank per cycle), the entries of the MSHR and
// their number, the launches. No queue or stage may hold more than the design's keys say.
// `copies`: the program has asynchronous copies, which write the scratchpad without a place of their own in its queue
// (models/sm/README.md). Returns the first difference; empty: none, or more than one SM.
std::string wave_difference(const std::filesystem::path& vcd, const std::filesystem::path& json, bool copies = false);

}  // namespace unibank::test
