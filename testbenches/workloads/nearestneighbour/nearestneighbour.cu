// The distance of each record of a list from one place, one record per thread, in a plane whose axes are degrees of
// latitude and longitude. In Rodinia the host then finds the nearest records; here it does not.
extern "C" __global__ void __launch_bounds__(256)
nearestneighbour(const float2* __restrict__ places, float* __restrict__ distances, int records, float latitude,
                 float longitude) {
  const int record = blockIdx.x * blockDim.x + threadIdx.x;
  if (record >= records) return;
  const float2 place = places[record];
  const float north = latitude - place.x, east = longitude - place.y;
  distances[record] = sqrtf(fmaf(north, north, rounded_product(east, east)));
}
