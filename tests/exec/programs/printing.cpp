// Text that kernels print appears between the texts that the program prints before and after the launch.
#include "exec/programs/kernels.h"
#include "exec/programs/runtime.h"

namespace {

void hello_stub() {}
const void* const kStub = reinterpret_cast<const void*>(hello_stub);
Module module(kHead + kHello, 52, containers::Packing::kPlain);

int registered = (module.kernel(kStub, "hello").end(), 0);

}  // namespace

int main() {
  std::printf("before\n");
  CHECKED(launch(kStub, 2, 2, 0, nullptr));
  CHECKED(cudaDeviceSynchronize());
  std::printf("after\n");
  return registered;
}
