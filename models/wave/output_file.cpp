#include "wave/output_file.h"

namespace unibank::wave {

namespace {
constexpr std::size_t kBufferBytes = 1 << 18;
}  // namespace

OutputFile::OutputFile(const std::string& path, Form form) : file_(path), buffer_(kBufferBytes) {
  if (form == Form::kFst) fst_ = std::make_unique<FstConverter>(file_.part());
}

void OutputFile::make_room(std::size_t bytes) {
  flush();
  if (buffer_.size() < bytes) buffer_.resize(bytes);
}

void OutputFile::flush() {
  const std::string_view text(buffer_.data(), used_);
  used_ = 0;
  if (!fst_) return file_.write(text);
  if (!fst_->write(text)) file_.fail("vcd2fst accepts no more");
}

void OutputFile::publish() {
  flush();
  if (fst_) {
    if (!fst_->finish()) file_.fail("vcd2fst has not written all of it");
    files::sync_file(file_.part());
  }
  file_.publish();
}

}  // namespace unibank::wave
