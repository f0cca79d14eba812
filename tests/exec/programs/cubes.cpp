// Cube maps: an array of six faces, and one of twelve, copied in three dimensions and read by directions.
#include "exec/programs/copy_types.h"
#include "exec/programs/kernels.h"
#include "exec/programs/runtime.h"
#include "exec/programs/texture_types.h"

#include <cstring>

namespace {

// void look(texture cube, texture cubes, float4* directions, float2* out): thread i reads the first cube in its
// direction, and the second of several cubes.
const char* const kLook = R"(
.visible .entry look(.param .u64 cube, .param .u64 cubes, .param .u64 directions, .param .u64 out)
{
  .reg .b32 %r<4>; .reg .f32 %f<16>; .reg .b64 %l<12>;
  ld.param.u64 %l1, [cube]; ld.param.u64 %l2, [cubes]; ld.param.u64 %l3, [directions]; ld.param.u64 %l4, [out];
  mov.u32 %r1, %tid.x; mul.wide.u32 %l5, %r1, 16; add.s64 %l3, %l3, %l5;
  ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%l3];
  tex.cube.v4.f32.f32 {%f5, %f6, %f7, %f8}, [%l1, {%f1, %f2, %f3, %f4}];
  mov.u32 %r2, 1;
  tex.acube.v4.f32.f32 {%f9, %f10, %f11, %f12}, [%l2, {%r2, %f1, %f2, %f3}];
  mul.wide.u32 %l6, %r1, 8; add.s64 %l4, %l4, %l6;
  st.global.v2.f32 [%l4], {%f5, %f9};
  ret;
}
)";

constexpr int kSide = 4, kFace = kSide * kSide, kTexels = 6 * kFace;
constexpr unsigned kLayered = 1, kCubeMap = 4;

void look_stub() {}
const void* const kStub = reinterpret_cast<const void*>(look_stub);
Module module(kHead + kLook);
int registered = (module.kernel(kStub, "look").end(), 0);

}  // namespace

extern "C" {
int cudaMalloc3DArray(void** array, const Format* format, Extent extent, unsigned flags);
int cudaFreeArray(void* array);
int cudaMemcpy3D(const Copy3D* copy);
int cudaCreateTextureObject(unsigned long long* object, const Resource* resource, const Reading* reading,
                            const void* view);
}

namespace {

unsigned long long texture_of(std::vector<float>& texels, std::size_t faces, unsigned flags) {
  const Format format{32, 0, 0, 0, 2};
  Resource resource{};
  CHECKED(cudaMalloc3DArray(&resource.array, &format, {kSide, kSide, faces}, flags));
  Copy3D copy{};
  copy.from_memory = {texels.data(), kSide * sizeof(float), kSide, kSide};
  copy.to_array = resource.array;
  copy.extent = {kSide, kSide, faces};
  copy.kind = kToDevice;
  CHECKED(cudaMemcpy3D(&copy));
  Reading reading{};
  reading.normalized = 1;
  unsigned long long texture = 0;
  CHECKED(cudaCreateTextureObject(&texture, &resource, &reading, nullptr));
  return texture;
}

// Through the middle of each texel, by the programming guide's table: s / m and t / m of each face.
std::vector<float> directions() {
  std::vector<float> all;
  for (int i = 0; i < kTexels; ++i) {
    const float s = (static_cast<float>(i % kSide) + 0.5f) / kSide * 2 - 1;
    const float t = (static_cast<float>(i / kSide % kSide) + 0.5f) / kSide * 2 - 1;
    const float rays[6][3] = {{1, -t, -s}, {-1, -t, s}, {s, 1, t}, {s, -1, -t}, {s, -t, 1}, {-s, -t, -1}};
    const float* const ray = rays[i / kFace];
    for (int axis = 0; axis < 3; ++axis) all.push_back(ray[axis] * static_cast<float>(1 + i % 5));
    all.push_back(0);
  }
  return all;
}

}  // namespace

int main() {
  std::vector<float> one, two, rays = directions();
  for (int i = 0; i < kTexels; ++i) one.push_back(static_cast<float>(i));
  for (int i = 0; i < 2 * kTexels; ++i) two.push_back(static_cast<float>(1000 + i));
  const unsigned long long cube = texture_of(one, 6, kCubeMap), cubes = texture_of(two, 12, kCubeMap | kLayered);
  void *array = nullptr, *from = nullptr, *to = nullptr;
  const Format format{32, 0, 0, 0, 2};
  std::printf("no square: %d, five faces: %d\n", cudaMalloc3DArray(&array, &format, {4, 3, 6}, kCubeMap),
              cudaMalloc3DArray(&array, &format, {4, 4, 5}, kCubeMap));
  std::vector<float> out(2 * kTexels);
  CHECKED(cudaMalloc(&from, rays.size() * sizeof(float)));
  CHECKED(cudaMalloc(&to, out.size() * sizeof(float)));
  CHECKED(cudaMemcpy(from, rays.data(), rays.size() * sizeof(float), kToDevice));
  CHECKED(launch(kStub, 1, kTexels, 0, nullptr, cube, cubes, from, to));
  CHECKED(cudaMemcpy(out.data(), to, out.size() * sizeof(float), kToHost));
  int wrong = registered;
  for (std::size_t i = 0; i < kTexels; ++i) wrong += out[2 * i] != one[i] || out[2 * i + 1] != two[kTexels + i];
  std::printf(wrong == 0 ? "PASSED\n" : "FAILED: %d\n", wrong);
  return wrong != 0;
}
