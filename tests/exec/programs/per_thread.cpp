// The names that functions have in programs that are compiled for a default stream per thread.
#include <dlfcn.h>

#include "exec/programs/expect.h"
#include "exec/programs/runtime.h"

extern "C" int cudaMemsetAsync_ptsz(void* pointer, int value, std::size_t bytes, Stream stream);

namespace {

// All that the headers of CUDA 7 to 13 have. The first end in _ptds, the others in _ptsz.
const char* const kOfMemory[] = {
    "cudaMemcpy", "cudaMemcpy2D", "cudaMemcpy2DArrayToArray", "cudaMemcpy2DFromArray", "cudaMemcpy2DToArray",
    "cudaMemcpy3D", "cudaMemcpy3DPeer", "cudaMemcpyArrayToArray", "cudaMemcpyFromArray", "cudaMemcpyFromSymbol",
    "cudaMemcpyToArray", "cudaMemcpyToSymbol", "cudaMemset", "cudaMemset2D", "cudaMemset3D"};
const char* const kOfStreams[] = {
    "__cudaLaunchKernel", "cudaEventRecord", "cudaEventRecordWithFlags", "cudaFreeAsync", "cudaGetDriverEntryPoint",
    "cudaGetDriverEntryPointByVersion", "cudaGraphInstantiateWithParams", "cudaGraphLaunch", "cudaGraphUpload",
    "cudaLaunch", "cudaLaunchCooperativeKernel", "cudaLaunchHostFunc", "cudaLaunchKernel", "cudaLaunchKernelExC",
    "cudaMallocAsync", "cudaMallocFromPoolAsync", "cudaMemDiscardAndPrefetchBatchAsync", "cudaMemDiscardBatchAsync",
    "cudaMemPrefetchAsync", "cudaMemPrefetchAsync_v2", "cudaMemPrefetchBatchAsync", "cudaMemcpy2DAsync",
    "cudaMemcpy2DFromArrayAsync", "cudaMemcpy2DToArrayAsync", "cudaMemcpy3DAsync", "cudaMemcpy3DBatchAsync",
    "cudaMemcpy3DPeerAsync", "cudaMemcpyAsync", "cudaMemcpyBatchAsync", "cudaMemcpyFromArrayAsync",
    "cudaMemcpyFromSymbolAsync", "cudaMemcpyToArrayAsync", "cudaMemcpyToSymbolAsync", "cudaMemset2DAsync",
    "cudaMemset3DAsync", "cudaMemsetAsync", "cudaSignalExternalSemaphoresAsync", "cudaSignalExternalSemaphoresAsync_v2",
    "cudaStreamAddCallback", "cudaStreamAttachMemAsync", "cudaStreamBeginCapture", "cudaStreamBeginCaptureToGraph",
    "cudaStreamCopyAttributes", "cudaStreamEndCapture", "cudaStreamGetAttribute", "cudaStreamGetCaptureInfo",
    "cudaStreamGetCaptureInfo_v2", "cudaStreamGetCaptureInfo_v3", "cudaStreamGetDevice", "cudaStreamGetFlags",
    "cudaStreamGetId", "cudaStreamGetPriority", "cudaStreamIsCapturing", "cudaStreamQuery", "cudaStreamSetAttribute",
    "cudaStreamSynchronize", "cudaStreamUpdateCaptureDependencies", "cudaStreamUpdateCaptureDependencies_v2",
    "cudaStreamWaitEvent", "cudaWaitExternalSemaphoresAsync", "cudaWaitExternalSemaphoresAsync_v2"};

// The same for the driver, whose functions have one version each, in the headers of CUDA 13 and in those before.
const char* const kOfDriversMemory[] = {
    "cuMemcpy", "cuMemcpy2DUnaligned_v2", "cuMemcpy2D_v2", "cuMemcpy3DPeer", "cuMemcpy3D_v2", "cuMemcpyAtoA_v2",
    "cuMemcpyAtoD_v2", "cuMemcpyAtoH_v2", "cuMemcpyDtoA_v2", "cuMemcpyDtoD_v2", "cuMemcpyDtoH_v2", "cuMemcpyHtoA_v2",
    "cuMemcpyHtoD_v2", "cuMemcpyPeer", "cuMemsetD16_v2", "cuMemsetD2D16_v2", "cuMemsetD2D32_v2", "cuMemsetD2D8_v2",
    "cuMemsetD32_v2", "cuMemsetD8_v2"};
const char* const kOfDriversStreams[] = {
    "cuEventRecord", "cuEventRecordWithFlags", "cuGraphInstantiateWithParams", "cuGraphLaunch", "cuGraphUpload",
    "cuGraphicsMapResources", "cuGraphicsUnmapResources", "cuLaunchCooperativeKernel", "cuLaunchHostFunc",
    "cuLaunchKernel", "cuLaunchKernelEx", "cuMemAllocAsync", "cuMemAllocFromPoolAsync", "cuMemBatchDecompressAsync",
    "cuMemDiscardAndPrefetchBatchAsync", "cuMemDiscardBatchAsync", "cuMemFreeAsync", "cuMemMapArrayAsync",
    "cuMemPrefetchAsync", "cuMemPrefetchAsync_v2", "cuMemPrefetchBatchAsync", "cuMemcpy2DAsync_v2",
    "cuMemcpy3DAsync_v2", "cuMemcpy3DBatchAsync", "cuMemcpy3DBatchAsync_v2", "cuMemcpy3DPeerAsync", "cuMemcpyAsync",
    "cuMemcpyAtoHAsync_v2", "cuMemcpyBatchAsync", "cuMemcpyBatchAsync_v2", "cuMemcpyDtoDAsync_v2",
    "cuMemcpyDtoHAsync_v2", "cuMemcpyHtoAAsync_v2", "cuMemcpyHtoDAsync_v2", "cuMemcpyPeerAsync", "cuMemsetD16Async",
    "cuMemsetD2D16Async", "cuMemsetD2D32Async", "cuMemsetD2D8Async", "cuMemsetD32Async", "cuMemsetD8Async",
    "cuSignalExternalSemaphoresAsync", "cuStreamAddCallback", "cuStreamAttachMemAsync", "cuStreamBatchMemOp",
    "cuStreamBatchMemOp_v2", "cuStreamBeginCapture", "cuStreamBeginCaptureToGraph", "cuStreamBeginCapture_v2",
    "cuStreamCopyAttributes", "cuStreamEndCapture", "cuStreamGetAttribute", "cuStreamGetCaptureInfo",
    "cuStreamGetCaptureInfo_v2", "cuStreamGetCaptureInfo_v3", "cuStreamGetCtx", "cuStreamGetCtx_v2",
    "cuStreamGetDevice", "cuStreamGetFlags", "cuStreamGetId", "cuStreamGetPriority", "cuStreamIsCapturing",
    "cuStreamQuery", "cuStreamSetAttribute", "cuStreamSynchronize", "cuStreamUpdateCaptureDependencies",
    "cuStreamUpdateCaptureDependencies_v2", "cuStreamWaitEvent", "cuStreamWaitValue32", "cuStreamWaitValue32_v2",
    "cuStreamWaitValue64", "cuStreamWaitValue64_v2", "cuStreamWriteValue32", "cuStreamWriteValue32_v2",
    "cuStreamWriteValue64", "cuStreamWriteValue64_v2", "cuWaitExternalSemaphoresAsync"};

const char* const kVersions[] = {"9.0", "9.1", "9.2", "10.0", "10.1", "10.2", "11.0", "12", "13"};

// Whether the function is there under this name, for programs of a version: 1 for this one alone, 2 for all.
int presence(const std::string& name, const std::string& version) {
  if (::dlvsym(RTLD_DEFAULT, name.c_str(), ("libcudart.so." + version).c_str())) return 1;
  return ::dlsym(RTLD_DEFAULT, name.c_str()) ? 2 : 0;
}

template <std::size_t count>
bool all_there(const char* const (&names)[count], const char* ending) {
  bool all = true;
  for (const std::string name : names) {
    for (const std::string version : kVersions) {
      const int plain = presence(name, version);
      if (plain != 0 && presence(name + ending, version) == plain) continue;
      std::printf("%s%s of CUDA %s: plain %d\n", name.c_str(), ending, version.c_str(), plain);
      all = false;
    }
  }
  return all;
}

// Each function of the driver that is there has both names, which are the same function, and each other has neither.
template <std::size_t count>
bool same_of_driver(const char* const (&names)[count], const char* ending) {
  bool all = true;
  std::size_t there = 0;
  for (const std::string name : names) {
    const void* const plain = ::dlsym(RTLD_DEFAULT, name.c_str());
    if (plain) ++there;
    if (::dlsym(RTLD_DEFAULT, (name + ending).c_str()) == plain) continue;
    std::printf("%s%s of the driver: plain %d\n", name.c_str(), ending, plain ? 1 : 0);
    all = false;
  }
  expect(there != 0, "functions of the driver");
  return all;
}

// Stream 0 is the thread's.
void capture() {
  using Get2 = int (*)(Stream, int*, unsigned long long*, void**, void* const**, std::size_t*);
  using Get3 = int (*)(Stream, int*, unsigned long long*, void**, void* const**, const void**, std::size_t*);
  const auto get2 = reinterpret_cast<Get2>(::dlsym(RTLD_DEFAULT, "cudaStreamGetCaptureInfo_v2_ptsz"));
  const auto get3 = reinterpret_cast<Get3>(::dlsym(RTLD_DEFAULT, "cudaStreamGetCaptureInfo_v3_ptsz"));
  int status = 0;
  std::size_t count = 0;
  void *memory = nullptr, *graph = nullptr, *found = nullptr;
  void* const* after = nullptr;
  const void* edges = nullptr;
  CHECKED(cudaMalloc(&memory, 4));
  CHECKED(cudaStreamBeginCapture(reinterpret_cast<Stream>(2), 0));
  CHECKED(cudaMemsetAsync_ptsz(memory, 1, 4, nullptr));
  CHECKED(get2(nullptr, &status, nullptr, &found, &after, &count));
  expect(status == 1 && count == 1 && found != nullptr, "the capture of the thread's stream, as of CUDA 11.3");
  count = 0;
  CHECKED(get3(nullptr, &status, nullptr, &graph, &after, &edges, &count));
  expect(status == 1 && count == 1 && graph == found && edges, "the capture of the thread's stream, as of CUDA 12.3");
  CHECKED(cudaStreamEndCapture(reinterpret_cast<Stream>(2), &graph));
}

}  // namespace

int main() {
  const bool of_driver = same_of_driver(kOfDriversMemory, "_ptds") & same_of_driver(kOfDriversStreams, "_ptsz");
  expect(of_driver, "names of the driver in programs with a default stream per thread");
  const bool memory = all_there(kOfMemory, "_ptds"), streams = all_there(kOfStreams, "_ptsz");
  expect(memory && streams, "names of programs with a default stream per thread");
  capture();
  std::printf("PASSED\n");
}
