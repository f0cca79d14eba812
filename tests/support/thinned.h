// Test matrices that would run for minutes. By default a test runs a part of its matrix, in which every value, or every
// pair of values, occurs at least once; with UNIBANK_TESTS=full in the environment it runs the whole matrix (as
// `testbenches/soak/night` does). Their tests have the tag [thinned].
#pragma once

#include <cstddef>
#include <cstdlib>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace unibank::test {

inline bool whole_matrices() {
  const char* const tests = std::getenv("UNIBANK_TESTS");
  return tests != nullptr && std::string(tests) == "full";
}

// The choices that subject number `subject` takes from a list: `take` consecutive choices, which start where those of
// the previous subject end, so that a few subjects cover all choices.
template <class Choice>
std::vector<Choice> choices_of(const std::vector<Choice>& all, std::size_t subject, std::size_t take) {
  if (whole_matrices() || take >= all.size()) return all;
  std::vector<Choice> some;
  for (std::size_t i = 0; i < take; ++i) some.push_back(all[(subject * take + i) % all.size()]);
  return some;
}

using PairOfNames = std::tuple<std::size_t, std::string, std::size_t, std::string>;

inline std::set<PairOfNames> pairs_of(const std::vector<std::string>& row) {
  std::set<PairOfNames> pairs;
  for (std::size_t i = 0; i < row.size(); ++i)
    for (std::size_t j = i + 1; j < row.size(); ++j) pairs.emplace(i, row[i], j, row[j]);
  return pairs;
}

// Given rows of names, the numbers of some rows that cover every pair of names that occurs in any row. Greedy: the next
// row is the row with the most new pairs; of equal rows, the first from row `first` on is taken, so another `first`
// gives other rows.
inline std::set<std::size_t> pairwise(const std::vector<std::vector<std::string>>& rows, std::size_t first) {
  std::vector<std::set<PairOfNames>> missing;
  for (const std::vector<std::string>& row : rows) missing.push_back(pairs_of(row));
  std::set<std::size_t> taken;
  for (;;) {
    std::size_t best = first % rows.size();
    for (std::size_t n = 0; n < rows.size(); ++n) {
      const std::size_t at = (first + n) % rows.size();
      if (missing[at].size() > missing[best].size()) best = at;
    }
    if (missing[best].empty()) return taken;
    taken.insert(best);
    for (const PairOfNames& pair : pairs_of(rows[best]))
      for (std::set<PairOfNames>& row : missing) row.erase(pair);
  }
}

}  // namespace unibank::test
