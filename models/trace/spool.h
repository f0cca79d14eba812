// A temporary file for the parts of long thread blocks that do not stay in memory. The file has no name, so the system
// removes it however the program ends.
#pragma once

#include <cstddef>
#include <cstdint>

namespace unibank::trace {

// One thread calls put(); any thread may call the other functions. They throw RunError when no file can be created in
// the folder for temporary files (TMPDIR, /tmp), or the folder has no room.
class Spool {
 public:
  Spool() = default;
  ~Spool();
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;

  // Appends the bytes and returns their place in the file.
  std::uint64_t put(const void* bytes, std::size_t count);
  void write(std::uint64_t place, const void* bytes, std::size_t count);
  void read(std::uint64_t place, void* bytes, std::size_t count) const;
  // Frees these bytes of the file; they must not be read any more.
  void free(std::uint64_t place, std::uint64_t count);
  std::uint64_t end() const { return end_; }  // the place of the next put()

 private:
  void open();
  int file_ = -1;  // opened by the first put()
  std::uint64_t end_ = 0;
};

}  // namespace unibank::trace
