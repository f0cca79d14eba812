// A file that appears under its name only when it is complete: until then its name ends in ".part".
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace unibank::wave {

// The file that is written when `path` is asked for: symbolic links are followed, so that the link stays and what it
// names is replaced. Throws InputError when something stands there that is no regular file (folder, device, pipe).
std::string output_target(const std::string& path);

class OutputFile {
 public:
  explicit OutputFile(const std::string& path);  // throws InputError when it cannot be made
  ~OutputFile();                                 // removes what was not published
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text) {
    if (buffer_.size() - used_ < text.size()) make_room(text.size());
    text.copy(buffer_.data() + used_, text.size());
    used_ += text.size();
  }
  // Throws RunError when the disk is full or the file cannot take its name.
  void publish();

 private:
  void make_room(std::size_t bytes);
  void flush();

  std::string path_, target_, part_;
  std::FILE* file_;
  std::vector<char> buffer_;
  std::size_t used_ = 0;
};

}  // namespace unibank::wave
