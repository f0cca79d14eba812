// The expected result of each regression kernel, in plain C++ that uses neither PTX nor the model.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace unibank::kernels {

// The buffers of a manifest by name: before the first launch, and (once a reference has run) after the last.
class Buffers {
 public:
  // The tolerance of a buffer's values: within the absolute or the relative one; 0 and 0 mean equal in every bit.
  struct Tolerance {
    double absolute = 0, relative = 0;
  };
  std::map<std::string, std::vector<std::uint8_t>> bytes;
  std::map<std::string, Tolerance> tolerances;

  template <typename T>
  std::vector<T> get(const std::string& name) const {
    const std::vector<std::uint8_t>& from = bytes.at(name);
    std::vector<T> values(from.size() / sizeof(T));
    std::memcpy(values.data(), from.data(), from.size());
    return values;
  }
  template <typename T>
  void set(const std::string& name, const std::vector<T>& values) {
    bytes.at(name).resize(values.size() * sizeof(T));
    std::memcpy(bytes.at(name).data(), values.data(), values.size() * sizeof(T));
  }
};

using Reference = void (*)(Buffers&);
using References = std::map<std::string, Reference>;

References integer_references();
References float_references();
References memory_references();
References block_references();
References warp_references();
References control_references();
References texture_references();

}  // namespace unibank::kernels
