// What a clustering gains by a new centre: one point a thread, which computes the point's distance to the candidate.
// Coordinates lie dimension by dimension, so that a warp reads side by side; every thread has a row of sums of its own,
// one for each centre and one for the candidate, so that its writes coalesce with nothing.

// As large as the original's, which points at the coordinates, too; the kernel does not read that.
struct Point {
  float weight;
  alignas(8) const float* coordinates;  // and so below: as the host has it, with addresses of 32 bits, too
  alignas(8) long long centre;  // a point
  float cost;        // weight times the square of the distance to the centre
};

// `candidate` has its coordinates `step` floats apart.
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
  // Rounded: a product that goes into a difference is fused otherwise.
  const float cost = rounded_product(distance, points[point].weight), now = points[point].cost;
  float* const row = sums + point * (centres + 1);
  if (cost < now) {
    changes[point] = 1;
    row[centres] += cost - now;
  } else {
    row[number[points[point].centre]] += now - cost;
  }
}

// With the candidate's coordinates in the scratchpad, `dimensions` floats, fetched by one thread.
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

// With the candidate's coordinates where they are: all lanes read the same one.
extern "C" __global__ void __launch_bounds__(512)
streamcluster_global(const Point* __restrict__ points, const float* __restrict__ coordinates,
                     const int* __restrict__ number, float* sums, unsigned char* changes, int count, int dimensions,
                     int centres, int candidate) {
  weigh(points, coordinates, coordinates + candidate, count, number, sums, changes, count, dimensions, centres);
}
