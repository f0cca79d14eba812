// Records launches of a program as manifests (models/manifest): each manifest contains the device memory before the
// launch, so that `unibank run` repeats the launch without the program.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exec/protocol.h"
#include "ptx/kernel.h"
#include "simt/device_memory.h"

namespace unibank::exec {

// A launch, without the contents of memory.
struct RecordedCall {
  std::uint64_t number = 0;          // number of the launch in the program, from 0
  std::uint32_t module = 0;
  const std::string* ptx = nullptr;  // PTX of the module
  const ptx::Kernel* kernel = nullptr;
  const LaunchRequest* request = nullptr;
  const std::string* arguments = nullptr;
  int preferred_percent = -1;
  std::uint64_t stack_bytes = 0;
  std::map<std::string, std::uint64_t> variables;  // addresses of the module's .global and .const data, by name
};

class LaunchRecord {
 public:
  // Files are written to `folder`, which exists.
  explicit LaunchRecord(std::string folder) : folder_(std::move(folder)) {}

  // Writes kernel-N.toml and the files that it names. If a manifest cannot represent the launch, remembers the reason
  // instead. Throws RunError when a file cannot be written.
  void write(const RecordedCall& call, DeviceMemory& memory);
  // Removes the manifest that write() has written for a launch which was then refused, if it has written one.
  void withdraw(std::uint64_t number);

  // "launch 3 of kernel 'k' is not recorded: it uses textures ...", one for each kernel and reason.
  std::vector<std::string> refused() const;

 private:
  std::string reason_against(const RecordedCall& call, const DeviceMemory& memory) const;
  std::string buffers(const RecordedCall& call, DeviceMemory& memory);
  std::string contents(const std::uint8_t* bytes, std::uint64_t count);
  std::string file_of(const std::string& kind, const std::string& ending, std::string_view bytes);
  static std::string manifest_name(std::uint64_t number) { return "kernel-" + std::to_string(number) + ".toml"; }
  void write_file(const std::string& name, std::string_view bytes);

  const std::string folder_;
  std::map<std::uint32_t, std::string> modules_;  // files with the PTX of modules, by number
  std::optional<std::uint64_t> written_;  // the launch whose manifest was written last
  struct Refused {
    std::uint64_t first = 0, more = 0;  // number of the first launch; count of the others
  };
  std::map<std::string, Refused> refused_;  // by kernel and reason
};

}  // namespace unibank::exec
