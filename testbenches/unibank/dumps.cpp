#include "unibank/dumps.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/input_error.h"
#include "manifest/values.h"

namespace unibank {

namespace {

struct Dump {
  const ManifestBuffer& buffer;
  std::size_t offset;  // in a simulation's space
};

// The key in messages: "saxpy.toml:12: dump".
std::string key_of(const Manifest& manifest, const Dump& dump) {
  return manifest.file + ":" + std::to_string(dump.buffer.dump_line) + ": dump";
}

std::vector<Dump> dumps_of(const Manifest& manifest) {
  std::vector<Dump> all;
  std::size_t offset = 0;
  for (const ManifestBuffer& buffer : manifest.buffers) {
    if (buffer.dump.empty()) continue;
    all.push_back({buffer, offset});
    offset += buffer.bytes.size();
  }
  return all;
}

std::vector<std::uint8_t> bytes_of(const Dump& dump, const Dumped& from) {
  const std::uint8_t* const begin = from.space->data() + dump.offset;
  return std::vector<std::uint8_t>(begin, begin + dump.buffer.bytes.size());
}

void check_same(const Dump& dump, const Dumped& one, const Dumped& other) {
  const std::vector<std::uint8_t> first = bytes_of(dump, one), second = bytes_of(dump, other);
  const auto at = std::mismatch(first.begin(), first.end(), second.begin()).first;
  if (at == first.end()) return;
  const auto element = static_cast<std::uint64_t>(at - first.begin()) / ptx::bytes_of(dump.buffer.type);
  throw RunError("dump '" + dump.buffer.dump + "' is not written: " + dump.buffer.name + "[" +
                 std::to_string(element) + "] is " +
                 manifest_values::text_at(first, element, dump.buffer.type) + " on " + one.design + " and " +
                 manifest_values::text_at(second, element, dump.buffer.type) + " on " + other.design);
}

}  // namespace

SharedBytes::SharedBytes(std::size_t size) : size_(size) {
  void* const memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    throw RunError("no memory for " + std::to_string(size) + " bytes of dumps: " + std::strerror(errno));
  data_ = static_cast<std::uint8_t*>(memory);
}

SharedBytes::~SharedBytes() { ::munmap(data_, size_); }

std::shared_ptr<SharedBytes> space_for_dumps(const Manifest& manifest) {
  const std::vector<Dump> dumps = dumps_of(manifest);
  if (dumps.empty()) return nullptr;
  return std::make_shared<SharedBytes>(dumps.back().offset + dumps.back().buffer.bytes.size());
}

void keep_dumps(const Manifest& manifest, const ManifestResult& result, SharedBytes& space) {
  for (const Dump& dump : dumps_of(manifest)) {
    const std::vector<std::uint8_t>& bytes = result.buffers.at(dump.buffer.name);
    std::copy(bytes.begin(), bytes.end(), space.data() + dump.offset);
  }
}

void check_dumps(const Manifest& manifest) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path folder = fs::weakly_canonical(fs::absolute(manifest.file, error).parent_path(), error);
  for (const Dump& dump : dumps_of(manifest)) {
    const std::string& path = dump.buffer.dump;
    if (!fs::exists(path, error)) continue;
    const fs::path there = fs::weakly_canonical(fs::absolute(path, error), error).lexically_relative(folder);
    if (!there.empty() && *there.begin() != "..") continue;
    throw InputError(key_of(manifest, dump) + ": '" + path + "' is there and lies outside of the manifest's folder '" +
                     folder.string() + "'; expected a new file, or one in that folder");
  }
}

std::vector<Output> dump_outputs(const Manifest& manifest) {
  std::vector<Output> outputs;
  for (const Dump& dump : dumps_of(manifest)) outputs.push_back({key_of(manifest, dump), dump.buffer.dump});
  return outputs;
}

void write_dumps(const Manifest& manifest, const std::vector<Dumped>& all, const OutputStamps& stamps) {
  const std::vector<Dump> dumps = dumps_of(manifest);
  for (const Dump& dump : dumps)
    for (const Dumped& other : all) check_same(dump, all.front(), other);
  for (const Dump& dump : dumps)
    write_whole(dump.buffer.dump, dump_text(dump.buffer, bytes_of(dump, all.front())), stamps);
}

}  // namespace unibank
