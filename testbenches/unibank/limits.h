// Limits for runs of untrusted files: time, memory, and the length of files.
#pragma once

#include <cstdint>
#include <string>

namespace unibank {

struct Limits {  // 0: none
  std::uint64_t seconds = 0;           // wall-clock time of the whole command
  std::uint64_t megabytes = 0;         // address space of each process
  std::uint64_t file_megabytes = 0;    // of each written file
};

// Parses "time=600,memory=4096,file=100", or any subset of these parts. Throws InputError for any other text.
Limits read_limits(const std::string& text);

// Applies the limits to this process and to the processes that it starts later. Smaller limits of the host remain. Call
// it once per process.
void apply(const Limits& limits);

// The messages for the end of the time limit, and of the memory: with its limit, if there is one.
const char* time_is_over();
const char* out_of_memory();

}  // namespace unibank
