// Loads and stores of two and four values, from bytes to doubles, in global memory and scratchpad.
extern "C" __global__ void vectors(const float4* f4, const float2* f2, const int4* i4, const int2* i2,
                                   const double2* d2, const uchar4* c4, const ushort2* s2, const ulonglong2* l2,
                                   float4* out_f4, float2* out_f2, int4* out_i4, double2* out_d2, uchar4* out_c4,
                                   ushort4* out_s4, ulonglong2* out_l2) {
  __shared__ float4 tile[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 a = f4[i];
  const float2 b = f2[i];
  tile[threadIdx.x] = a;
  __syncthreads();
  const float4 other = tile[threadIdx.x ^ 5];
  out_f4[i] = make_float4(a.x + other.y, a.y * b.x, a.z - other.x, a.w + b.y);
  out_f2[i] = make_float2(other.z, b.x * b.y);
  const int4 c = i4[i];
  const int2 d = i2[i];
  out_i4[i] = make_int4(c.w + d.x, c.z - d.y, c.y ^ d.x, c.x | d.y);
  const double2 e = d2[i];
  out_d2[i] = make_double2(e.y - e.x, e.x * e.y);
  const uchar4 f = c4[i];
  out_c4[i] = make_uchar4(f.w, f.z + f.x, f.y ^ f.w, f.x);
  const ushort2 g = s2[i];
  out_s4[i] = make_ushort4(g.y, g.x, g.x + f.y, g.y - f.z);
  const ulonglong2 h = l2[i];
  out_l2[i] = make_ulonglong2(h.y, h.x + h.y);
}
