// The gain of a clustering by a new centre: each thread computes the distance of one point to the candidate.
// Coordinates are stored dimension by dimension, so a warp's reads coalesce; every thread has its own row of sums, one
// for each centre and one for the candidate, so its writes do not coalesce.

// As large as the original's structure, which also points at the coordinates; the kernel does not read that pointer.
struct Point {
  float weight;
  alignas(8) const float* coordinates;  // here and below: laid out as on the host, also with 32-bit addresses
  alignas(8) long long centre;  // a point
  float cost;        // weight times the square of the distance to the centre
};

// The candidate's coordinates are `step` floats apart.
static __device__ __forceinline__ void weigh(const Point* __restrict__ points, const float* __restrict__ coordinates,
                                             const float* candidate, int step, const int* __restrict__ number,
                                             float* sums, unsigned char* changes, int count, int dimensions,
                                             int centres) {
  const int point = blockIdx.x * blockDim.x + threadIdx.x;
  if (point >= count) return;
  float distance = 0.0f;
#pragma unroll 4
  for (int i = 0; i < dimensions; ++i) {
    const float difference = coordinates[i * count + point] - candidate[i * step];
    distance = fmaf(difference, difference, distance);
  }
  // Rounded, because the compiler would fuse the product with the difference.
  const float cost = rounded_product(distance, points[point].weight), now = points[point].cost;
  float* const row = sums + point * (centres + 1);
  if (cost < now) {
    changes[point] = 1;
    row[centres] += cost - now;
  } else {
    row[number[points[point].centre]] += now - cost;
  }
}

// Reads the candidate's coordinates from the scratchpad, `dimensions` floats, which one thread has loaded.
extern __shared__ float candidate_at[];

extern "C" __global__ void __launch_bounds__(512)
streamcluster_scratchpad(const Point* __restrict__ points, const float* __restrict__ coordinates,
                         const int* __restrict__ number, float* sums, unsigned char* changes, int count,
                         int dimensions, int centres, int candidate) {
  if (threadIdx.x == 0) {
#pragma unroll 1
    for (int i = 0; i < dimensions; ++i) candidate_at[i] = coordinates[i * count + candidate];
  }
  __syncthreads();
  weigh(points, coordinates, candidate_at, 1, number, sums, changes, count, dimensions, centres);
}

// Reads the candidate's coordinates from global memory: all lanes read the same one.
extern "C" __global__ void __launch_bounds__(512)
streamcluster_global(const Point* __restrict__ points, const float* __restrict__ coordinates,
                     const int* __restrict__ number, float* sums, unsigned char* changes, int count, int dimensions,
                     int centres, int candidate) {
  weigh(points, coordinates, coordinates + candidate, count, number, sums, changes, count, dimensions, centres);
}
