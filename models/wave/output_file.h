// A file that appears under its name only when it is complete: until then its name ends in ".part".
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "wave/fst_converter.h"

namespace unibank::wave {

// The file that is written when `path` is asked for: symbolic links are followed, so that the link stays and what it
// names is replaced. Throws InputError when something stands there that is no regular file (folder, device, pipe).
std::string output_target(const std::string& path);

class OutputFile {
 public:
  enum class Form { kAsWritten, kFst };  // kFst: what is written is a value change dump, the file is FST
  // Throws InputError when it cannot be made.
  explicit OutputFile(const std::string& path, Form form = Form::kAsWritten);
  ~OutputFile();  // removes what was not published
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text) {
    text.copy(room(text.size()), text.size());
    used_ += text.size();
  }
  // Where the next `bytes` go; wrote() says how many of them are text.
  char* room(std::size_t bytes) {
    if (buffer_.size() - used_ < bytes) make_room(bytes);
    return buffer_.data() + used_;
  }
  void wrote(std::size_t bytes) { used_ += bytes; }
  // Throws RunError when the disk is full or the file cannot take its name.
  void publish();

 private:
  void make_room(std::size_t bytes);
  void flush();
  [[noreturn]] void fail(const std::string& reason);

  std::string path_, target_, part_;
  std::FILE* file_ = nullptr;  // null of FST
  std::unique_ptr<FstConverter> fst_;
  bool published_ = false;
  std::vector<char> buffer_;
  std::size_t used_ = 0;
};

}  // namespace unibank::wave
