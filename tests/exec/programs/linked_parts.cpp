// Two sources compiled by nvcc -rdc=true: a kernel that uses functions and variables of the other part, names that both
// have for themselves, weak ones, and nvcc's library with PTX for a later architecture alone. "twice": both parts
// define a name.
#include "exec/programs/kernels.h"
#include "exec/programs/runtime.h"

#include <cstring>

namespace {

// out[i] = twice(i) + shared_value + hidden + through(i), where `through` points to a function
const std::string kOne = kHead + R"(
.extern .func (.param .b32 r) twice (.param .b32 x);
.global .align 4 .u32 hidden = 5;
.weak .global .align 4 .u32 calls;
.extern .global .align 4 .u32 shared_value;
.extern .global .align 8 .b64 through;
.visible .entry mix(.param .u64 out)
{
  .reg .b32 %r<10>; .reg .b64 %l<6>;
  ld.param.u64 %l1, [out]; cvta.to.global.u64 %l2, %l1;
  mov.u32 %r1, %tid.x; mul.wide.s32 %l3, %r1, 4; add.s64 %l4, %l2, %l3;
  { .param .b32 p; .param .b32 q; st.param.b32 [p], %r1; call.uni (q), twice, (p); ld.param.b32 %r2, [q]; }
  ld.global.u32 %r3, [shared_value]; add.s32 %r2, %r2, %r3;
  ld.global.u32 %r3, [hidden]; add.s32 %r2, %r2, %r3;
  ld.global.u64 %l5, [through];
  { .param .b32 p; .param .b32 q; st.param.b32 [p], %r1;
    shape: .callprototype (.param .b32 _) _ (.param .b32 _);
    call (q), %l5, (p), shape; ld.param.b32 %r3, [q]; }
  add.s32 %r2, %r2, %r3; st.global.u32 [%l4], %r2;
  ret;
}
)";
const std::string kOther = kHead + R"(
.visible .global .align 4 .u32 shared_value = 7;
.global .align 4 .u32 hidden = 50;
.weak .global .align 4 .u32 calls;
.visible .global .align 8 .u64 through = twice;
.visible .func (.param .b32 r) twice (.param .b32 x)
{
  .reg .b32 %r<6>;
  ld.param.u32 %r1, [x]; shl.b32 %r2, %r1, 1; ld.global.u32 %r3, [hidden]; add.s32 %r2, %r2, %r3;
  atom.global.add.u32 %r4, [calls], 1;
  st.param.b32 [r], %r2;
  ret;
}
)" + kScale;
const std::string kLater = ".version 9.0\n.target sm_121\n.address_size 64\n.visible .func twice() { not PTX; }\n";

std::string container_of(const std::string& text, unsigned architecture) {
  return containers::container(containers::entry(text, architecture, containers::Packing::kZstd));
}

const std::string kParts[] = {container_of(kOne, 80), container_of(kOther, 80), container_of(kLater, 121)};
const std::string kSame[] = {container_of(kHead + kAdd, 80), container_of(kHead + kAdd, 80)};
const std::string kEmpty = containers::container("");

struct Wrapper {
  unsigned magic = 0x466243b1, version = 2;
  const char* container = kEmpty.data();
  const char* const* parts = nullptr;
};
const char* const kList[] = {kParts[0].data(), kParts[1].data(), kParts[2].data(), nullptr};
const char* const kSameList[] = {kSame[0].data(), kSame[1].data(), nullptr};
Wrapper linked{0x466243b1, 2, kEmpty.data(), kList}, same{0x466243b1, 2, kEmpty.data(), kSameList};

void mix_stub() { std::puts("mix"); }
void scale_stub() { std::puts("scale"); }
void add_stub() { std::puts("add"); }
int shared_value, calls;

void add_kernel(void** module, void (*stub)(), const char* name) {
  __cudaRegisterFunction(module, reinterpret_cast<const char*>(stub), nullptr, name, -1, nullptr, nullptr, nullptr,
                         nullptr, nullptr);
}
void add_variable(void** module, int& shadow, const char* name) {
  __cudaRegisterVar(module, reinterpret_cast<char*>(&shadow), nullptr, name, 0, sizeof shadow, 0, 0);
}

int registered = [] {
  void** const module = __cudaRegisterFatBinary(&linked);
  add_kernel(module, mix_stub, "mix");
  add_kernel(module, scale_stub, "scale");
  add_variable(module, shared_value, "shared_value");
  add_variable(module, calls, "calls");
  __cudaRegisterFatBinaryEnd(module);
  add_kernel(__cudaRegisterFatBinary(&same), add_stub, "add");
  return 0;
}();

const void* key(void (*stub)()) { return reinterpret_cast<const void*>(stub); }

}  // namespace

int main(int count, char** words) {
  int* out = nullptr;
  if (count > 1 && std::strcmp(words[1], "twice") == 0) {
    std::puts(cudaGetErrorName(launch(key(add_stub), 1, 32, 0, nullptr, out, out, out, 0)));
    return 7;
  }
  const int eight = 8;
  int result[2], called = 0;
  CHECKED(cudaMalloc(reinterpret_cast<void**>(&out), 4 * 32));
  CHECKED(cudaMemcpyToSymbol(&shared_value, &eight, sizeof eight, 0, kToDevice));
  CHECKED(launch(key(mix_stub), 1, 32, 0, nullptr, out));
  CHECKED(launch(key(scale_stub), 1, 32, 0, nullptr, out, 10, 1));
  CHECKED(cudaMemcpy(result, out, sizeof result, kToHost));
  CHECKED(cudaMemcpyFromSymbol(&called, &calls, sizeof called, 0, kToHost));
  std::printf("%d %d, %d calls\n", result[0], result[1], called);
  return registered;
}
