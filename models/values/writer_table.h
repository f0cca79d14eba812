// The writers of a memory's bytes, kept beside them: in a native bank, a cache, or the transactor of an RTL block that
// stores only bytes. The table takes no memory until the first write with a writer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "values/writer.h"

namespace unibank {

class WriterTable {
 public:
  explicit WriterTable(std::size_t bytes = 0) : bytes_(bytes) {}

  // Applies a payload's access to the writers.
  void access(bool write, std::size_t address, unsigned length, Writer* data, const unsigned char* enables,
              unsigned enable_length) {
    write ? this->write(address, length, data, enables, enable_length) : read(address, length, data);
  }
  void read(std::size_t address, unsigned length, Writer* to) const {
    if (writers_.empty()) {
      std::fill_n(to, length, kNoWriter);
    } else {
      std::copy_n(&writers_[address], length, to);
    }
  }
  // Sets the writers of the bytes whose enable is not 0; the pattern of `enable_length` repeats (TLM's rule). Null: all
  // bytes.
  void write(std::size_t address, unsigned length, const Writer* from, const unsigned char* enables = nullptr,
             unsigned enable_length = 0) {
    if (writers_.empty()) writers_.assign(bytes_, kNoWriter);
    for (unsigned i = 0; i < length; ++i) {
      if (!enables || enables[i % enable_length]) writers_[address + i] = from[i];
    }
  }

 private:
  std::size_t bytes_;
  std::vector<Writer> writers_;  // [byte]; empty: none was written
};

}  // namespace unibank
