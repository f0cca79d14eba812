// Memory and files for fstapi, in place of the C library's. fstapi checks no result of malloc, fwrite or mmap. So these
// functions throw when they fail, and `FstSystem` then releases the memory and the files of fstapi. The helper files of
// fstapi are in memory, so the waveform is the only file that is created.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "files/whole_file.h"

namespace unibank::wave {

// In place of C's FILE. Positions and lengths are in bytes.
class FstFile {
 public:
  explicit FstFile(files::WholeFile* output) : output_(output) {}  // null: memory

  void write(const void* bytes, std::size_t count);
  void seek(std::uint64_t to) { at_ = to; }
  void cut(std::uint64_t length);
  std::uint64_t at() const { return at_; }
  std::uint64_t end() const { return end_; }
  // The bytes of a file in memory. Their address does not change until more is written.
  unsigned char* bytes() { return held_.data(); }
  // Writes the held bytes to the output. Throws RunError when the disk is full.
  void flush();

 private:
  files::WholeFile* output_;
  std::vector<unsigned char> held_;  // with an output: the bytes after the first `given_` ones
  std::uint64_t at_ = 0, end_ = 0, given_ = 0;
};

class FstSystem {
 public:
  explicit FstSystem(files::WholeFile& output) : output_(output) {}
  ~FstSystem();
  FstSystem(const FstSystem&) = delete;
  FstSystem& operator=(const FstSystem&) = delete;

  // The system of the fstapi call that this thread is executing; null: no such call.
  static FstSystem* current() { return current_; }
  class Use {
   public:
    explicit Use(FstSystem& system) { current_ = &system; }
    ~Use() { current_ = nullptr; }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
  };

  // Throws bad_alloc.
  void* allocate(std::size_t bytes);
  void* resize(void* memory, std::size_t bytes);
  void release(void* memory);

  FstFile* open(bool output);
  FstFile* file(std::size_t number) { return files_.at(number).get(); }
  std::size_t number_of(const FstFile* file) const;

 private:
  // The header in front of each allocated block of memory.
  struct alignas(std::max_align_t) Block {
    Block *before, *behind;
  };
  void link(Block* block);
  static void unlink(Block* block);

  static thread_local FstSystem* current_;
  files::WholeFile& output_;
  Block blocks_{&blocks_, &blocks_};  // a ring
  std::vector<std::unique_ptr<FstFile>> files_;
};

}  // namespace unibank::wave
