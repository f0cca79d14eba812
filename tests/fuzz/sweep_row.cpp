// Any lines are read; those that are points have the same key and program when written and read again.
#include <stdexcept>
#include <string>

#include "fuzz/target.h"
#include "sweep/hash.h"
#include "sweep/row.h"

namespace {

using namespace unibank::sweep;

// The line's checksum is made right, so that the parser reaches the faults in the rest of the line.
void read_line(RowReader& reader, const std::string& line) {
  Finished point, again;
  if (reader.read(line, point) != RowReader::Line::kPoint) return;
  RowWriter writer;
  const std::string text = writer.lines_of(point);
  RowReader other;
  std::size_t from = 0;
  RowReader::Line kind = RowReader::Line::kDamaged;
  for (std::size_t end; (end = text.find('\n', from)) != std::string::npos; from = end + 1)
    kind = other.read(std::string_view(text).substr(from, end - from), again);
  if (kind != RowReader::Line::kPoint || again.key != point.key || again.program != point.program)
    throw std::logic_error("a point that was read is written as another");
}

}  // namespace

void unibank::fuzz::try_text(const std::string& text) {
  RowReader as_it_is, mended;
  std::size_t from = 0;
  for (std::size_t end; (end = text.find('\n', from)) != std::string::npos; from = end + 1) {
    const std::string line = text.substr(from, end - from);
    read_line(as_it_is, line);
    const std::size_t tab = line.rfind('\t');
    if (tab != std::string::npos) read_line(mended, line.substr(0, tab + 1) + check_digits(line.substr(0, tab + 1)));
  }
}
