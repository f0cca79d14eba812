// The driver's interface: an array of pairs of bytes that two- and three-dimensional copies fill and a texture reads as
// normalized numbers, and memory that is mapped at reserved addresses, first at one, then at another.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "exec/programs/checked.h"
#include "exec/programs/kernels.h"

using Address = std::uint64_t;

namespace {

// void fetch(texture, float* out): out[2i], out[2i + 1] = the pair at i % 4 + 0.5, i / 4 + 0.5.
// void count(int* values): values[i] += i
const std::string kKernels = kHead + R"(.visible .entry fetch(.param .u64 texture, .param .u64 out)
{
  .reg .b32 %r<4>; .reg .f32 %f<10>; .reg .b64 %l<6>;
  ld.param.u64 %l1, [texture]; ld.param.u64 %l2, [out];
  mov.u32 %r1, %tid.x; and.b32 %r2, %r1, 3; shr.u32 %r3, %r1, 2;
  cvt.rn.f32.u32 %f1, %r2; cvt.rn.f32.u32 %f2, %r3;
  add.f32 %f1, %f1, 0f3F000000; add.f32 %f2, %f2, 0f3F000000;
  tex.2d.v4.f32.f32 {%f3, %f4, %f5, %f6}, [%l1, {%f1, %f2}];
  cvta.to.global.u64 %l3, %l2; mul.wide.u32 %l4, %r1, 8; add.s64 %l5, %l3, %l4;
  st.global.v2.f32 [%l5], {%f3, %f4};
  ret;
}
.visible .entry count(.param .u64 values)
{
  .reg .b32 %r<4>; .reg .b64 %l<6>;
  ld.param.u64 %l1, [values]; cvta.to.global.u64 %l2, %l1;
  mov.u32 %r1, %tid.x; mul.wide.u32 %l3, %r1, 4; add.s64 %l4, %l2, %l3;
  ld.global.u32 %r2, [%l4]; add.u32 %r2, %r2, %r1; st.global.u32 [%l4], %r2;
  ret;
}
)";

struct ArrayDescription {
  std::size_t width, height;
  int format;
  unsigned channels;
};
struct Place {
  std::size_t x, y;
  int type;  // 1 host, 2 device, 3 array
  const void* host;
  Address device;
  void* array;
  std::size_t pitch;
};
struct Copy {
  Place from, to;
  std::size_t bytes, rows;
};
struct Place3D {
  std::size_t x, y, z, level;
  int type;
  const void* host;
  Address device;
  void* array;
  void* reserved;
  std::size_t pitch, height;
};
struct Copy3D {
  Place3D from, to;
  std::size_t bytes, rows, slices;
};
struct Resource {
  int kind;
  void* array;
  char rest[128];
};
struct Texture {
  int outside[3], filter;
  unsigned flags;
  char rest[84];
};
struct Properties {
  int type, shared_as, location_type, location, rest[4];
};
struct Access {
  int location_type, location, flags;
};
static_assert(sizeof(Copy) == 128 && sizeof(Copy3D) == 200 && sizeof(Resource) == 144 && sizeof(Texture) == 104);
static_assert(sizeof(Properties) == 32 && sizeof(Access) == 12);

}  // namespace

extern "C" {
int cuInit(unsigned flags);
int cuCtxCreate_v4(void** context, void* parameters, unsigned flags, int device);
int cuDeviceGetAttribute(int* value, int attribute, int device);
int cuModuleLoadData(void** module, const void* image);
int cuModuleGetFunction(void** function, void* module, const char* name);
int cuLaunchKernel(void* function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned dynamic,
                   void* stream, void** arguments, void** extra);
int cuMemAlloc_v2(Address* address, std::size_t bytes);
int cuMemcpyDtoH_v2(void* to, Address from, std::size_t bytes);
int cuMemsetD32_v2(Address to, unsigned value, std::size_t count);
int cuArrayCreate_v2(void** array, const ArrayDescription* description);
int cuArrayGetDescriptor_v2(ArrayDescription* description, void* array);
int cuArrayDestroy(void* array);
int cuMemcpy2D_v2(const Copy* copy);
int cuMemcpy3D_v2(const Copy3D* copy);
int cuTexObjectCreate(unsigned long long* object, const Resource*, const Texture*, const void* view);
int cuTexObjectDestroy(unsigned long long object);
int cuMemGetAllocationGranularity(std::size_t* bytes, const Properties* properties, int which);
int cuMemAddressReserve(Address* address, std::size_t bytes, std::size_t align, Address, unsigned long long);
int cuMemAddressFree(Address address, std::size_t bytes);
int cuMemCreate(unsigned long long* handle, std::size_t bytes, const Properties* properties, unsigned long long);
int cuMemRelease(unsigned long long handle);
int cuMemMap(Address address, std::size_t bytes, std::size_t offset, unsigned long long handle, unsigned long long);
int cuMemUnmap(Address address, std::size_t bytes);
int cuMemSetAccess(Address address, std::size_t bytes, const Access* access, std::size_t count);
}

namespace {

void launch(void* kernel, unsigned threads, void** arguments) {
  CHECKED(cuLaunchKernel(kernel, 1, 1, 1, threads, 1, 1, 0, nullptr, arguments, nullptr));
}

// 4 x 4 pairs: the upper two rows by a copy of two dimensions, the lower two by one of three.
int wrong_texels(void* fetch) {
  unsigned char texels[4][4][2];
  for (int i = 0; i < 32; ++i) texels[i / 8][i / 2 % 4][i % 2] = static_cast<unsigned char>(i * 8);
  const ArrayDescription asked{4, 4, 1, 2};
  ArrayDescription got{};
  void* array = nullptr;
  CHECKED(cuArrayCreate_v2(&array, &asked));
  CHECKED(cuArrayGetDescriptor_v2(&got, array));
  Copy upper{{0, 0, 1, texels, 0, nullptr, 8}, {0, 0, 3, nullptr, 0, array, 0}, 8, 2};
  CHECKED(cuMemcpy2D_v2(&upper));
  const Place3D from{0, 2, 0, 0, 1, texels, 0, nullptr, nullptr, 8, 4};
  const Copy3D lower{from, {0, 2, 0, 0, 3, nullptr, 0, array, nullptr, 0, 0}, 8, 2, 1};
  CHECKED(cuMemcpy3D_v2(&lower));
  Resource resource{};
  resource.array = array;
  const Texture texture{};  // bytes become numbers from 0 to 1
  unsigned long long object = 0;
  CHECKED(cuTexObjectCreate(&object, &resource, &texture, nullptr));
  Address out = 0;
  float values[32];
  CHECKED(cuMemAlloc_v2(&out, sizeof values));
  void* arguments[] = {&object, &out};
  launch(fetch, 16, arguments);
  CHECKED(cuMemcpyDtoH_v2(values, out, sizeof values));
  CHECKED(cuTexObjectDestroy(object));
  CHECKED(cuArrayDestroy(array));
  int wrong = got.width != 4 || got.height != 4 || got.format != 1 || got.channels != 2;
  for (int i = 0; i < 32; ++i) wrong += values[i] != static_cast<float>(i * 8) / 255.0f;
  return wrong;
}

int wrong_after_moving(void* count) {
  const Properties properties{1, 0, 1, 0, {}};
  const Access access{1, 0, 3};
  std::size_t bytes = 0;
  CHECKED(cuMemGetAllocationGranularity(&bytes, &properties, 0));
  Address first = 0, second = 0;
  CHECKED(cuMemAddressReserve(&first, 2 * bytes, 0, 0, 0));
  CHECKED(cuMemAddressReserve(&second, bytes, std::size_t{8} << 20, 0, 0));
  if (first % bytes != 0 || second % (std::size_t{8} << 20) != 0) std::printf("not aligned\n");
  unsigned long long memory = 0, other = 0;
  CHECKED(cuMemCreate(&memory, bytes, &properties, 0));
  CHECKED(cuMemCreate(&other, bytes, &properties, 0));
  std::printf("access before a map: %d\n", cuMemSetAccess(first, bytes, &access, 1));
  CHECKED(cuMemMap(first, bytes, 0, other, 0));
  CHECKED(cuMemMap(first + bytes, bytes, 0, memory, 0));
  CHECKED(cuMemSetAccess(first, 2 * bytes, &access, 1));
  std::printf("mapped twice: %d\n", cuMemMap(second, bytes, 0, memory, 0));
  std::printf("freed while mapped: %d\n", cuMemAddressFree(first, 2 * bytes));
  Address values = first + bytes;
  CHECKED(cuMemsetD32_v2(values, 5, 64));
  void* arguments[] = {&values};
  launch(count, 64, arguments);
  CHECKED(cuMemUnmap(first, 2 * bytes));
  CHECKED(cuMemAddressFree(first, 2 * bytes));
  CHECKED(cuMemMap(second, bytes, 0, memory, 0));
  CHECKED(cuMemRelease(memory));
  values = second;
  launch(count, 64, arguments);
  int got[64], wrong = 0;
  CHECKED(cuMemcpyDtoH_v2(got, second, sizeof got));
  for (int i = 0; i < 64; ++i) wrong += got[i] != 5 + 2 * i;
  CHECKED(cuMemUnmap(second, bytes));
  CHECKED(cuMemAddressFree(second, bytes));
  std::printf("released twice: %d\n", cuMemRelease(memory));
  CHECKED(cuMemRelease(other));
  return wrong;
}

}  // namespace

int main() {
  void *context = nullptr, *module = nullptr, *fetch = nullptr, *count = nullptr;
  int mapping = 0;
  CHECKED(cuInit(0));
  CHECKED(cuCtxCreate_v4(&context, nullptr, 0, 0));
  CHECKED(cuDeviceGetAttribute(&mapping, 102, 0));
  CHECKED(cuModuleLoadData(&module, kKernels.c_str()));
  CHECKED(cuModuleGetFunction(&fetch, module, "fetch"));
  CHECKED(cuModuleGetFunction(&count, module, "count"));
  const int texels = wrong_texels(fetch), moved = wrong_after_moving(count);
  std::printf("%d, wrong: %d %d\n", mapping, texels, moved);
  return texels != 0 || moved != 0;
}
