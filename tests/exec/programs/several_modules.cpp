// Two fat binaries, as two sources with templates give: kernels with the same name, each with its own module's
// variable, for several architectures and compressed in different ways. With an argument one of them is registered
// again.
#include "exec/programs/kernels.h"
#include "exec/programs/runtime.h"

namespace {

void one_stub() {}
void other_stub() {}
const void* const kOne = reinterpret_cast<const void*>(one_stub);
const void* const kOther = reinterpret_cast<const void*>(other_stub);
int one_offset, other_offset;
Module one(kHead + kScale, 80, containers::Packing::kPlain);
Module other(kHead + kScale, 52, containers::Packing::kLz4);
int registered = (one.kernel(kOne, "scale").variable(&one_offset, "offset", 4).end(),
                  other.kernel(kOther, "scale").variable(&other_offset, "offset", 4).end(), 0);

int scaled(const void* stub, int value) {
  int* values = nullptr;
  int result[32];
  for (int& one : result) one = value;
  CHECKED(cudaMalloc(reinterpret_cast<void**>(&values), sizeof result));
  CHECKED(cudaMemcpy(values, result, sizeof result, kToDevice));
  CHECKED(launch(stub, 1, 32, 0, nullptr, values, 2, 32));
  CHECKED(cudaMemcpy(result, values, sizeof result, kToHost));
  CHECKED(cudaFree(values));
  return result[31];
}

}  // namespace

int main(int count, char**) {
  const int hundred = 100, thousand = 1000;
  CHECKED(cudaMemcpyToSymbol(&one_offset, &hundred, sizeof hundred, 0, kToDevice));
  CHECKED(cudaMemcpyToSymbol(&other_offset, &thousand, sizeof thousand, 0, kToDevice));
  std::printf("%d %d\n", scaled(kOne, 4), scaled(kOther, 4));
  if (count == 1) return registered;
  // As if a library was closed and opened again at the same addresses.
  const int five = 5;
  static Module again(kHead + kScale);
  again.kernel(kOne, "scale").variable(&one_offset, "offset", 4).end();
  CHECKED(cudaMemcpyToSymbol(&one_offset, &five, sizeof five, 0, kToDevice));
  std::printf("again: %d\n", scaled(kOne, 4));
  return registered;
}
