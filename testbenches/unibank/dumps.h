// The buffers that a manifest dumps: from the processes that ran it into files, once.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "manifest/manifest.h"
#include "unibank/output.h"

namespace unibank {

// Memory that this process shares with those it starts later.
class SharedBytes {
 public:
  explicit SharedBytes(std::size_t size);  // zeros; RunError when there is none
  ~SharedBytes();
  SharedBytes(const SharedBytes&) = delete;
  SharedBytes& operator=(const SharedBytes&) = delete;
  std::uint8_t* data() const { return data_; }

 private:
  std::size_t size_;
  std::uint8_t* data_ = nullptr;
};

// Where one simulation leaves what it would dump; nothing for a manifest without dumps.
std::shared_ptr<SharedBytes> space_for_dumps(const Manifest& manifest);
void keep_dumps(const Manifest& manifest, const ManifestResult& result, SharedBytes& space);

// Throws InputError where a dump would replace a file outside the manifest's folder: an untrusted manifest may change
// files of its own folder only.
void check_dumps(const Manifest& manifest);
std::vector<Output> dump_outputs(const Manifest& manifest);

// What one simulation has left.
struct Dumped {
  std::string design;
  std::shared_ptr<SharedBytes> space;
};
// Writes every file, unless the designs differ in its buffer: then RunError says where.
void write_dumps(const Manifest& manifest, const std::vector<Dumped>& all, const OutputStamps& stamps);

}  // namespace unibank
