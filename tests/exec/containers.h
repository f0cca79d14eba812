// Builds fat binaries from PTX texts in the format that nvcc writes.
#pragma once

#include <lz4.h>
#include <zstd.h>

#include <cstdint>
#include <cstring>
#include <string>

namespace containers {

enum class Packing { kPlain, kLz4, kZstd };

template <typename Number>
void put(std::string& bytes, std::size_t at, Number number) {
  std::memcpy(&bytes[at], &number, sizeof number);
}

inline std::string packed(const std::string& text, Packing packing) {
  if (packing == Packing::kPlain) return text;
  std::string bytes(ZSTD_compressBound(text.size()) + static_cast<std::size_t>(LZ4_compressBound(1 << 20)), '\0');
  const auto count = packing == Packing::kZstd
                         ? ZSTD_compress(bytes.data(), bytes.size(), text.data(), text.size(), 3)
                         : static_cast<std::size_t>(LZ4_compress_default(text.data(), bytes.data(),
                                                                         static_cast<int>(text.size()),
                                                                         static_cast<int>(bytes.size())));
  bytes.resize(count);
  return bytes;
}

// kind: 1 PTX, 2 machine code.
inline std::string entry(const std::string& text, unsigned architecture, Packing packing = Packing::kPlain,
                         std::uint16_t kind = 1) {
  constexpr std::uint32_t kHeader = 80;
  const std::string payload = packed(text, packing);
  std::string bytes(kHeader + (payload.size() + 7) / 8 * 8, '\0');
  put<std::uint16_t>(bytes, 0, kind);
  put<std::uint16_t>(bytes, 2, 0x101);
  put<std::uint32_t>(bytes, 4, kHeader);
  put<std::uint64_t>(bytes, 8, bytes.size() - kHeader);
  put<std::uint32_t>(bytes, 16, packing == Packing::kPlain ? 0 : static_cast<std::uint32_t>(payload.size()));
  put<std::uint32_t>(bytes, 28, architecture);
  put<std::uint64_t>(bytes, 40, packing == Packing::kZstd ? 0x8011u : packing == Packing::kLz4 ? 0x2011u : 0x11u);
  put<std::uint64_t>(bytes, 56, packing == Packing::kPlain ? 0 : text.size());
  bytes.replace(kHeader, payload.size(), payload);
  return bytes;
}

inline std::string container(const std::string& entries) {
  std::string bytes(16, '\0');
  put<std::uint32_t>(bytes, 0, 0xba55ed50);
  put<std::uint16_t>(bytes, 4, 1);
  put<std::uint16_t>(bytes, 6, 16);
  put<std::uint64_t>(bytes, 8, entries.size());
  return bytes + entries;
}

}  // namespace containers
