// Any bytes in a compressed trace are read, or refused with InputError: text that is no trace, a damaged .xz, a file
// that ends too early.
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "base/input_error.h"
#include "fuzz/target.h"
#include "support/temporary_folder.h"
#include "trace/line_source.h"

namespace {

std::string compressed(const std::string& text) {
  std::ostringstream out;
  boost::iostreams::filtering_ostream filter;
  filter.push(boost::iostreams::lzma_compressor());
  filter.push(out);
  filter << text;
  boost::iostreams::close(filter);
  return out.str();
}

// The lines, each with its line end; or "refused: " and the reason.
std::string read(const std::string& xz) {
  static const TemporaryFolder folder;
  const std::string path = folder.path / "kernel-1.traceg.xz";
  std::ofstream(path, std::ios::binary | std::ios::trunc) << xz;
  std::string all;
  try {
    const auto lines = unibank::trace::open_lines(path);
    for (std::string_view line; lines->next(line);) all += std::string(line) + "\n";
  } catch (const unibank::InputError& error) {
    return std::string("refused: ") + error.what();
  }
  return all;
}

}  // namespace

void unibank::fuzz::try_text(const std::string& text) {
  const std::string whole = compressed(text);
  if (!text.empty() && read(whole).rfind("refused", 0) == 0) throw std::logic_error("a whole .xz is refused");
  for (std::size_t part = 1; part < 4; ++part) {
    const std::size_t at = whole.size() * part / 4;
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ (text.size() % 255 + 1));
    read(damaged);
    if (read(whole.substr(0, at)).rfind("refused", 0) != 0) throw std::logic_error("half an .xz is taken for whole");
  }
}
