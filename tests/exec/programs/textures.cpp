// A texture over an array that is written by a two-dimensional copy. Coordinates beyond its border are clamped.
#include "exec/programs/kernels.h"
#include "exec/programs/runtime.h"
#include "exec/programs/texture_types.h"

#include <cstring>

namespace {

// void fetch(texture, float* out): out[i] = tex2D(texture, i % 8 + 0.5, i / 8 + 0.5), rows of 8.
const char* const kFetch = R"(.visible .entry fetch(.param .u64 texture, .param .u64 out)
{
  .reg .b32 %r<4>; .reg .f32 %f<10>; .reg .b64 %l<6>;
  ld.param.u64 %l1, [texture]; ld.param.u64 %l2, [out];
  mov.u32 %r1, %tid.x; and.b32 %r2, %r1, 7; shr.u32 %r3, %r1, 3;
  cvt.rn.f32.u32 %f1, %r2; cvt.rn.f32.u32 %f2, %r3;
  add.f32 %f1, %f1, 0f3F000000; add.f32 %f2, %f2, 0f3F000000;
  tex.2d.v4.f32.f32 {%f3, %f4, %f5, %f6}, [%l1, {%f1, %f2}];
  cvta.to.global.u64 %l3, %l2; mul.wide.u32 %l4, %r1, 4; add.s64 %l5, %l3, %l4;
  st.global.f32 [%l5], %f3;
  ret;
}
)";


void fetch_stub() {}
const void* const kStub = reinterpret_cast<const void*>(fetch_stub);
Module module(kHead + kFetch);
int registered = (module.kernel(kStub, "fetch").end(), 0);

}  // namespace

extern "C" {
Format cudaCreateChannelDesc(int x, int y, int z, int w, int kind);
int cudaMallocArray(void** array, const Format* format, std::size_t width, std::size_t height, unsigned flags);
int cudaFreeArray(void* array);
int cudaMemcpy2DToArray(void* array, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
                        std::size_t bytes, std::size_t rows, int kind);
int cudaCreateTextureObject(unsigned long long* object, const Resource* resource, const Reading* reading,
                            const void* view);
int cudaDestroyTextureObject(unsigned long long object);
}

int main() {
  float texels[4][4], out[32];
  for (int i = 0; i < 16; ++i) texels[i / 4][i % 4] = static_cast<float>(i);
  const Format format = cudaCreateChannelDesc(32, 0, 0, 0, 2);
  void *array = nullptr, *device = nullptr;
  CHECKED(cudaMallocArray(&array, &format, 4, 4, 0));
  CHECKED(cudaMemcpy2DToArray(array, 0, 0, texels, sizeof texels[0], sizeof texels[0], 4, kToDevice));
  CHECKED(cudaMalloc(&device, sizeof out));
  Resource resource{};
  resource.array = array;
  Reading reading{};
  for (int& one : reading.outside) one = 1;
  unsigned long long texture = 0;
  CHECKED(cudaCreateTextureObject(&texture, &resource, &reading, nullptr));
  CHECKED(launch(kStub, 1, 32, 0, nullptr, texture, device));
  CHECKED(cudaMemcpy(out, device, sizeof out, kToHost));
  int wrong = registered;
  for (int i = 0; i < 32; ++i) wrong += out[i] != texels[i / 8][i % 8 < 4 ? i % 8 : 3];
  CHECKED(cudaDestroyTextureObject(texture));
  CHECKED(cudaFreeArray(array));
  std::printf(wrong == 0 ? "PASSED\n" : "FAILED: %d\n", wrong);
  return wrong != 0;
}
