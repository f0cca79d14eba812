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

OutputFile::OutputFile(const std::string& path)
    : path_(path), target_(output_target(path)), part_(target_ + ".part"), buffer_(kBufferBytes) {
  file_ = std::fopen(part_.c_str(), "wb");
  if (!file_) throw InputError("cannot create the waveform file '" + path + "': " + std::strerror(errno));
}

OutputFile::~OutputFile() {
  if (!file_) return;
  std::fclose(file_);
  std::remove(part_.c_str());
}

void OutputFile::make_room(std::size_t bytes) {
  flush();
  if (buffer_.size() < bytes) buffer_.resize(bytes);
}

void OutputFile::flush() {
  if (std::fwrite(buffer_.data(), 1, used_, file_) != used_)
    throw RunError("cannot write the waveform file '" + path_ + "': " + std::strerror(errno));
  used_ = 0;
}

void OutputFile::publish() {
  flush();
  const bool closed = std::fclose(file_) == 0;
  file_ = nullptr;
  if (!closed || std::rename(part_.c_str(), target_.c_str()) != 0) {
    const std::string reason = std::strerror(errno);
    std::remove(part_.c_str());
    throw RunError("cannot write the waveform file '" + path_ + "': " + reason);
  }
}

}  // namespace unibank::wave
