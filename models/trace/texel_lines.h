// The texels that a warp's texture fetches read, as 'unibank record' writes them: before the warp's instructions, one
// line for each fetch with an active lane, in their order:
//
//     -unibank texels = 5 0x10000100 4 4 -8 4
//
// a count, the first address, and the difference from each address to the next. They stand before 'insts'. Accel-Sim's
// parser takes them for instructions, so it does not read such a trace.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace unibank::trace {

using Texels = std::vector<std::uint64_t>;  // addresses

void append_texel_line(const Texels& texels, std::string& text);

// The lines of one warp while its instructions are read.
class TexelLines {
 public:
  static bool is_one(std::string_view line);

  void clear();
  // Reads a line. Throws FormatError for any deviation from the form above.
  void take(std::string_view line);
  // Whether the trace has texels for this warp.
  bool any() const { return any_; }
  // The texels of the next fetch. Throws FormatError if there are none.
  Texels next();
  // The warp has ended. Throws FormatError if texels are left.
  void end() const;

 private:
  bool any_ = false;
  std::deque<Texels> left_;
};

}  // namespace unibank::trace
