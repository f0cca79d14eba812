// For any text, a report is filled or refused with InputError, and every number in it is judged.
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "base/input_error.h"
#include "fuzz/target.h"
#include "reproduce/made_up_reports.h"
#include "reproduce/report.h"

namespace {

using namespace unibank;

void require(bool right, const char* what) {
  if (!right) throw std::logic_error(what);
}

void fill_any(const std::string& text) {
  if (text.size() > 4000) return;
  static const std::vector<ReportPaper> papers = made_up_papers();
  static const ReportValues values(papers);
  for (const ReportLine& number : numbers_without_points(text)) require(number.line >= 1, "a number before the text");
  try {
    const std::string filled = report(text, "fuzz.md", values);
    require(fill_paragraphs(filled).size() <= 2 * filled.size() + 1, "a text that grows");
  } catch (const InputError&) {
    // refused in a proper way
  }
}

}  // namespace

void unibank::fuzz::try_text(const std::string& text) { fill_any(text); }
