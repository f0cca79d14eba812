// The triangles of an isosurface, as in generateTriangles of the CUDA samples' marchingCubes. A thread has a voxel that
// the surface cuts. It computes the field at the eight corners and, in the scratchpad, the place where the surface
// would cut each of the twelve edges and the normal there; tables say which of them form triangles. 288 bytes per
// thread in two variables: with 32 threads (MC1 of Jatala et al.) 9,216, with 48 (MC2) 13,824.
//
// The field is the samples' default, a tangle of tubes; the host classifies and compacts the voxels. Products are
// rounded or fused as written, so that a CPU can do the same.
//
// The virtual thread blocks of table IX merge two blocks of 32 threads, which share the two arrays of one (the paper
// prints no number for this program). All threads compute the field first, without the scratchpad:
// VTB      all barriers are the whole block's; a part cuts its edges and makes its triangles while the other waits.
// VTB_PIPE a part has barriers of its own; the second gets the arrays when the first has read them, without a
//          barrier of the whole block.
// CO_VTB   the parts work at the same time: each has one of the arrays, first for the vertices, then for the normals.
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

static __device__ __forceinline__ float3 vertex_of(float t, float3 a, float3 b) {
  return {fmaf(t, b.x - a.x, a.x), fmaf(t, b.y - a.y, a.y), fmaf(t, b.z - a.z, a.z)};
}

static __device__ __forceinline__ float3 normal_of(float t, Field a, Field b) {
  return {fmaf(t, b.x - a.x, a.x), fmaf(t, b.y - a.y, a.y), fmaf(t, b.z - a.z, a.z)};
}

static __device__ __forceinline__ unsigned table(cudaTextureObject_t entries, unsigned index) {
  unsigned entry, second, third, fourth;  // the texture has one channel, so only the first is used
  asm("tex.1d.v4.u32.s32 {%0, %1, %2, %3}, [%4, {%5}];"
      : "=r"(entry), "=r"(second), "=r"(third), "=r"(fourth)
      : "l"(entries), "r"(index));
  return entry;
}

struct Cube {
  unsigned voxel, inside;  // a bit per corner
  float3 corner[8];
  Field field[8];
};

static __device__ __forceinline__ Cube cube_of(unsigned voxel, unsigned side_log2, float isovalue) {
  const unsigned mask = (1u << side_log2) - 1;
  const float size = 2.0f / static_cast<float>(1u << side_log2);
  const float left = fmaf(static_cast<float>(voxel & mask), size, -1.0f), right = left + size;
  const float top = fmaf(static_cast<float>(voxel >> side_log2 & mask), size, -1.0f), bottom = top + size;
  const float front = fmaf(static_cast<float>(voxel >> 2 * side_log2 & mask), size, -1.0f), back = front + size;
  Cube cube = {voxel,
               0,
               {{left, top, front},    {right, top, front}, {right, bottom, front}, {left, bottom, front},
                {left, top, back},     {right, top, back},  {right, bottom, back},  {left, bottom, back}},
               {}};
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    cube.field[i] = field_at(cube.corner[i]);
    cube.inside |= cube.field[i].value < isovalue ? 1u << i : 0u;
  }
  return cube;
}

// The vertices and the normals on a thread's twelve edges, `step` apart; a null array is not filled. The edges go
// around the front, around the back, and from the front to the back.
static __device__ __forceinline__ void cut(const Cube& cube, float isovalue, float3* vertex, float3* normal, int step) {
#pragma unroll
  for (int edge = 0; edge < kEdges; ++edge) {
    const int a = edge < 8 ? edge : edge - 8, b = edge < 8 ? (edge & 4) + (edge + 1) % 4 : edge - 4;
    const float t = (isovalue - cube.field[a].value) / (cube.field[b].value - cube.field[a].value);
    if (vertex) vertex[edge * step] = vertex_of(t, cube.corner[a], cube.corner[b]);
    if (normal) normal[edge * step] = normal_of(t, cube.field[a], cube.field[b]);
  }
}

// The arrays for the triangles. `first_vertex` has, for each voxel, the place of its first vertex.
struct Surface {
  float4* vertices;
  float4* normals;
  const unsigned* first_vertex;
  cudaTextureObject_t counts, triangles;
  unsigned max_vertices;
};

// Writes a thread's triangles from the vertices and normals that `cut` has computed.
static __device__ __forceinline__ void emit(const Surface& surface, const Cube& cube, const float3* vertex,
                                            const float3* normal, int step) {
  const unsigned count = table(surface.counts, cube.inside);
#pragma unroll 1
  for (unsigned i = 0; i < count; ++i) {
    const unsigned edge = table(surface.triangles, cube.inside * 16 + i);
    const unsigned to = surface.first_vertex[cube.voxel] + i;
    if (to >= surface.max_vertices) continue;
    if (vertex) {
      const float3 v = vertex[edge * step];
      surface.vertices[to] = {v.x, v.y, v.z, 1.0f};
    }
    if (normal) {
      const float3 n = normal[edge * step];
      surface.normals[to] = {n.x, n.y, n.z, 0.0f};
    }
  }
}

// Threads beyond the last voxel repeat it, as no thread may miss a barrier.
static __device__ __forceinline__ unsigned own_voxel(const unsigned* voxels, unsigned thread, unsigned active_voxels) {
  return voxels[min(static_cast<int>(thread), static_cast<int>(active_voxels) - 1)];
}

// `voxels` lists the voxels that the surface cuts. There are 1 << side_log2 voxels along each axis of the cube -1 .. 1.
#define MARCHINGCUBES_KERNEL(name, threads)                                                                   \
  extern "C" __global__ void __launch_bounds__(threads)                                                       \
  name(float4* vertices, float4* normals, const unsigned* voxels, const unsigned* first_vertex,               \
       cudaTextureObject_t counts, cudaTextureObject_t triangles, unsigned side_log2, float isovalue,         \
       unsigned active_voxels, unsigned max_vertices)

// The arrays of a plain block, and the part of the work that does not use them.
#define MARCHINGCUBES_BEGIN(arrays)                                                                           \
  __shared__ float3 vertex[kEdges * arrays];                                                                  \
  __shared__ float3 normal[kEdges * arrays];                                                                  \
  const Surface surface = {vertices, normals, first_vertex, counts, triangles, max_vertices};                 \
  const Cube cube = cube_of(own_voxel(voxels, blockIdx.x * blockDim.x + threadIdx.x, active_voxels), side_log2, \
                            isovalue)

#define MARCHINGCUBES_PLAIN(threads)                                         \
  MARCHINGCUBES_KERNEL(marchingcubes_##threads, threads) {                   \
    MARCHINGCUBES_BEGIN(threads);                                            \
    cut(cube, isovalue, vertex + threadIdx.x, normal + threadIdx.x, threads); \
    __syncthreads();                                                         \
    emit(surface, cube, vertex + threadIdx.x, normal + threadIdx.x, threads); \
  }
MARCHINGCUBES_PLAIN(32)
MARCHINGCUBES_PLAIN(48)

MARCHINGCUBES_KERNEL(marchingcubes_32_vtb, 64) {
  MARCHINGCUBES_BEGIN(32);
  const int part = threadIdx.x / 32, lane = threadIdx.x % 32;
#pragma unroll 1
  for (int turn = 0; turn < 2; ++turn) {
    if (part == turn) cut(cube, isovalue, vertex + lane, normal + lane, 32);
    __syncthreads();
    if (part == turn) emit(surface, cube, vertex + lane, normal + lane, 32);
    __syncthreads();
  }
}

// Barriers 1 and 2 are the parts' own; at barrier 3 part 1 waits for the arrays.
MARCHINGCUBES_KERNEL(marchingcubes_32_vtb_pipe, 64) {
  MARCHINGCUBES_BEGIN(32);
  const int part = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (part == 1) wait_at(3, 64);
  cut(cube, isovalue, vertex + lane, normal + lane, 32);
  wait_at(1 + part, 32);
  emit(surface, cube, vertex + lane, normal + lane, 32);
  if (part == 0) arrive_at(3, 64);
}

MARCHINGCUBES_KERNEL(marchingcubes_32_co_vtb, 64) {
  MARCHINGCUBES_BEGIN(32);
  float3* const own = (threadIdx.x / 32 == 0 ? vertex : normal) + threadIdx.x % 32;
  cut(cube, isovalue, own, nullptr, 32);
  __syncthreads();
  emit(surface, cube, own, nullptr, 32);
  __syncthreads();
  cut(cube, isovalue, nullptr, own, 32);
  __syncthreads();
  emit(surface, cube, nullptr, own, 32);
}
#undef MARCHINGCUBES_PLAIN
#undef MARCHINGCUBES_BEGIN
#undef MARCHINGCUBES_KERNEL
