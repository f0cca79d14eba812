#include "wave/output_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/input_error.h"

namespace unibank::wave {

namespace {
namespace fs = std::filesystem;

constexpr std::size_t kBufferBytes = 1 << 18;
constexpr int kMostLinks = 40;  // as many as Linux follows
}  // namespace

std::string output_target(const std::string& path) {
  const auto refuse = [&path](const std::string& reason) {
    throw InputError("cannot create '" + path + "': " + reason);
  };
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) refuse("it is a folder");
  if (fs::exists(status) && !fs::is_regular_file(status)) refuse("it is not a regular file");
  fs::path target = path;
  for (int links = 0; fs::is_symlink(fs::symlink_status(target, error)); ++links) {
    if (links == kMostLinks) refuse("too many symbolic links");
    const fs::path next = fs::read_symlink(target, error);
    if (error) refuse(error.message());
    target = target.parent_path() / next;  // an absolute `next` stands for itself
  }
  return target.string();
}

OutputFile::OutputFile(const std::string& path, Form form)
    : path_(path), target_(output_target(path)), part_(target_ + ".part"), buffer_(kBufferBytes) {
  file_ = std::fopen(part_.c_str(), "wb");
  if (!file_) throw InputError("cannot create the waveform file '" + path + "': " + std::strerror(errno));
  if (form == Form::kAsWritten) return;
  std::fclose(file_);  // it can be made; vcd2fst makes its own
  std::remove(part_.c_str());
  file_ = nullptr;
  fst_ = std::make_unique<FstConverter>(part_);
}

OutputFile::~OutputFile() {
  if (published_) return;
  if (file_) std::fclose(file_);
  fst_ = nullptr;
  std::remove(part_.c_str());
}

void OutputFile::make_room(std::size_t bytes) {
  flush();
  if (buffer_.size() < bytes) buffer_.resize(bytes);
}

void OutputFile::fail(const std::string& reason) {
  throw RunError("cannot write the waveform file '" + path_ + "': " + reason);
}

void OutputFile::flush() {
  const std::string_view text(buffer_.data(), used_);
  used_ = 0;
  if (fst_ && !fst_->write(text)) fail("vcd2fst takes no more");
  if (file_ && std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail(std::strerror(errno));
}

void OutputFile::publish() {
  flush();
  if (fst_ && !fst_->finish()) fail("vcd2fst has not written the whole of it");
  const bool closed = !file_ || std::fclose(file_) == 0;
  file_ = nullptr;
  if (!closed || std::rename(part_.c_str(), target_.c_str()) != 0) fail(std::strerror(errno));
  published_ = true;
}

}  // namespace unibank::wave
