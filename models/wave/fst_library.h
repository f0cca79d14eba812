// The functions of fstapi that a waveform needs, on top of an FstSystem. None of fstapi's names is visible outside of
// fst_library.cpp, because a program may contain another copy of fstapi (Verilator's, for RTL that is traced).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "wave/fst_system.h"

namespace unibank::wave {

// All functions throw RunError when the disk is full, and bad_alloc when memory is exhausted; after an exception no
// function may be called any more.
class FstLibrary {
 public:
  using Handle = std::uint32_t;

  // A tick is 100 ps, there is no date.
  explicit FstLibrary(files::WholeFile& output);

  void enter(const std::string& scope);
  void leave();
  Handle declare_vector(const std::string& name, unsigned bits);
  Handle declare_text(const std::string& name);

  void time(std::uint64_t tick);
  void wire(Handle signal, char value);                            // '0', '1', 'x'
  void vector(Handle signal, unsigned bits, std::uint64_t value);  // 1 .. 64 bits
  void unknown(Handle signal, unsigned bits);
  void text(Handle signal, std::string_view value);
  // Ends a section of the file: the next time() writes the buffered changes to the file and begins a new section.
  void end_section();
  // Writes the rest to `output`, which is not published yet.
  void close();

 private:
  FstSystem system_;
  void* context_;
};

}  // namespace unibank::wave
