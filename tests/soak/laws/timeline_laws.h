// Whether a timeline shows what the waveform of the same run shows.
#pragma once

#include <filesystem>
#include <string>

namespace unibank::test {

// Compares a timeline with a value change dump of the same cycles: every signal but the accesses of banks and the pins
// of RTL is in both, has each of its values equally often, and for as many cycles; the quiet states of a signal (such
// as "empty") have no slices. Returns the first difference; empty: none.
std::string timeline_difference(const std::filesystem::path& timeline, const std::filesystem::path& vcd);

}  // namespace unibank::test
