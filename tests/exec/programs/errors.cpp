// Faulty calls return an error and the program goes on; it prints the name of each error. The last one makes the device
// unusable. With the argument "beside" a kernel only reads and writes just beside a buffer; with "refused" the program
// only launches a block of 1,024 threads, which a small SM has too few registers for; with "crash" it ends by a signal.
#include "exec/programs/kernels.h"
#include "exec/programs/runtime.h"

#include <cstring>

namespace {

void add_stub() {}
void missing_stub() {}
const void* const kAddStub = reinterpret_cast<const void*>(add_stub);
Module module(kHead + kAdd, 75, containers::Packing::kLz4);

int registered = (module.kernel(kAddStub, "add")
                      .kernel(reinterpret_cast<const void*>(missing_stub), "missing").end(), 0);

void show(const char* what, int error) { std::printf("%s: %s\n", what, cudaGetErrorName(error)); }

}  // namespace

int main(int count, char** words) {
  const std::string how = count > 1 ? words[1] : "";
  void* some = nullptr;
  CHECKED(cudaMalloc(&some, 4 * 64));
  if (how == "beside") {
    show("beside", launch(kAddStub, 1, 128, 0, nullptr, some, some, some, 80));
    show("afterwards", cudaDeviceSynchronize());
    return 7 + registered;
  }
  if (how == "refused") {
    show("many registers", launch(kAddStub, 1, 1024, 0, nullptr, some, some, some, 64));
    return 0;
  }
  if (how == "crash") std::abort();
  show("no blocks", launch(kAddStub, 0, 128, 0, nullptr, some, some, some, 64));
  show("last error", cudaGetLastError());
  show("forgotten", cudaGetLastError());
  show("too many threads", launch(kAddStub, 1, 2048, 0, nullptr, some, some, some, 64));
  show("too much scratchpad", launch(kAddStub, 1, 32, 1 << 24, nullptr, some, some, some, 64));
  show("no such kernel", launch(reinterpret_cast<const void*>(missing_stub), 1, 32, 0, nullptr));
  show("not registered", launch(reinterpret_cast<const void*>(&show), 1, 32, 0, nullptr));
  show("a copy beside", cudaMemcpy(static_cast<char*>(some) + 200, words, 64, kToDevice));
  void* much = nullptr;
  show("too much memory", cudaMalloc(&much, std::size_t{1} << 45));
  show("a wrong pointer", cudaFree(words));
  show("fine", launch(kAddStub, 1, 64, 0, nullptr, some, some, some, 64));
  show("beside", launch(kAddStub, 4, 128, 0, nullptr, some, some, some, 512));
  show("afterwards", cudaDeviceSynchronize());
  show("and on", cudaMalloc(&much, 4));
  cudaGetLastError();
  show("not forgotten", cudaGetLastError());
  return 7;
}
