#include "exec/launch_record.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <iterator>
#include <string_view>

#include "base/hexadecimal.h"
#include "base/input_error.h"
#include "exec/channel.h"
#include "files/input_file.h"
#include "files/whole_file.h"
#include "ptx/instruction_table.h"
#include "simt/next_allocation.h"

namespace unibank::exec {
namespace {

constexpr std::uint64_t kMostManifestBytes = std::uint64_t{1} << 30;  // that a manifest's buffers may span
constexpr std::uint64_t kMostInteger = INT64_MAX;             // the largest integer of TOML

// Names in PTX have no characters to escape.
std::string in_quotes(const std::string& text) { return "\"" + text + "\""; }

std::string list(const std::uint32_t (&shape)[3]) {
  return "[" + std::to_string(shape[0]) + ", " + std::to_string(shape[1]) + ", " + std::to_string(shape[2]) + "]";
}

bool reads_textures(const ptx::Kernel& kernel) {
  constexpr ptx::Op kOps[] = {ptx::Op::kTex,  ptx::Op::kTld4, ptx::Op::kTxq, ptx::Op::kSuld,
                              ptx::Op::kSust, ptx::Op::kSured, ptx::Op::kSuq};
  return std::any_of(kernel.instructions.begin(), kernel.instructions.end(), [&](const ptx::Instruction& one) {
    return std::find(std::begin(kOps), std::end(kOps), ptx::op_of(one)) != std::end(kOps);
  });
}

bool uses_heap(const ptx::Kernel& kernel) {
  return std::any_of(kernel.instructions.begin(), kernel.instructions.end(), [](const ptx::Instruction& one) {
    return ptx::op_of(one) == ptx::Op::kRuntime && static_cast<ptx::Runtime>(one.variant) != ptx::Runtime::kPrintf;
  });
}

// Whether the variables lie one after another, as they are placed when a module is loaded.
bool in_sequence(const RecordedCall& call, const DeviceMemory& memory) {
  std::vector<std::uint64_t> addresses;
  for (const auto& [name, address] : call.variables) addresses.push_back(address);
  std::sort(addresses.begin(), addresses.end());
  for (std::size_t i = 1; i < addresses.size(); ++i) {
    const std::uint64_t end = memory.allocation_of(addresses[i - 1]).end;
    if (addresses[i] != next_allocation(end)) return false;
  }
  return true;
}

// An integer as it is, in hexadecimal where it may be an address; anything else by its bytes.
std::string argument(const ptx::Variable& parameter, std::string_view bytes) {
  const bool integer = !parameter.array && ptx::bytes_of(parameter.type) == bytes.size() &&
                       parameter.type != ptx::Type::kF32 && parameter.type != ptx::Type::kF64 &&
                       parameter.type != ptx::Type::kF16 && bytes.size() <= sizeof(std::uint64_t);
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data(), std::min(bytes.size(), sizeof value));
  if (integer && value <= kMostInteger) return bytes.size() == 8 ? hexadecimal(value) : std::to_string(value);
  std::string text;
  for (const char byte : bytes) {
    if (!text.empty()) text += ", ";
    text += std::to_string(static_cast<unsigned char>(byte));
  }
  return "{ bytes = [" + text + "] }";
}

std::string arguments(const RecordedCall& call) {
  std::string text;
  for (const ptx::Variable& one : call.kernel->parameters) {
    if (!text.empty()) text += ", ";
    text += argument(one, std::string_view(*call.arguments).substr(one.offset, one.bytes));
  }
  return "[" + text + "]";
}

std::string launch(const RecordedCall& call) {
  const LaunchRequest& request = *call.request;
  return "\n[[launch]]\nkernel = " + in_quotes(call.kernel->name) + "\ngrid = " + list(request.grid) +
         "\nblock = " + list(request.block) +
         "\ndynamic_scratchpad_bytes = " + std::to_string(request.dynamic_bytes) +
         (request.cooperative != 0 ? "\ncooperative = true" : "") + "\narguments = " + arguments(call) + "\n";
}

}  // namespace

void LaunchRecord::write(const RecordedCall& call, DeviceMemory& memory) {
  const std::string reason = reason_against(call, memory);
  if (!reason.empty()) {
    const auto [known, added] =
        refused_.emplace("kernel '" + call.kernel->name + "' is not recorded: " + reason, Refused{call.number, 0});
    if (!added) ++known->second.more;
    return;
  }
  std::string& ptx = modules_[call.module];
  if (ptx.empty()) ptx = file_of("module-", ".ptx", *call.ptx);
  std::string text = "# A launch as 'unibank exec --record' has written it, with the memory before it.\n";
  text += "ptx = " + in_quotes(ptx) + "\nmemory_begin = " + hexadecimal(kDeviceMemoryBegin) + "\n";
  if (call.stack_bytes != 0) text += "stack_bytes = " + std::to_string(call.stack_bytes) + "\n";
  written_ = call.number;
  write_file(manifest_name(call.number), text + buffers(call, memory) + launch(call));
}

void LaunchRecord::withdraw(std::uint64_t number) {
  if (written_ == number) std::remove((folder_ + "/" + manifest_name(number)).c_str());
}

std::vector<std::string> LaunchRecord::refused() const {
  std::vector<std::string> all;
  for (const auto& [what, launches] : refused_)
    all.push_back("launch " + std::to_string(launches.first) + " of " + what +
                  (launches.more == 0 ? "" : " (nor are " + std::to_string(launches.more) + " more of it)"));
  return all;
}

std::string LaunchRecord::reason_against(const RecordedCall& call, const DeviceMemory& memory) const {
  if (reads_textures(*call.kernel)) return "it uses textures or surfaces, whose handles a manifest cannot keep";
  if (uses_heap(*call.kernel)) return "it uses malloc or free, and a manifest does not have the heap's blocks";
  if (call.preferred_percent >= 0) return "it prefers a carve-out, which a manifest cannot say";
  const std::vector<DeviceMemory::Range> all = memory.allocations();
  if (!all.empty() && all.back().end - kDeviceMemoryBegin > kMostManifestBytes)
    return "device memory spans more than 1 GB, the most that a manifest may name";
  if (!in_sequence(call, memory)) return "the variables of its module do not lie one after another";
  return "";
}

std::string LaunchRecord::buffers(const RecordedCall& call, DeviceMemory& memory) {
  std::map<std::uint64_t, std::string> variables;
  for (const auto& [name, address] : call.variables) variables[address] = name;
  std::string text;
  for (const DeviceMemory::Range& range : memory.allocations()) {
    if (range.begin == range.end) continue;
    const auto variable = variables.find(range.begin);
    text += variable == variables.end()
                ? "\n[[buffer]]\nname = " + in_quotes("at_" + hexadecimal(range.begin))
                : "\n[[constant]]\nsymbol = " + in_quotes(variable->second);
    text += "\ntype = \"u8\"\ncount = " + std::to_string(range.end - range.begin) +
            "\naddress = " + hexadecimal(range.begin) + "\n";
    const std::string file = contents(memory.arena() + range.begin, range.end - range.begin);
    if (!file.empty()) text += "init = \"file\"\nfile = " + in_quotes(file) + "\n";
  }
  return text;
}

// The name of the file with these bytes; empty: all are 0.
std::string LaunchRecord::contents(const std::uint8_t* bytes, std::uint64_t count) {
  const std::string_view all(reinterpret_cast<const char*>(bytes), count);
  return all.find_first_not_of('\0') == std::string_view::npos ? "" : file_of("memory-", ".bin", all);
}

// The name follows from the bytes: launches with the same bytes share a file, and a later record in this folder does
// not change the files of the manifests that are there.
std::string LaunchRecord::file_of(const std::string& kind, const std::string& ending, std::string_view bytes) {
  const std::string name = kind + hexadecimal(std::hash<std::string_view>()(bytes)).substr(2);
  for (std::string other;; other += "-") {  // other bytes with the same hash
    const std::string file = name + other + ending;
    if (!std::filesystem::exists(folder_ + "/" + file)) {
      write_file(file, bytes);
      return file;
    }
    if (files::read_all(folder_ + "/" + file, kMostManifestBytes) == bytes) return file;
  }
}

void LaunchRecord::write_file(const std::string& name, std::string_view bytes) {
  files::WholeFile file(folder_ + "/" + name);
  file.write(bytes);
  file.publish();
}

}  // namespace unibank::exec
