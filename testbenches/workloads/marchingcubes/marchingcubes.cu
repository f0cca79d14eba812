// The triangles of an isosurface, as generateTriangles of the CUDA samples' marchingCubes makes them: a thread has a
// voxel that the surface cuts. It computes the field at the eight corners, where the surface would cut each of the
// twelve edges, and the normals there, in the scratchpad; tables say which of them are triangles. 288 bytes a thread in
// two variables: with 32 threads (MC1 of Jatala et al.) 9,216, with 48 (MC2) 13,824.
//
// The field is that of the samples' default, a tangle of tubes; voxels are classified and compacted on the host.
// Products are rounded or fused as written, so that a CPU can do the same.
constexpr int kEdges = 12;

struct Field { float x, y, z, value; };  // and its gradient

static __device__ __forceinline__ float quartic(float x) {
  const float square = rounded_product(3.0f * x, 3.0f * x);
  return rounded_product(square, square - 5.0f);
}

static __device__ __forceinline__ float tangle(float3 p) {
  return fmaf(quartic(p.x) + quartic(p.y) + quartic(p.z) + 11.8f, 0.2f, 0.5f);
}

static __device__ __forceinline__ Field field_at(float3 p) {
  constexpr float kStep = 0.001f;
  const float value = tangle(p);
  return {tangle({p.x + kStep, p.y, p.z}) - value, tangle({p.x, p.y + kStep, p.z}) - value,
          tangle({p.x, p.y, p.z + kStep}) - value, value};
}

static __device__ __forceinline__ void cut(float isovalue, float3 a, float3 b, Field at_a, Field at_b, float3& vertex,
                                           float3& normal) {
  const float t = (isovalue - at_a.value) / (at_b.value - at_a.value);
  vertex = {fmaf(t, b.x - a.x, a.x), fmaf(t, b.y - a.y, a.y), fmaf(t, b.z - a.z, a.z)};
  normal = {fmaf(t, at_b.x - at_a.x, at_a.x), fmaf(t, at_b.y - at_a.y, at_a.y), fmaf(t, at_b.z - at_a.z, at_a.z)};
}

static __device__ __forceinline__ unsigned table(cudaTextureObject_t entries, unsigned index) {
  unsigned entry, second, third, fourth;  // of one channel only the first has a meaning
  asm("tex.1d.v4.u32.s32 {%0, %1, %2, %3}, [%4, {%5}];"
      : "=r"(entry), "=r"(second), "=r"(third), "=r"(fourth)
      : "l"(entries), "r"(index));
  return entry;
}

// `voxels` are those that the surface cuts, `first_vertex` where the vertices of each begin, by voxel; 1 << side_log2
// voxels along each axis of the cube -1 .. 1.
template <int kThreads>
static __device__ __forceinline__ void generate(float4* vertices, float4* normals, const unsigned* voxels,
                                                const unsigned* first_vertex, cudaTextureObject_t counts,
                                                cudaTextureObject_t triangles, unsigned side_log2, float isovalue,
                                                unsigned active_voxels, unsigned max_vertices) {
  __shared__ float3 vertex[kEdges * kThreads];
  __shared__ float3 normal[kEdges * kThreads];
  const unsigned t = threadIdx.x;
  // Those that are too many do the last voxel again: none may miss the barrier.
  const unsigned own = min(static_cast<int>(blockIdx.x * kThreads + t), static_cast<int>(active_voxels) - 1);
  const unsigned voxel = voxels[own], mask = (1u << side_log2) - 1;
  const float size = 2.0f / static_cast<float>(1u << side_log2);
  const float left = fmaf(static_cast<float>(voxel & mask), size, -1.0f), right = left + size;
  const float top = fmaf(static_cast<float>(voxel >> side_log2 & mask), size, -1.0f), bottom = top + size;
  const float front = fmaf(static_cast<float>(voxel >> 2 * side_log2 & mask), size, -1.0f), back = front + size;

  const float3 corner[8] = {{left, top, front},    {right, top, front}, {right, bottom, front}, {left, bottom, front},
                            {left, top, back},     {right, top, back},  {right, bottom, back},  {left, bottom, back}};
  Field field[8];
  unsigned inside = 0;
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    field[i] = field_at(corner[i]);
    inside |= field[i].value < isovalue ? 1u << i : 0u;
  }

  // Around the front, around the back, and from the front to the back.
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const int next = (i + 1) % 4;
    cut(isovalue, corner[i], corner[next], field[i], field[next], vertex[i * kThreads + t], normal[i * kThreads + t]);
    cut(isovalue, corner[i + 4], corner[next + 4], field[i + 4], field[next + 4], vertex[(i + 4) * kThreads + t],
        normal[(i + 4) * kThreads + t]);
    cut(isovalue, corner[i], corner[i + 4], field[i], field[i + 4], vertex[(i + 8) * kThreads + t],
        normal[(i + 8) * kThreads + t]);
  }
  __syncthreads();

  const unsigned count = table(counts, inside);
#pragma unroll 1
  for (unsigned i = 0; i < count; ++i) {
    const unsigned edge = table(triangles, inside * 16 + i);
    const unsigned to = first_vertex[voxel] + i;
    if (to >= max_vertices) continue;
    const float3 v = vertex[edge * kThreads + t], n = normal[edge * kThreads + t];
    vertices[to] = {v.x, v.y, v.z, 1.0f};
    normals[to] = {n.x, n.y, n.z, 0.0f};
  }
}

#define MARCHINGCUBES_KERNEL(threads)                                                                              \
  extern "C" __global__ void __launch_bounds__(threads)                                                            \
  marchingcubes_##threads(float4* vertices, float4* normals, const unsigned* voxels, const unsigned* first_vertex, \
                          cudaTextureObject_t counts, cudaTextureObject_t triangles, unsigned side_log2,           \
                          float isovalue, unsigned active_voxels, unsigned max_vertices) {                         \
    generate<threads>(vertices, normals, voxels, first_vertex, counts, triangles, side_log2, isovalue,             \
                      active_voxels, max_vertices);                                                                \
  }
MARCHINGCUBES_KERNEL(32)
MARCHINGCUBES_KERNEL(48)
#undef MARCHINGCUBES_KERNEL
