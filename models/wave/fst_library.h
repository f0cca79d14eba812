// The functions of fstapi that a waveform needs, on top of an FstSystem. None of fstapi's names is visible outside,
// because a program may contain another copy of it (Verilator's, for RTL that is traced).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "wave/fst_system.h"

namespace unibank::wave {

// All throw RunError when the disk is full and bad_alloc when memory is; then no function may be called any more.
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
  // The next time begins a section of the file: what is held in memory goes there.
  void end_section();
  // All of it is with `output`, which is not published yet.
  void close();

 private:
  FstSystem system_;
  void* context_;
};

}  // namespace unibank::wave
