// Hand-written texts with references {{...}} that are filled in from finished points.
#pragma once

#include <string>
#include <vector>

namespace unibank {

struct ReportLine {
  unsigned line = 0;
  std::string text;
};

struct ReportPiece {
  enum class Kind {
    kText,       // as it is
    kReference,  // {{paper.experiment.row.column}}, inside a line
    kBlock,      // {{table ...: begins on its own line and continues up to a line }}
  } kind = Kind::kText;
  unsigned line = 0;
  std::string text;               // without the braces; of a block, its first line
  std::vector<ReportLine> lines;  // of a block, without empty lines
};

// Throws InputError (file, line) for unclosed braces and for a reference without a name.
std::vector<ReportPiece> parse_report_text(const std::string& text, const std::string& file);

// Finds numbers written by hand in place of a result: decimal fractions, percentages, factors, and whole numbers that
// are neither a size nor part of a name. Allowed are numbers in `backticks`, in headings and inside words (L2, Q-53,
// DCT1), years, numbers before a unit of size ("64 KB", "8 to 16 threads") and numbers after a word such as "figures"
// or "section" ("figures 8 to 10", "section 4").
std::vector<ReportLine> numbers_without_points(const std::string& text);

}  // namespace unibank
