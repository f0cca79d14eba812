// Launches of a program as manifests (models/manifest): each with the memory before it, so that `unibank run` repeats
// one without the program.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "exec/protocol.h"
#include "ptx/kernel.h"
#include "simt/device_memory.h"

namespace unibank::exec {

// What a launch is, beside the memory.
struct RecordedCall {
  std::uint64_t number = 0;          // of the launch in the program, from 0
  std::uint32_t module = 0;
  const std::string* ptx = nullptr;  // of the module
  const ptx::Kernel* kernel = nullptr;
  const LaunchRequest* request = nullptr;
  const std::string* arguments = nullptr;
  int preferred_percent = -1;
  std::uint64_t stack_bytes = 0;
  std::map<std::string, std::uint64_t> variables;  // of the module: addresses by name, of .global and .const data
};

class LaunchRecord {
 public:
  // Files go into `folder`, which exists.
  explicit LaunchRecord(std::string folder) : folder_(std::move(folder)) {}

  // Writes kernel-N.toml and what it names, or remembers why a manifest cannot say it. RunError when a file cannot be
  // written.
  void write(const RecordedCall& call, DeviceMemory& memory);

  // "launch 3 of kernel 'k' is not recorded: it uses textures ...", one for each kernel and reason.
  std::vector<std::string> refused() const;

 private:
  std::string reason_against(const RecordedCall& call, const DeviceMemory& memory) const;
  std::string buffers(const RecordedCall& call, DeviceMemory& memory);
  std::string contents(const std::uint8_t* bytes, std::uint64_t count);
  void write_file(const std::string& name, std::string_view bytes);

  const std::string folder_;
  std::set<std::uint32_t> modules_;                              // whose PTX is there
  std::unordered_map<std::size_t, std::vector<std::string>> files_;  // of memory, by hash
  unsigned file_count_ = 0;
  struct Refused {
    std::uint64_t first = 0, more = 0;  // launches
  };
  std::map<std::string, Refused> refused_;  // by kernel and reason
};

}  // namespace unibank::exec
