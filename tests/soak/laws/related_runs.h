// Runs whose result follows from the result of another run.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace unibank::test {

// Settings "key=value" on which a run does not depend, from its JSON ("runs": an element): a larger limit where the run
// never waited for the old one, and another time of a unit that it never used.
std::vector<std::string> settings_without_effect(const nlohmann::json& run);

// Which numbers two results have in common, apart from those of answers of RTL that were compared.
enum class Related {
  kSetting,  // all but energies, which may depend on a setting that has no effect on the run, and counters values.*
  kRecord,   // all but the counters of reads of undefined values, because a record has no values
  kSample,   // all; the sample may be refused
  kSame,     // all
};

// The first number of the runs of a JSON result that another result does not have, as a message; empty: none.
std::string difference_of_numbers(const std::filesystem::path& one, const std::filesystem::path& other,
                                  Related related);

// Whether a run with a block as RTL, from its JSON, has the cycles and counters of the native block
// (testbenches/rtl/README.md): not with "per-instruction", with registers that are lines, with a division that
// changed, or with lines that were written back through banks or a crossbar in RTL.
bool has_native_numbers(const nlohmann::json& run);

// Runs a case of random_case.h again, whose result is case.json, in a way that the seed chooses: from a record of it,
// without its RTL, on its effective design, as a sample in which everything is timed, or with a setting that has no
// effect. Returns what differs or fails; empty: nothing. `seconds`: of a run, as in program_run.h.
std::string related_difference(const std::filesystem::path& folder, const std::filesystem::path& program,
                               unsigned seed, unsigned seconds);

}  // namespace unibank::test
