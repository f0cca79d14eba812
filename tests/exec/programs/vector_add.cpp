// The usual first CUDA program: it adds two vectors, checks the sum and prints PASSED.
#include "exec/programs/kernels.h"
#include "exec/programs/runtime.h"

namespace {

void add_stub() {}
Module module(kHead + kAdd);

int registered = (module.kernel(reinterpret_cast<const void*>(add_stub), "add").end(), 0);

}  // namespace

int main() {
  constexpr int n = 10000;
  constexpr std::size_t bytes = n * sizeof(float);
  std::vector<float> a(n), b(n), c(n);
  for (int i = 0; i < n; ++i) {
    a[i] = static_cast<float>(i);
    b[i] = static_cast<float>(2 * i);
  }
  void *da = nullptr, *db = nullptr, *dc = nullptr;
  CHECKED(cudaMalloc(&da, bytes));
  CHECKED(cudaMalloc(&db, bytes));
  CHECKED(cudaMalloc(&dc, bytes));
  CHECKED(cudaMemcpy(da, a.data(), bytes, kToDevice));
  CHECKED(cudaMemcpy(db, b.data(), bytes, kToDevice));
  CHECKED(launch(reinterpret_cast<const void*>(add_stub), (n + 255) / 256, 256, 0, nullptr, da, db, dc, n));
  CHECKED(cudaDeviceSynchronize());
  CHECKED(cudaMemcpy(c.data(), dc, bytes, kToHost));
  for (void* const one : {da, db, dc}) CHECKED(cudaFree(one));
  int wrong = registered;
  for (int i = 0; i < n; ++i) wrong += c[i] != a[i] + b[i];
  std::printf(wrong == 0 ? "PASSED\n" : "FAILED: %d\n", wrong);
  return wrong != 0;
}
