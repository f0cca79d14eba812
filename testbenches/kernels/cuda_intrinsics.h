// Further CUDA functions, for clang only: the functions that the regression kernels use and workloads/cuda_device.h
// lacks. nvcc has its own.
#pragma once

#define __noinline__ __attribute__((noinline))

struct __attribute__((aligned(4))) uchar4 { unsigned char x, y, z, w; };
struct __attribute__((aligned(4))) ushort2 { unsigned short x, y; };
struct __attribute__((aligned(4))) short2 { short x, y; };
struct __attribute__((aligned(8))) ushort4 { unsigned short x, y, z, w; };
struct __attribute__((aligned(16))) uint4 { unsigned x, y, z, w; };
struct __attribute__((aligned(16))) double2 { double x, y; };
struct __attribute__((aligned(16))) ulonglong2 { unsigned long long x, y; };

#define UNIBANK_INLINE static __device__ __forceinline__
#define UNIBANK_MAKE2(type, part) UNIBANK_INLINE type make_##type(part x, part y) { return {x, y}; }
#define UNIBANK_MAKE4(type, part) \
  UNIBANK_INLINE type make_##type(part x, part y, part z, part w) { return {x, y, z, w}; }
UNIBANK_MAKE2(float2, float)
UNIBANK_MAKE2(double2, double)
UNIBANK_MAKE2(ulonglong2, unsigned long long)
UNIBANK_MAKE4(float4, float)
UNIBANK_MAKE4(int4, int)
UNIBANK_MAKE4(uint4, unsigned)
UNIBANK_MAKE4(uchar4, unsigned char)
UNIBANK_MAKE4(ushort4, unsigned short)

UNIBANK_INLINE unsigned max(unsigned a, unsigned b) { return a > b ? a : b; }

// One PTX instruction with one, two or three operands.
#define UNIBANK_PTX1(R, name, A, instruction, r, a) \
  UNIBANK_INLINE R name(A x) {                      \
    R result;                                       \
    asm(instruction " %0, %1;" : r(result) : a(x)); \
    return result;                                  \
  }
#define UNIBANK_PTX2(R, name, A, B, instruction, r, a, b)         \
  UNIBANK_INLINE R name(A x, B y) {                               \
    R result;                                                     \
    asm(instruction " %0, %1, %2;" : r(result) : a(x), b(y));     \
    return result;                                                \
  }
#define UNIBANK_PTX3(R, name, A, B, C, instruction, r, a, b, c)               \
  UNIBANK_INLINE R name(A x, B y, C z) {                                      \
    R result;                                                                 \
    asm(instruction " %0, %1, %2, %3;" : r(result) : a(x), b(y), c(z));       \
    return result;                                                            \
  }

// Bits.
UNIBANK_INLINE unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
UNIBANK_INLINE unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
UNIBANK_PTX1(int, __clz, int, "clz.b32", "=r", "r")
UNIBANK_PTX1(int, __clzll, long long, "clz.b64", "=r", "l")
UNIBANK_INLINE int __popc(unsigned x) { return __builtin_popcount(x); }
UNIBANK_INLINE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
UNIBANK_INLINE int __ffsll(long long x) { return __builtin_ffsll(x); }
UNIBANK_INLINE unsigned __byte_perm(unsigned x, unsigned y, unsigned selectors) {
  unsigned result;
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(result) : "r"(x), "r"(y), "r"(selectors & 0x7777));
  return result;
}
UNIBANK_PTX3(unsigned, __funnelshift_l, unsigned, unsigned, unsigned, "shf.l.wrap.b32", "=r", "r", "r", "r")
UNIBANK_PTX3(unsigned, __funnelshift_r, unsigned, unsigned, unsigned, "shf.r.wrap.b32", "=r", "r", "r", "r")
UNIBANK_PTX3(unsigned, __funnelshift_lc, unsigned, unsigned, unsigned, "shf.l.clamp.b32", "=r", "r", "r", "r")
UNIBANK_PTX3(unsigned, __funnelshift_rc, unsigned, unsigned, unsigned, "shf.r.clamp.b32", "=r", "r", "r", "r")
UNIBANK_INLINE unsigned __vabsdiffu4(unsigned a, unsigned b) {
  unsigned result;
  asm("vabsdiff4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(0));
  return result;
}
UNIBANK_INLINE int __mulhi(int a, int b) { return __nvvm_mulhi_i(a, b); }
UNIBANK_INLINE unsigned __umulhi(unsigned a, unsigned b) { return __nvvm_mulhi_ui(a, b); }
UNIBANK_INLINE long long __mul64hi(long long a, long long b) { return __nvvm_mulhi_ll(a, b); }
UNIBANK_INLINE unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return __nvvm_mulhi_ull(a, b);
}

// Floats.
UNIBANK_INLINE float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
UNIBANK_INLINE float fabsf(float x) { return __builtin_fabsf(x); }
UNIBANK_INLINE double fabs(double x) { return __builtin_fabs(x); }
UNIBANK_INLINE float copysignf(float x, float y) { return __builtin_copysignf(x, y); }
UNIBANK_INLINE double copysign(double x, double y) { return __builtin_copysign(x, y); }
UNIBANK_INLINE double fmin(double x, double y) { return __builtin_fmin(x, y); }
UNIBANK_INLINE double fmax(double x, double y) { return __builtin_fmax(x, y); }
UNIBANK_INLINE double sqrt(double x) { return __nvvm_sqrt_rn_d(x); }
UNIBANK_INLINE float __sinf(float x) { return __nvvm_sin_approx_f(x); }
UNIBANK_INLINE float __cosf(float x) { return __nvvm_cos_approx_f(x); }
UNIBANK_INLINE float __fdividef(float x, float y) { return __nvvm_div_approx_f(x, y); }
UNIBANK_INLINE float __saturatef(float x) { return __nvvm_saturate_f(x); }
UNIBANK_INLINE float ceilf(float x) { return __builtin_ceilf(x); }
UNIBANK_INLINE float truncf(float x) { return __builtin_truncf(x); }
UNIBANK_INLINE double floor(double x) { return __builtin_floor(x); }
UNIBANK_INLINE double ceil(double x) { return __builtin_ceil(x); }
UNIBANK_INLINE double trunc(double x) { return __builtin_trunc(x); }
UNIBANK_INLINE double rint(double x) { return __builtin_rint(x); }

// Rounding in four modes. CUDA writes rd and ru for PTX's rm and rp.
#define UNIBANK_ROUNDED(cuda, ptx)                                                              \
  UNIBANK_PTX2(float, __fadd_##cuda, float, float, "add." #ptx ".f32", "=f", "f", "f")          \
  UNIBANK_PTX2(float, __fsub_##cuda, float, float, "sub." #ptx ".f32", "=f", "f", "f")          \
  UNIBANK_PTX2(float, __fmul_##cuda, float, float, "mul." #ptx ".f32", "=f", "f", "f")          \
  UNIBANK_PTX3(float, __fmaf_##cuda, float, float, float, "fma." #ptx ".f32", "=f", "f", "f", "f") \
  UNIBANK_PTX2(float, __fdiv_##cuda, float, float, "div." #ptx ".f32", "=f", "f", "f")          \
  UNIBANK_PTX1(float, __fsqrt_##cuda, float, "sqrt." #ptx ".f32", "=f", "f")                    \
  UNIBANK_PTX1(float, __frcp_##cuda, float, "rcp." #ptx ".f32", "=f", "f")                      \
  UNIBANK_PTX1(float, __int2float_##cuda, int, "cvt." #ptx ".f32.s32", "=f", "r")               \
  UNIBANK_PTX1(float, __double2float_##cuda, double, "cvt." #ptx ".f32.f64", "=f", "d")         \
  UNIBANK_PTX2(double, __dadd_##cuda, double, double, "add." #ptx ".f64", "=d", "d", "d")       \
  UNIBANK_PTX2(double, __dmul_##cuda, double, double, "mul." #ptx ".f64", "=d", "d", "d")       \
  UNIBANK_PTX3(double, __fma_##cuda, double, double, double, "fma." #ptx ".f64", "=d", "d", "d", "d") \
  UNIBANK_PTX2(double, __ddiv_##cuda, double, double, "div." #ptx ".f64", "=d", "d", "d")       \
  UNIBANK_PTX1(double, __dsqrt_##cuda, double, "sqrt." #ptx ".f64", "=d", "d")                  \
  UNIBANK_PTX1(double, __drcp_##cuda, double, "rcp." #ptx ".f64", "=d", "d")
UNIBANK_ROUNDED(rn, rn)
UNIBANK_ROUNDED(rz, rz)
UNIBANK_ROUNDED(rd, rm)
UNIBANK_ROUNDED(ru, rp)
UNIBANK_PTX1(int, __float2int_rn, float, "cvt.rni.s32.f32", "=r", "f")
UNIBANK_PTX1(int, __float2int_rz, float, "cvt.rzi.s32.f32", "=r", "f")
UNIBANK_PTX1(int, __float2int_rd, float, "cvt.rmi.s32.f32", "=r", "f")
UNIBANK_PTX1(int, __float2int_ru, float, "cvt.rpi.s32.f32", "=r", "f")
UNIBANK_PTX1(unsigned, __float2uint_rn, float, "cvt.rni.u32.f32", "=r", "f")
UNIBANK_PTX1(unsigned, __float2uint_rz, float, "cvt.rzi.u32.f32", "=r", "f")
UNIBANK_PTX1(int, __double2int_rz, double, "cvt.rzi.s32.f64", "=r", "d")
UNIBANK_PTX1(long long, __float2ll_rz, float, "cvt.rzi.s64.f32", "=l", "f")
UNIBANK_PTX1(long long, __double2ll_rn, double, "cvt.rni.s64.f64", "=l", "d")
UNIBANK_PTX1(long long, __double2ll_rd, double, "cvt.rmi.s64.f64", "=l", "d")
UNIBANK_PTX1(unsigned long long, __double2ull_rz, double, "cvt.rzi.u64.f64", "=l", "d")

// Warps and blocks. CUDA's argument `width` becomes the last operand of the PTX instruction, which combines a segment
// mask and a lane limit.
UNIBANK_INLINE int __shfl_sync(unsigned mask, int value, int lane, int width = 32) {
  return __nvvm_shfl_sync_idx_i32(mask, value, lane, (32 - width) << 8 | 31);
}
UNIBANK_INLINE int __shfl_up_sync(unsigned mask, int value, int by, int width = 32) {
  return __nvvm_shfl_sync_up_i32(mask, value, by, (32 - width) << 8);
}
UNIBANK_INLINE int __shfl_down_sync(unsigned mask, int value, int by, int width = 32) {
  return __nvvm_shfl_sync_down_i32(mask, value, by, (32 - width) << 8 | 31);
}
UNIBANK_INLINE int __shfl_xor_sync(unsigned mask, int value, int by, int width = 32) {
  return __nvvm_shfl_sync_bfly_i32(mask, value, by, (32 - width) << 8 | 31);
}
UNIBANK_INLINE int __all_sync(unsigned mask, int truth) { return __nvvm_vote_all_sync(mask, truth != 0); }
UNIBANK_INLINE int __any_sync(unsigned mask, int truth) { return __nvvm_vote_any_sync(mask, truth != 0); }
UNIBANK_INLINE unsigned __ballot_sync(unsigned mask, int truth) { return __nvvm_vote_ballot_sync(mask, truth != 0); }
UNIBANK_INLINE unsigned __match_any_sync(unsigned mask, int value) { return __nvvm_match_any_sync_i32(mask, value); }
// clang 14's 64-bit builtin gives a 64-bit result, which PTX does not have.
UNIBANK_INLINE unsigned __match_any_sync(unsigned mask, unsigned long long value) {
  unsigned same;
  asm volatile("match.any.sync.b64 %0, %1, %2;" : "=r"(same) : "l"(value), "r"(mask));
  return same;
}
UNIBANK_INLINE unsigned __match_all_sync(unsigned mask, int value, int* same) {
  return __nvvm_match_all_sync_i32p(mask, value, same);
}
UNIBANK_INLINE unsigned __activemask() {
  unsigned mask;
  asm volatile("activemask.b32 %0;" : "=r"(mask));
  return mask;
}
UNIBANK_INLINE void __syncwarp(unsigned mask = 0xffffffffu) { __nvvm_bar_warp_sync(mask); }
UNIBANK_INLINE int __syncthreads_count(int truth) { return __nvvm_bar0_popc(truth); }
UNIBANK_INLINE int __syncthreads_and(int truth) { return __nvvm_bar0_and(truth); }
UNIBANK_INLINE int __syncthreads_or(int truth) { return __nvvm_bar0_or(truth); }
UNIBANK_INLINE void __threadfence_block() { __nvvm_membar_cta(); }
UNIBANK_INLINE void __threadfence() { __nvvm_membar_gl(); }
UNIBANK_INLINE void __threadfence_system() { __nvvm_membar_sys(); }
UNIBANK_INLINE void __trap() { __builtin_trap(); }
UNIBANK_INLINE void __nanosleep(unsigned ns) { asm volatile("nanosleep.u32 %0;" : : "r"(ns)); }
UNIBANK_INLINE long long clock64() { return __nvvm_read_ptx_sreg_clock64(); }
template <typename T>
UNIBANK_INLINE T __ldg(const T* from) { return *from; }

// Atomics, on generic addresses.
#define UNIBANK_ATOMIC(T, name, operation, r)                                                        \
  UNIBANK_INLINE T name(T* address, T value) {                                                       \
    T before;                                                                                        \
    asm volatile("atom." operation " %0, [%1], %2;" : "=" r(before) : "l"(address), r(value) : "memory"); \
    return before;                                                                                   \
  }
#define UNIBANK_ATOMIC_CAS(T, type, r)                                                               \
  UNIBANK_INLINE T atomicCAS(T* address, T expected, T value) {                                      \
    T before;                                                                                        \
    asm volatile("atom.cas." type " %0, [%1], %2, %3;"                                               \
                 : "=" r(before) : "l"(address), r(expected), r(value) : "memory");                  \
    return before;                                                                                   \
  }
UNIBANK_INLINE int atomicSub(int* address, int value) { return atomicAdd(address, -value); }
UNIBANK_INLINE unsigned atomicAdd(unsigned* a, unsigned v) {
  return __nvvm_atom_add_gen_i(reinterpret_cast<int*>(a), static_cast<int>(v));
}
UNIBANK_INLINE unsigned long long atomicAdd(unsigned long long* a, unsigned long long v) {
  return __nvvm_atom_add_gen_ll(reinterpret_cast<long long*>(a), static_cast<long long>(v));
}
UNIBANK_INLINE float atomicAdd(float* a, float v) { return __nvvm_atom_add_gen_f(a, v); }
UNIBANK_INLINE double atomicAdd(double* a, double v) { return __nvvm_atom_add_gen_d(a, v); }
UNIBANK_INLINE unsigned atomicInc(unsigned* a, unsigned v) { return __nvvm_atom_inc_gen_ui(a, v); }
UNIBANK_INLINE unsigned atomicDec(unsigned* a, unsigned v) { return __nvvm_atom_dec_gen_ui(a, v); }
UNIBANK_ATOMIC(unsigned, atomicMin, "min.u32", "r")
UNIBANK_ATOMIC(unsigned, atomicMax, "max.u32", "r")
UNIBANK_ATOMIC(unsigned, atomicAnd, "and.b32", "r")
UNIBANK_ATOMIC(unsigned, atomicOr, "or.b32", "r")
UNIBANK_ATOMIC(unsigned, atomicXor, "xor.b32", "r")
UNIBANK_ATOMIC(unsigned, atomicExch, "exch.b32", "r")
UNIBANK_ATOMIC(float, atomicExch, "exch.b32", "f")
UNIBANK_ATOMIC(unsigned long long, atomicExch, "exch.b64", "l")
UNIBANK_ATOMIC(unsigned long long, atomicMin, "min.u64", "l")
UNIBANK_ATOMIC(unsigned long long, atomicMax, "max.u64", "l")
UNIBANK_ATOMIC(unsigned long long, atomicAnd, "and.b64", "l")
UNIBANK_ATOMIC(unsigned long long, atomicOr, "or.b64", "l")
UNIBANK_ATOMIC(unsigned long long, atomicXor, "xor.b64", "l")
UNIBANK_ATOMIC_CAS(unsigned, "b32", "r")
UNIBANK_ATOMIC_CAS(unsigned long long, "b64", "l")

// Sine and cosine. Angles are counted in quarter turns: the angle's 24 bits times 192 bits of 2/pi; the angle's
// exponent tells where the integer part of the product ends.
__constant__ unsigned unibank_two_over_pi[6] = {0x3c439041, 0xdb629599, 0xf534ddc0, 0xfc2757d1, 0x4e441529, 0xa2f9836e};

UNIBANK_INLINE float unibank_quarter_turns(float angle, unsigned* quarter) {
  const unsigned bits = __builtin_bit_cast(unsigned, angle);
  *quarter = 0;
  if ((bits & 0x7fffffff) < 0x3f490fdb) return angle;  // less than an eighth of a turn
  const unsigned mantissa = (bits & 0x7fffff) | 0x800000;
  unsigned product[7], carry = 0;
#pragma unroll 1
  for (int k = 0; k < 6; ++k) {
    const unsigned long long part = static_cast<unsigned long long>(mantissa) * unibank_two_over_pi[k] + carry;
    product[k] = static_cast<unsigned>(part);
    carry = static_cast<unsigned>(part >> 32);
  }
  product[6] = carry;
  const unsigned first = 280 - (bits >> 23 & 255), word = first >> 5, shift = first & 31;  // bit 192 - e - 62
  const unsigned long long low = static_cast<unsigned long long>(product[word + 1]) << 32 | product[word];
  unsigned long long turns = low >> shift;
  if (shift != 0) turns |= static_cast<unsigned long long>(product[word + 2]) << (64 - shift);
  const long long rest = static_cast<long long>(turns << 2);  // the fraction, as a signed number of 2^-64
  unsigned whole = static_cast<unsigned>(turns >> 62);
  if (rest < 0) ++whole;
  const float left = static_cast<float>(static_cast<double>(rest) * (0x1.921fb54442d18p+0 * 0x1p-64));
  *quarter = bits >> 31 ? 0u - whole : whole;
  return bits >> 31 ? -left : left;
}
UNIBANK_INLINE float unibank_sine(float angle, unsigned quarter_more) {
  unsigned quarter;
  const float r = unibank_quarter_turns(angle, &quarter), s = r * r;
  quarter += quarter_more;
  float result;
  if (quarter & 1) {
    result = fmaf(s, fmaf(s, fmaf(s, fmaf(s, 2.4801587e-5f, -1.3888889e-3f), 4.1666668e-2f), -0.5f), 1.0f);
  } else {
    result = fmaf(r * s, fmaf(s, fmaf(s, fmaf(s, 2.7557319e-6f, -1.9841270e-4f), 8.3333333e-3f), -1.6666667e-1f), r);
  }
  return quarter & 2 ? -result : result;
}
UNIBANK_INLINE float sinf(float angle) { return unibank_sine(angle, 0); }
UNIBANK_INLINE float cosf(float angle) { return unibank_sine(angle, 1); }

// Textures and surfaces by handle.
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;

struct unibank_floats { float x, y, z, w; };
struct unibank_words { int x, y, z, w; };
template <typename T> struct unibank_texel { typedef unibank_words read; };
template <> struct unibank_texel<float> { typedef unibank_floats read; };
template <> struct unibank_texel<float2> { typedef unibank_floats read; };
template <> struct unibank_texel<float4> { typedef unibank_floats read; };
template <typename T> UNIBANK_INLINE T unibank_as(unibank_floats v);
template <> __device__ __forceinline__ float unibank_as(unibank_floats v) { return v.x; }
template <> __device__ __forceinline__ float2 unibank_as(unibank_floats v) { return {v.x, v.y}; }
template <> __device__ __forceinline__ float4 unibank_as(unibank_floats v) { return {v.x, v.y, v.z, v.w}; }
template <typename T> UNIBANK_INLINE T unibank_as(unibank_words v);
template <> __device__ __forceinline__ int unibank_as(unibank_words v) { return v.x; }
template <> __device__ __forceinline__ short2 unibank_as(unibank_words v) {
  return {static_cast<short>(v.x), static_cast<short>(v.y)};
}
template <> __device__ __forceinline__ uchar4 unibank_as(unibank_words v) {
  return {static_cast<unsigned char>(v.x), static_cast<unsigned char>(v.y), static_cast<unsigned char>(v.z),
          static_cast<unsigned char>(v.w)};
}

#define UNIBANK_TEX(name, read, type, r, form, coordinates, parameters, ...)                      \
  UNIBANK_INLINE void name(read* v, cudaTextureObject_t texture, UNIBANK_UNPACK parameters) {     \
    asm volatile("tex." form ".v4." type " {%0, %1, %2, %3}, [%4, " coordinates "];"              \
                 : "=" r(v->x), "=" r(v->y), "=" r(v->z), "=" r(v->w)                             \
                 : "l"(texture), __VA_ARGS__);                                                    \
  }
#define UNIBANK_UNPACK(...) __VA_ARGS__
#define UNIBANK_TEXTURES(read, type, r)                                                                            \
  UNIBANK_TEX(unibank_tex1d, read, type ".f32", r, "1d", "{%5}", (float x), "f"(x))                                 \
  UNIBANK_TEX(unibank_tex1d, read, type ".s32", r, "1d", "{%5}", (int x), "r"(x))                                   \
  UNIBANK_TEX(unibank_tex2d, read, type ".f32", r, "2d", "{%5, %6}", (float x, float y), "f"(x), "f"(y))            \
  UNIBANK_TEX(unibank_tex3d, read, type ".f32", r, "3d", "{%5, %6, %7, %7}", (float x, float y, float z), "f"(x), \
              "f"(y), "f"(z))
UNIBANK_TEXTURES(unibank_floats, "f32", "f")
UNIBANK_TEXTURES(unibank_words, "s32", "r")

template <typename T>
UNIBANK_INLINE T tex1D(cudaTextureObject_t texture, float x) {
  typename unibank_texel<T>::read v;
  unibank_tex1d(&v, texture, x);
  return unibank_as<T>(v);
}
template <typename T>
UNIBANK_INLINE T tex1Dfetch(cudaTextureObject_t texture, int x) {
  typename unibank_texel<T>::read v;
  unibank_tex1d(&v, texture, x);
  return unibank_as<T>(v);
}
template <typename T>
UNIBANK_INLINE T tex2D(cudaTextureObject_t texture, float x, float y) {
  typename unibank_texel<T>::read v;
  unibank_tex2d(&v, texture, x, y);
  return unibank_as<T>(v);
}
template <typename T>
UNIBANK_INLINE T tex3D(cudaTextureObject_t texture, float x, float y, float z) {
  typename unibank_texel<T>::read v;
  unibank_tex3d(&v, texture, x, y, z);
  return unibank_as<T>(v);
}

enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };

#define UNIBANK_SURFACE(mode)                                                                                      \
  UNIBANK_INLINE void unibank_suld_##mode(float* v, cudaSurfaceObject_t surface, int x, int y) {                   \
    asm volatile("suld.b.2d.b32." #mode " %0, [%1, {%2, %3}];" : "=f"(*v) : "l"(surface), "r"(x), "r"(y));         \
  }                                                                                                                \
  UNIBANK_INLINE void unibank_suld_##mode(uchar4* v, cudaSurfaceObject_t surface, int x, int y) {                  \
    unsigned short a, b, c, d;                                                                                     \
    asm volatile("suld.b.2d.v4.b8." #mode " {%0, %1, %2, %3}, [%4, {%5, %6}];"                                     \
                 : "=h"(a), "=h"(b), "=h"(c), "=h"(d) : "l"(surface), "r"(x), "r"(y));                             \
    *v = {static_cast<unsigned char>(a), static_cast<unsigned char>(b), static_cast<unsigned char>(c),             \
          static_cast<unsigned char>(d)};                                                                          \
  }                                                                                                                \
  UNIBANK_INLINE void unibank_sust_##mode(float2 v, cudaSurfaceObject_t surface, int x, int y) {                   \
    asm volatile("sust.b.2d.v2.b32." #mode " [%0, {%1, %2}], {%3, %4};"                                            \
                 : : "l"(surface), "r"(x), "r"(y), "f"(v.x), "f"(v.y) : "memory");                                 \
  }                                                                                                                \
  UNIBANK_INLINE void unibank_sust_##mode(uchar4 v, cudaSurfaceObject_t surface, int x, int y) {                   \
    asm volatile("sust.b.2d.v4.b8." #mode " [%0, {%1, %2}], {%3, %4, %5, %6};"                                     \
                 : : "l"(surface), "r"(x), "r"(y), "h"(static_cast<unsigned short>(v.x)),                          \
                   "h"(static_cast<unsigned short>(v.y)), "h"(static_cast<unsigned short>(v.z)),                   \
                   "h"(static_cast<unsigned short>(v.w)) : "memory");                                              \
  }
UNIBANK_SURFACE(trap)
UNIBANK_SURFACE(zero)
UNIBANK_SURFACE(clamp)

template <typename T>
UNIBANK_INLINE T surf2Dread(cudaSurfaceObject_t surface, int x, int y,
                            cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  T v;
  if (mode == cudaBoundaryModeZero) unibank_suld_zero(&v, surface, x, y);
  else if (mode == cudaBoundaryModeClamp) unibank_suld_clamp(&v, surface, x, y);
  else unibank_suld_trap(&v, surface, x, y);
  return v;
}
template <typename T>
UNIBANK_INLINE void surf2Dwrite(T v, cudaSurfaceObject_t surface, int x, int y,
                                cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  if (mode == cudaBoundaryModeZero) unibank_sust_zero(v, surface, x, y);
  else if (mode == cudaBoundaryModeClamp) unibank_sust_clamp(v, surface, x, y);
  else unibank_sust_trap(v, surface, x, y);
}
