// The driver's interface: a PTX module loaded at run time, functions found by cuGetProcAddress, a variable found by
// name, one launch with pointers to its arguments and one with a block of arguments.
#include <dlfcn.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "exec/programs/checked.h"
#include "exec/programs/kernels.h"

extern "C" {
int cuInit(unsigned flags);
int cuGetProcAddress_v2(const char* name, void** function, int version, unsigned long long flags, int* status);
int cuDeviceGet(int* device, int ordinal);
int cuCtxCreate_v4(void** context, void* parameters, unsigned flags, int device);
int cuModuleLoadData(void** module, const void* image);
int cuModuleGetFunction(void** function, void* module, const char* name);
int cuModuleGetGlobal_v2(std::uint64_t* address, std::size_t* bytes, void* module, const char* name);
int cuMemcpyHtoD_v2(std::uint64_t to, const void* from, std::size_t bytes);
int cuMemcpyDtoH_v2(void* to, std::uint64_t from, std::size_t bytes);
int cuMemsetD32_v2(std::uint64_t to, unsigned value, std::size_t count);
int cuLaunchKernel(void* function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned dynamic,
                   void* stream, void** arguments, void** extra);
int cuLinkCreate_v2(unsigned count, int* options, void** values, void** state);
int cuLinkAddData_v2(void* state, int kind, const void* data, std::size_t bytes, const char* name, unsigned count,
                     int* options, void** values);
int cuLinkComplete(void* state, void** image, std::size_t* bytes);
int cuLinkDestroy(void* state);
int cudaBindTexture();
}

namespace {

void launch_with_block(void* kernel, std::uint64_t values, int by, int n) {
  struct {
    std::uint64_t values;
    int by, n;
  } block{values, by, n};
  std::size_t bytes = sizeof block;
  void* extra[] = {reinterpret_cast<void*>(1), &block, reinterpret_cast<void*>(2), &bytes, nullptr};
  CHECKED(cuLaunchKernel(kernel, 1, 1, 1, 64, 1, 1, 0, nullptr, nullptr, extra));
}

// values[i] = seven() in one text, the function in another
const std::string kCaller = kHead + R"(.extern .func (.param .b32 r) seven ();
.visible .entry fill(.param .u64 values)
{
  .reg .b32 %r<4>; .reg .b64 %l<6>;
  ld.param.u64 %l1, [values]; cvta.to.global.u64 %l2, %l1;
  mov.u32 %r1, %tid.x; mul.wide.s32 %l3, %r1, 4; add.s64 %l4, %l2, %l3;
  { .param .b32 q; call.uni (q), seven; ld.param.b32 %r2, [q]; }
  st.global.u32 [%l4], %r2;
  ret;
}
)";
const std::string kCalled = kHead + ".visible .func (.param .b32 r) seven () { st.param.b32 [r], 7; ret; }\n";

int linked_value(std::uint64_t memory) {
  void *state = nullptr, *image = nullptr, *module = nullptr, *kernel = nullptr;
  char log[16] = "not written";
  int options[] = {5, 6}, value = 0;  // a buffer for errors and its size
  void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
  CHECKED(cuLinkCreate_v2(2, options, values, &state));
  std::printf("machine code: %d\n", cuLinkAddData_v2(state, 0, "", 1, "", 0, nullptr, nullptr));
  for (const std::string* const text : {&kCaller, &kCalled})
    CHECKED(cuLinkAddData_v2(state, 1, text->c_str(), text->size() + 1, "part", 0, nullptr, nullptr));
  std::size_t bytes = 0;
  CHECKED(cuLinkComplete(state, &image, &bytes));
  CHECKED(cuModuleLoadData(&module, image));
  CHECKED(cuLinkDestroy(state));
  CHECKED(cuModuleGetFunction(&kernel, module, "fill"));
  void* arguments[] = {&memory};
  CHECKED(cuLaunchKernel(kernel, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr));
  CHECKED(cuMemcpyDtoH_v2(&value, memory, sizeof value));
  return log[0] == '\0' ? value : 0;
}

// Programs that load the driver while they run ask for either name.
bool loads(const char* name) {
  void* const library = dlopen(name, RTLD_NOW);
  return library != nullptr && dlsym(library, "cuInit") != nullptr;
}

}  // namespace

int main() {
  void *module = nullptr, *kernel = nullptr, *context = nullptr, *allocate = nullptr;
  int device = 0, status = -1, by = 3, n = 64, values[64];
  std::uint64_t memory = 0, offset = 0;
  std::size_t bytes = 0;
  std::printf("loaded: %d %d\n", loads("libcuda.so"), loads("libcuda.so.1"));
  CHECKED(cuInit(0));
  CHECKED(cuDeviceGet(&device, 0));
  CHECKED(cuCtxCreate_v4(&context, nullptr, 0, device));
  CHECKED(cuGetProcAddress_v2("cuMemAlloc", &allocate, 13000, 0, &status));
  CHECKED(reinterpret_cast<int (*)(std::uint64_t*, std::size_t)>(allocate)(&memory, sizeof values));
  const std::string ptx = kHead + kScale;
  CHECKED(cuModuleLoadData(&module, ptx.c_str()));
  CHECKED(cuModuleGetFunction(&kernel, module, "scale"));
  CHECKED(cuModuleGetGlobal_v2(&offset, &bytes, module, "offset"));
  CHECKED(cuMemcpyHtoD_v2(offset, &by, bytes));
  CHECKED(cuMemsetD32_v2(memory, 10, 64));
  void* arguments[] = {&memory, &by, &n};
  CHECKED(cuLaunchKernel(kernel, 1, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr));
  launch_with_block(kernel, memory, 2, 32);
  CHECKED(cuMemcpyDtoH_v2(values, memory, sizeof values));
  std::printf("%d %d, %d bytes, status %d\n", values[0], values[63], static_cast<int>(bytes), status);
  std::printf("linked: %d\n", linked_value(memory));
  void* none = nullptr;
  std::printf("no such kernel: %d\n", cuModuleGetFunction(&none, module, "nothing"));
  std::printf("not PTX: %d\n", cuModuleLoadData(&module, "this is no PTX"));
  std::printf("not here: %d\n", cudaBindTexture());
  return values[0] == (10 * 3 + 3) * 2 + 3 && values[63] == 33 ? 0 : 1;
}
