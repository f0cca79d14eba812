#include "unibank/output.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/input_error.h"

namespace unibank {

namespace {
std::string part(const std::string& path) { return path + ".part"; }
}  // namespace

void check_can_create(const std::string& option, const std::string& path) {
  const auto refuse = [&](const std::string& reason) {
    throw InputError(option + ": cannot create '" + path + "': " + reason);
  };
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) refuse("it is a folder");
  std::FILE* file = std::fopen(part(path).c_str(), "wb");
  if (!file) refuse(std::strerror(errno));
  std::fclose(file);
  std::remove(part(path).c_str());
}

void write_whole(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(part(path).c_str(), "wb");
  bool good = file && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file) good = std::fclose(file) == 0 && good;
  if (good && std::rename(part(path).c_str(), path.c_str()) == 0) return;
  const std::string reason = std::strerror(errno);
  std::remove(part(path).c_str());
  throw RunError("cannot write '" + path + "': " + reason);
}

}  // namespace unibank
