// Host memory registered by the program: kernels read and write these bytes directly, bytes beside them stay unchanged,
// and a child process has its own copy.
#include "exec/programs/expect.h"
#include "exec/programs/kernels.h"
#include "exec/programs/runtime.h"

#include <sys/wait.h>
#include <unistd.h>

extern "C" {
int cudaHostRegister(void* pointer, std::size_t bytes, unsigned flags);
int cudaHostUnregister(void* pointer);
int cudaHostGetDevicePointer(void** device, void* host, unsigned flags);
}

namespace {

void add_stub() {}
const void* const kStub = reinterpret_cast<const void*>(add_stub);
Module module(kHead + kAdd);
int registered = (module.kernel(kStub, "add").end(), 0);

constexpr int kCount = 5000;
// Not aligned to pages, at either end.
float a[kCount + 3], b[kCount];
alignas(4096) float c[8192];

float* on_device(void* host) {
  void* device = nullptr;
  CHECKED(cudaHostGetDevicePointer(&device, host, 0));
  return static_cast<float*>(device);
}

void add(const float* one, const float* other, float* sum) {
  CHECKED(launch(kStub, 40, 128, 0, nullptr, one, other, sum, kCount));
  CHECKED(cudaDeviceSynchronize());
}

void errors() {
  void* device = nullptr;
  std::printf("nothing: %s\n", cudaGetErrorName(cudaHostRegister(nullptr, 4, 0)));
  std::printf("no bytes: %s\n", cudaGetErrorName(cudaHostRegister(a, 0, 0)));
  std::printf("twice: %s\n", cudaGetErrorName(cudaHostRegister(a + 5, 4, 0)));
  std::printf("not registered: %s\n", cudaGetErrorName(cudaHostUnregister(&device)));
  std::printf("no address: %s\n", cudaGetErrorName(cudaHostGetDevicePointer(&device, &device, 0)));
}

// The child sees the sum; what it writes afterwards is not visible to the parent.
void child() {
  const pid_t pid = ::fork();
  if (pid == 0) {
    const bool right = c[7] == 21;
    c[7] = -1;
    ::_exit(right ? 0 : 1);
  }
  int status = 0;
  expect(::waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0, "a child's memory");
  expect(c[7] == 21, "the parent's memory behind a child");
}

}  // namespace

int main() {
  a[0] = a[kCount + 2] = 77;  // on the registered pages, but outside of the registered bytes
  for (int i = 0; i < kCount; ++i) a[i + 1] = static_cast<float>(i);
  for (int i = 0; i < kCount; ++i) b[i] = static_cast<float>(2 * i);
  // Aligned to pages: a page can be registered only once.
  alignas(4096) static float own[8192];
  float* const one = own + 1;
  for (int i = 0; i < kCount; ++i) one[i] = a[i + 1];
  own[0] = 77;
  CHECKED(cudaHostRegister(a, sizeof a, 0));
  errors();
  CHECKED(cudaHostUnregister(a));
  expect(a[0] == 77 && a[kCount + 2] == 77 && a[kCount] == kCount - 1, "memory that is registered no more");
  CHECKED(cudaHostRegister(one, kCount * sizeof(float), 0));
  CHECKED(cudaHostRegister(c, kCount * sizeof(float), 2));
  float* device_b = nullptr;
  CHECKED(cudaMalloc(reinterpret_cast<void**>(&device_b), sizeof b));
  CHECKED(cudaMemcpy(device_b, b, sizeof b, kToDevice));
  add(on_device(one), device_b, on_device(c));
  for (int i = 0; i < kCount; ++i) expect(c[i] == static_cast<float>(3 * i), "what a kernel has written");
  child();
  one[7] = 100;  // without a call between
  add(on_device(one), device_b, on_device(c));
  expect(c[7] == 114, "what the host has written");
  expect(own[0] == 77, "what lies beside");
  CHECKED(cudaMemcpy(on_device(one), b, sizeof b, kToDevice));
  expect(one[9] == 18, "a copy to the device's address");
  CHECKED(cudaHostUnregister(one));
  CHECKED(cudaHostUnregister(c));
  expect(c[kCount - 1] == 3 * (kCount - 1), "memory that is registered no more");
  std::printf("PASSED\n");
  return registered;
}
