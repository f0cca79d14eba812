// What a run of a stranger's files may take: time, memory, and the length of a file.
#pragma once

#include <cstdint>
#include <string>

namespace unibank {

struct Limits {  // 0: none
  std::uint64_t seconds = 0;           // on the clock, of the whole command
  std::uint64_t megabytes = 0;         // of address space, of each process
  std::uint64_t file_megabytes = 0;    // of each file that is written
};

// "time=600,memory=4096,file=100", any of them. Throws InputError for anything else.
Limits read_limits(const std::string& text);

// From now on, of this process and those that it starts. Where the host allows less it stays so. Once a process.
void apply(const Limits& limits);

// The message when the time is over.
const char* time_is_over();

}  // namespace unibank
