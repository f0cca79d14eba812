// The driver's interface: parts that a program links while it runs. They are checked when the result is loaded.
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>

#include "exec/fat_binary.h"
#include "exec/runtime/connection.h"
#include "exec/runtime/driver.h"
#include "exec/runtime/cuda_types.h"

using namespace unibank::exec;

namespace {

constexpr int kPtx = 1, kFatBinary = 2;                                // CUjitInputType
constexpr int kWallTime = 2, kInformation = 3, kErrors = 5;            // CUjit_option
constexpr std::size_t kEntryHeaderBytes = 64;

// A wrapper that cuModuleLoadData() accepts. The data that it points to are valid until the program destroys the state.
struct LinkState {
  std::vector<std::unique_ptr<std::string>> containers;
  std::vector<const char*> list;
  FatBinaryWrapper wrapper;
};

template <typename Number>
void put(std::string& bytes, std::size_t at, Number number) {
  std::memcpy(&bytes[at], &number, sizeof number);
}

// A container with a single entry: plain PTX, for any architecture.
std::string container_of(const std::string& ptx) {
  std::string bytes(kContainerHeaderBytes + kEntryHeaderBytes, '\0');
  bytes += ptx;
  bytes.resize((bytes.size() + 7) / 8 * 8);
  put<std::uint32_t>(bytes, 0, kFatBinaryMagic);
  put<std::uint16_t>(bytes, 4, 1);
  put<std::uint16_t>(bytes, 6, kContainerHeaderBytes);
  put<std::uint64_t>(bytes, 8, bytes.size() - kContainerHeaderBytes);
  put<std::uint16_t>(bytes, kContainerHeaderBytes, 1);
  put<std::uint32_t>(bytes, kContainerHeaderBytes + 4, kEntryHeaderBytes);
  put<std::uint64_t>(bytes, kContainerHeaderBytes + 8, bytes.size() - kContainerHeaderBytes - kEntryHeaderBytes);
  return bytes;
}

CudaError add(LinkState* state, int kind, const std::string& data) {
  if (!state || (kind != kPtx && kind != kFatBinary)) {
    complain("a part to link is of kind " + std::to_string(kind) + "; expected PTX (1) or a fat binary with PTX (2)");
    return CudaError::kInvalidValue;
  }
  const std::string image = image_at(data.c_str());
  if (image.empty()) return CudaError::kNoKernelImageForDevice;
  state->containers.push_back(std::make_unique<std::string>(kind == kPtx ? container_of(image) : image));
  return CudaError::kSuccess;
}

// Reports that the logs are empty and that linking took no time.
void answer_options(unsigned count, const int* options, void** values) {
  for (unsigned i = 0; options && values && i < count; ++i) {
    if (options[i] == kWallTime) values[i] = nullptr;
    if ((options[i] == kInformation || options[i] == kErrors) && values[i]) *static_cast<char*>(values[i]) = '\0';
  }
}

}  // namespace

UNIBANK_EXPORTED CudaError cuLinkCreate_v2(unsigned count, const int* options, void** values, LinkState** state) {
  if (!state) return CudaError::kInvalidValue;
  answer_options(count, options, values);
  *state = new LinkState;
  return Connection::get().ready();
}
UNIBANK_EXPORTED CudaError cuLinkAddData_v2(LinkState* state, int kind, const void* data, std::size_t bytes,
                                            const char*, unsigned, const int*, void**) {
  return data ? add(state, kind, std::string(static_cast<const char*>(data), bytes)) : CudaError::kInvalidValue;
}
UNIBANK_EXPORTED CudaError cuLinkAddFile_v2(LinkState* state, int kind, const char* file, unsigned, const int*,
                                            void**) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return CudaError::kFileNotFound;
  return add(state, kind, std::string{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()});
}
UNIBANK_EXPORTED CudaError cuLinkComplete(LinkState* state, void** image, std::size_t* bytes) {
  if (!state || !image) return CudaError::kInvalidValue;
  state->list.clear();
  for (const auto& container : state->containers) state->list.push_back(container->data());
  state->list.push_back(nullptr);
  state->wrapper = {kWrapperMagic, kWrapperOfParts, nullptr, state->list.data()};
  *image = &state->wrapper;
  if (bytes) *bytes = sizeof state->wrapper;
  return CudaError::kSuccess;
}
UNIBANK_EXPORTED CudaError cuLinkDestroy(LinkState* state) {
  delete state;
  return CudaError::kSuccess;
}
