#include "trace/line_source.h"

#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/input_error.h"
#include "files/input_file.h"
#include "trace/text.h"

namespace unibank::trace {
namespace {

namespace streams = boost::iostreams;

constexpr std::size_t kPiece = std::size_t{1} << 18;
// The longest line of the format has some 2,000 characters; version 6 with the values of all registers 12,000.
constexpr std::size_t kLongestLine = std::size_t{1} << 20;
// Traces of programs compress by a factor of about 100, and the trace of a single loop without addresses by 6,000. So a
// small file may expand by any factor up to a fixed size, and a large file only by a likely factor.
constexpr std::uint64_t kMostExpansion = 2000, kFreeExpansion = std::uint64_t{1} << 30;

// A filter over a file that it owns.
class Decompressed : public streams::filtering_istream {
 public:
  explicit Decompressed(std::unique_ptr<std::istream> file) : file_(std::move(file)) {
    push(streams::lzma_decompressor(), kPiece);
    push(*file_, kPiece);
    exceptions(std::ios::badbit);  // data that are not .xz cause an exception of the filter, not an early end
  }
  ~Decompressed() override { reset(); }

 private:
  std::unique_ptr<std::istream> file_;
};

}  // namespace

LineSource::LineSource(std::unique_ptr<std::istream> text, std::string name, std::uint64_t most_bytes)
    : text_(std::move(text)), name_(std::move(name)), left_(most_bytes) {}

void LineSource::fail(const std::string& what) const { throw InputError(name_, number_, what); }

bool LineSource::read_more() {
  if (ended_) return false;
  if (begin_ != 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ > kLongestLine) {
    ++number_;
    fail("found a line of more than " + std::to_string(kLongestLine) + " characters; expected a trace, as text");
  }
  buffer_.resize(end_ + kPiece);
  try {
    text_->read(buffer_.data() + end_, kPiece);
  } catch (const std::runtime_error& error) {
    fail(std::string("found data that cannot be decompressed (") + error.what() + "); expected a whole .xz file");
  }
  const auto count = static_cast<std::uint64_t>(text_->gcount());
  if (count > left_)
    fail("found an .xz file that decompresses to more than " + std::to_string(kMostExpansion) +
         " times its size; expected " + "less, or the trace as text");
  left_ -= count;
  end_ += static_cast<std::size_t>(count);
  ended_ = !text_->good();
  return text_->gcount() != 0;
}

bool LineSource::take_line(std::string_view& line) {
  std::size_t searched = begin_;
  for (;;) {
    const void* found = end_ == searched ? nullptr : std::memchr(buffer_.data() + searched, '\n', end_ - searched);
    if (found != nullptr) {
      const auto at = static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data());
      line = std::string_view(buffer_.data() + begin_, at - begin_);
      begin_ = at + 1;
      return true;
    }
    const std::size_t unread = end_ - begin_;
    if (read_more()) {
      searched = begin_ + unread;
      continue;
    }
    line = std::string_view(buffer_.data() + begin_, end_ - begin_);
    begin_ = end_;
    return !line.empty();
  }
}

bool LineSource::next(std::string_view& line) {
  while (take_line(line)) {
    ++number_;
    line = trimmed(line);
    if (!line.empty()) return true;
  }
  return false;
}

std::unique_ptr<LineSource> open_lines(const std::string& path) {
  try {
    files::check_regular(path);
  } catch (const std::runtime_error& error) {
    throw InputError("cannot open '" + path + "': " + error.what());
  }
  auto file = std::make_unique<std::ifstream>(path, std::ios::binary);
  if (!*file) throw InputError("cannot open '" + path + "': " + std::strerror(errno));
  if (std::filesystem::path(path).extension() != ".xz") return std::make_unique<LineSource>(std::move(file), path);
  const std::uint64_t most = std::max(kFreeExpansion, kMostExpansion * std::filesystem::file_size(path));
  return std::make_unique<LineSource>(std::make_unique<Decompressed>(std::move(file)), path, most);
}

}  // namespace unibank::trace
