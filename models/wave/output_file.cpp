#include "wave/output_file.h"

#include <cerrno>
#include <cstring>

#include "base/input_error.h"

namespace unibank::wave {

namespace {
constexpr std::size_t kBufferBytes = 1 << 18;
}

OutputFile::OutputFile(const std::string& path) : path_(path), part_(path + ".part"), buffer_(kBufferBytes) {
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
  if (!closed || std::rename(part_.c_str(), path_.c_str()) != 0) {
    const std::string reason = std::strerror(errno);
    std::remove(part_.c_str());
    throw RunError("cannot write the waveform file '" + path_ + "': " + reason);
  }
}

}  // namespace unibank::wave
