// Runs manifests on the functional backend.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "host/device.h"
#include "host/functional_backend.h"
#include "manifest/manifest.h"
#include "simt/device_memory.h"

namespace unibank {

inline ManifestResult run_functional(const Manifest& manifest) {
  DeviceMemory memory(std::uint64_t{1} << 26);
  FunctionalBackend backend(memory, 10000000);
  Device device(backend, memory);
  return run(manifest, device);
}

template <typename T>
std::vector<T> values(const ManifestResult& result, const std::string& name) {
  const std::vector<std::uint8_t>& bytes = result.buffers.at(name);
  std::vector<T> all(bytes.size() / sizeof(T));
  std::memcpy(all.data(), bytes.data(), bytes.size());
  return all;
}

}  // namespace unibank
