// The buffers that a manifest dumps: collected from the processes that ran the manifest, and written to files once.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "manifest/manifest.h"
#include "unibank/output.h"

namespace unibank {

// Memory shared with processes that are started later.
class SharedBytes {
 public:
  explicit SharedBytes(std::size_t size);  // filled with zeros; throws RunError without memory
  ~SharedBytes();
  SharedBytes(const SharedBytes&) = delete;
  SharedBytes& operator=(const SharedBytes&) = delete;
  std::uint8_t* data() const { return data_; }

 private:
  std::size_t size_;
  std::uint8_t* data_ = nullptr;
};

// Memory for one simulation's dumps; null for a manifest without dumps.
std::shared_ptr<SharedBytes> space_for_dumps(const Manifest& manifest);
void keep_dumps(const Manifest& manifest, const ManifestResult& result, SharedBytes& space);

// Throws InputError if a dump would replace a file outside the manifest's folder: an untrusted manifest may change only
// files in its own folder.
void check_dumps(const Manifest& manifest);
std::vector<Output> dump_outputs(const Manifest& manifest);

// The dumps of one simulation.
struct Dumped {
  std::string design;
  std::shared_ptr<SharedBytes> space;
};
// Writes all files. If the contents of a buffer differ between designs, throws RunError, with the first difference, and
// writes no file.
void write_dumps(const Manifest& manifest, const std::vector<Dumped>& all, const OutputStamps& stamps);

}  // namespace unibank
