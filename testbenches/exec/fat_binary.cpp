#include "exec/fat_binary.h"

#include <lz4.h>
#include <zstd.h>

#include <algorithm>
#include <set>

#include "base/hexadecimal.h"
#include "base/input_error.h"
#include "exec/bytes_at.h"

namespace unibank::exec {
namespace {

constexpr std::uint64_t kEntryHeaderBytes = 64;  // the part that is read; headers have 72, 80 or 96
constexpr std::uint64_t kMostTextBytes = std::uint64_t{256} << 20;
constexpr std::uint64_t kLz4 = 0x2000, kZstd = 0x8000;  // flags
constexpr std::uint16_t kPtx = 1, kMachineCode = 2;

struct Entry {
  std::uint16_t kind = 0;
  std::uint32_t header_bytes = 0, packed_bytes = 0, architecture = 0;
  std::uint64_t padded_bytes = 0, flags = 0, text_bytes = 0;
};

Entry entry_at(std::string_view bytes) {
  Entry entry;
  entry.kind = number_at<std::uint16_t>(bytes, 0);
  entry.header_bytes = number_at<std::uint32_t>(bytes, 4);
  entry.padded_bytes = number_at<std::uint64_t>(bytes, 8);
  entry.packed_bytes = number_at<std::uint32_t>(bytes, 16);
  entry.architecture = number_at<std::uint32_t>(bytes, 28);
  entry.flags = number_at<std::uint64_t>(bytes, 40);
  entry.text_bytes = number_at<std::uint64_t>(bytes, 56);
  return entry;
}

class Reader {
 public:
  explicit Reader(const std::string& name) : name_(name) {}

  void containers(std::string_view bytes) {
    for (std::uint64_t at = 0; at < bytes.size();) {
      if (number_at<std::uint64_t>(bytes, at) == 0) {
        at += 8;  // padding before the next container
        continue;
      }
      at += container(bytes.substr(at), at);
    }
  }
  FatBinary take() { return std::move(binary_); }

 private:
  [[noreturn]] void fail(std::uint64_t at, const std::string& what) const {
    throw InputError(name_ + ", byte " + std::to_string(at) + " of the fat binary: " + what);
  }

  std::uint64_t container(std::string_view bytes, std::uint64_t at) {
    const auto magic = number_at<std::uint32_t>(bytes, 0);
    if (magic != kFatBinaryMagic)
      fail(at, "found " + hexadecimal(magic) + ", expected a container's magic number " + hexadecimal(kFatBinaryMagic));
    const std::uint64_t header = number_at<std::uint16_t>(bytes, 6), size = number_at<std::uint64_t>(bytes, 8);
    if (header < kContainerHeaderBytes || header > bytes.size() || size > bytes.size() - header)
      fail(at, "a container of " + std::to_string(size) + " bytes, expected at most the " +
                   std::to_string(bytes.size()) + " that are there");
    for (std::uint64_t next = 0; next < size;)
      next += entry(bytes.substr(header + next, size - next), at + header + next);
    ++count_;
    return header + size;
  }

  std::uint64_t entry(std::string_view bytes, std::uint64_t at) {
    const Entry entry = entry_at(bytes);
    const bool whole = entry.header_bytes >= kEntryHeaderBytes && entry.header_bytes <= bytes.size() &&
                       entry.padded_bytes <= bytes.size() - entry.header_bytes;
    if (!whole)
      fail(at, "an entry with a header of " + std::to_string(entry.header_bytes) + " and " +
                   std::to_string(entry.padded_bytes) + " bytes, expected it within the container's " +
                   std::to_string(bytes.size()));
    const std::string_view packed = bytes.substr(entry.header_bytes, entry.padded_bytes);
    if (entry.kind == kPtx) binary_.ptx.push_back({entry.architecture, text(entry, packed, at), count_});
    if (entry.kind == kMachineCode) binary_.machine_code.push_back(entry.architecture);
    return entry.header_bytes + entry.padded_bytes;
  }

  std::string text(const Entry& entry, std::string_view packed, std::uint64_t at) const {
    std::string text = unpacked(entry, packed, at);
    text.resize(std::min(text.size(), text.find('\0')));  // it is padded with zeros
    return text;
  }

  std::string unpacked(const Entry& entry, std::string_view packed, std::uint64_t at) const {
    if ((entry.flags & (kLz4 | kZstd)) == 0) return std::string(packed);
    if (entry.packed_bytes > packed.size() || entry.text_bytes > kMostTextBytes)
      fail(at, "PTX of " + std::to_string(entry.text_bytes) + " bytes packed in " +
                   std::to_string(entry.packed_bytes) + ", expected at most " + std::to_string(kMostTextBytes) +
                   " in the entry's " + std::to_string(packed.size()));
    packed = packed.substr(0, entry.packed_bytes);
    std::string text(entry.text_bytes, '\0');
    const bool right = (entry.flags & kZstd) != 0 ? zstd(packed, text) : lz4(packed, text);
    if (!right) fail(at, std::string("its PTX is packed, and does not unpack as ") +
                             ((entry.flags & kZstd) != 0 ? "zstd" : "LZ4"));
    return text;
  }

  static bool zstd(std::string_view packed, std::string& text) {
    return ZSTD_decompress(text.data(), text.size(), packed.data(), packed.size()) == text.size();
  }
  static bool lz4(std::string_view packed, std::string& text) {
    const int bytes = LZ4_decompress_safe(packed.data(), text.data(), static_cast<int>(packed.size()),
                                          static_cast<int>(text.size()));
    return bytes >= 0 && static_cast<std::size_t>(bytes) == text.size();
  }

  const std::string& name_;
  FatBinary binary_;
  unsigned count_ = 0;  // of containers
};

}  // namespace

FatBinary read_fat_binaries(std::string_view bytes, const std::string& name) {
  Reader reader(name);
  reader.containers(bytes);
  return reader.take();
}

std::vector<const PtxText*> choose_ptx(const FatBinary& binary, unsigned highest) {
  std::vector<const PtxText*> chosen;  // the containers are in order
  bool any = false;
  for (const PtxText& one : binary.ptx) {
    const PtxText* const other =
        chosen.empty() || chosen.back()->container != one.container ? nullptr : chosen.back();
    const bool fits = one.architecture <= highest, fitted = other && other->architecture <= highest;
    const bool better = !other || (fits && !fitted) ||
                        (fits ? one.architecture > other->architecture
                              : !fitted && one.architecture < other->architecture);
    any |= fits;
    if (other && better) chosen.pop_back();
    if (better) chosen.push_back(&one);
  }
  const auto later = [&](const PtxText* one) { return any && one->architecture > highest; };
  chosen.erase(std::remove_if(chosen.begin(), chosen.end(), later), chosen.end());
  return chosen;
}

std::string how_to_compile(const FatBinary& binary) {
  std::string found;
  const std::set<unsigned> different(binary.machine_code.begin(), binary.machine_code.end());
  for (const unsigned one : different) found += (found.empty() ? "sm_" : ", sm_") + std::to_string(one);
  return "found " + (found.empty() ? "no device code" : "machine code (" + found + ") and no PTX") +
         "; expected PTX: compile with nvcc -gencode arch=compute_75,code=compute_75 (or another compute_XX)";
}

}  // namespace unibank::exec
