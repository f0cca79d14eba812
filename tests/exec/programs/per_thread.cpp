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
  const bool memory = all_there(kOfMemory, "_ptds"), streams = all_there(kOfStreams, "_ptsz");
  expect(memory && streams, "names of programs with a default stream per thread");
  capture();
  std::printf("PASSED\n");
}
