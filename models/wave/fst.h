// Waveforms as FST, GTKWave's format, with a fifth to a thirtieth of the size of a value change dump. The library
// fstapi, by GTKWave's author, writes the files; its source is part of Debian's package verilator (cmake/fstapi.cmake).
// A build without this source writes no FST.
#pragma once

#include <memory>
#include <string>

#include "wave/ordered_writer.h"

namespace unibank::wave {

// Whether the file name of a waveform selects FST (ends in .fst).
bool names_fst(const std::string& path);
// Throws InputError when this build writes no FST.
void check_fst();
// Throws InputError when this build writes no FST, or the file cannot be created.
std::unique_ptr<Sink> open_fst(const std::string& path);

}  // namespace unibank::wave
