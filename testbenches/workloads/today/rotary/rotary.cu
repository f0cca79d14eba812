// Rotary position embedding of queries and keys, in place: in each head the pair (x[i], x[i + half]) is rotated by the
// angle position * base^(-i / half), with a table of cosines and sines. A thread rotates two pairs at a time. Keys
// have fewer heads than queries and follow them in a token.
#include "../device.cuh"

extern "C" __global__ void __launch_bounds__(256)
rotary(__half* tokens, const int* positions, const float2* table, int heads, int half, int stride) {
  const int pairs = heads * half, token = blockIdx.x;
  const float2* const angles = table + static_cast<long>(positions[token]) * half;
  __half* const own = tokens + static_cast<long>(token) * stride;
  for (int pair = 2 * threadIdx.x; pair < pairs; pair += 2 * blockDim.x) {
    const int head = pair / half, i = pair - head * half;
    __half2* const near = reinterpret_cast<__half2*>(own + head * 2 * half + i);
    __half2* const far = reinterpret_cast<__half2*>(own + head * 2 * half + half + i);
    const float2 x = __half22float2(*near), y = __half22float2(*far);
    const float4 turn = *reinterpret_cast<const float4*>(angles + i);  // cosine and sine of i, then of i + 1
    *near = __floats2half2_rn(fmaf(x.x, turn.x, -(y.x * turn.y)), fmaf(x.y, turn.z, -(y.y * turn.w)));
    *far = __floats2half2_rn(fmaf(y.x, turn.x, x.x * turn.y), fmaf(y.y, turn.z, x.y * turn.w));
  }
}
