#include "wave/output_file.h"

namespace unibank::wave {

namespace {
constexpr std::size_t kBufferBytes = 1 << 18;
}  // namespace

OutputFile::OutputFile(const std::string& path) : file_(path), buffer_(kBufferBytes) {}

void OutputFile::make_room(std::size_t bytes) {
  flush();
  if (buffer_.size() < bytes) buffer_.resize(bytes);
}

void OutputFile::flush() {
  const std::string_view text(buffer_.data(), used_);
  used_ = 0;
  file_.write(text);
}

void OutputFile::publish() {
  flush();
  file_.publish();
}

}  // namespace unibank::wave
