// A file that appears under its name only when all of it is on disk. Until then it is in the same folder, under a
// unique name that ends in ".part".
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <sys/stat.h>

#include "base/input_error.h"
#include "files/temporaries.h"

namespace unibank::files {

// The file to write for `path`: symbolic links are followed, so the link stays and its target is replaced.
// Throws InputError if something other than a regular file is there (folder, device, pipe).
std::string output_target(const std::string& path);

// Identifies the file at a path: another file, or the same with other content, has another stamp.
class Stamp {
 public:
  Stamp() = default;  // no file
  static Stamp of(const std::string& target);
  bool operator==(const Stamp& other) const;
  bool is_there() const { return there_; }

 private:
  bool there_ = false;
  dev_t device_ = 0;
  ino_t number_ = 0;
  off_t size_ = 0;
  timespec changed_{};
};

// A file that cannot be written: an error of no part of the machine.
class WriteError : public RunError {
 public:
  using RunError::RunError;
};

// Another program has written the file since `before`.
class Overtaken : public RunError {
 public:
  using RunError::RunError;
};

class WholeFile {
 public:
  // Throws InputError if the file cannot be created, or if the user may not write the one that it would replace.
  explicit WholeFile(const std::string& path);
  // `before`: the file at that path when the run began.
  WholeFile(const std::string& path, const Stamp& before);
  ~WholeFile();  // removes what was not published
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  // Throw WriteError when the disk is full, when the rename fails, and Overtaken when another program has written the
  // file.
  void write(std::string_view text);
  void write_at(std::uint64_t place, std::string_view text);  // `place` in bytes; not to be mixed with write()
  void cut(std::uint64_t length);                             // to this length in bytes
  void publish();
  [[noreturn]] void fail(const std::string& reason) const;  // WriteError: "cannot write 'path': reason"

  const std::string& part() const { return part_; }  // its name until publish()

  // The name of an unfinished file for `path` in this process, and in its forks.
  static std::string part_of(const std::string& path);

 private:
  void create();
  void start_sync();
  void close();
  void take_name(int folder);

  std::string path_, target_, part_;
  Stamp before_;
  std::unique_ptr<Temporary> temporary_;
  int file_ = -1;
  std::uint64_t unsynced_ = 0;  // bytes written since the last start_sync()
};

// Flush to disk what other functions have written. Throw RunError.
void sync_file(const std::string& path);
void sync_folder(const std::string& path);

// All of the text in one file. Throws RunError, also when the file cannot be created. Without `before`, the last of
// several programs that write the file at the same time replaces it.
void write_whole(const std::string& path, std::string_view text, const Stamp& before);
void write_whole(const std::string& path, std::string_view text);

}  // namespace unibank::files
