// The file of a waveform, written through a buffer. It appears only when it is complete (files/whole_file.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "files/whole_file.h"

namespace unibank::wave {

class OutputFile {
 public:
  // Throws InputError when the file cannot be created.
  explicit OutputFile(const std::string& path);

  void write(std::string_view text) {
    text.copy(room(text.size()), text.size());
    used_ += text.size();
  }
  // Returns room for the next `bytes` bytes; the caller then reports the number of bytes used with wrote().
  char* room(std::size_t bytes) {
    if (buffer_.size() - used_ < bytes) make_room(bytes);
    return buffer_.data() + used_;
  }
  void wrote(std::size_t bytes) { used_ += bytes; }
  // Throws RunError when the disk is full or the rename fails.
  void publish();

 private:
  void make_room(std::size_t bytes);
  void flush();

  files::WholeFile file_;
  std::vector<char> buffer_;
  std::size_t used_ = 0;
};

}  // namespace unibank::wave
