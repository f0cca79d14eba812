// Waveforms as FST, GTKWave's format, a tenth of the size of a value change dump. Written by fstapi of GTKWave's
// author, whose source is part of Debian's package verilator (cmake/fstapi.cmake). A build without it writes no FST.
#pragma once

#include <memory>
#include <string>

#include "wave/ordered_writer.h"

namespace unibank::wave {

// Whether the name of a waveform asks for FST.
bool names_fst(const std::string& path);
// Throws InputError when this build writes no FST.
void check_fst();
// Throws what check_fst() throws, and InputError when the file cannot be made.
std::unique_ptr<Sink> open_fst(const std::string& path);

}  // namespace unibank::wave
