// The lines of a trace file, read in pieces: only the current piece is in memory.
#pragma once

#include <cstdint>
#include <istream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace unibank::trace {

class LineSource {
 public:
  // `name` is used in messages. At most `most_bytes` of text are read.
  LineSource(std::unique_ptr<std::istream> text, std::string name, std::uint64_t most_bytes = ~std::uint64_t{0});

  // Reads the next line that is not blank, without its end ("\n" or "\r\n") and the blanks around it. Returns false
  // after the last line. The view is valid until the next call.
  bool next(std::string_view& line);
  unsigned number() const { return number_; }  // number of the last line, from 1
  const std::string& name() const { return name_; }
  [[noreturn]] void fail(const std::string& what) const;  // InputError that names file and line

 private:
  bool read_more();
  bool take_line(std::string_view& line);

  std::unique_ptr<std::istream> text_;
  std::string name_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // the text read and not yet returned
  bool ended_ = false;
  unsigned number_ = 0;
  std::uint64_t left_;  // bytes that may still be read
};

// Opens a file of text, or of text compressed by xz if the name ends in .xz. Throws InputError when the file cannot be
// opened or is not a regular file; next() throws InputError when an .xz decompresses to more text than any valid trace.
std::unique_ptr<LineSource> open_lines(const std::string& path);

}  // namespace unibank::trace
