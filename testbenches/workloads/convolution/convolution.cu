// An image convolved with 17 taps down its columns, as in the second pass of a separable filter. A block of 16 x 8
// threads has 16 columns; each thread computes 8 pixels, 8 rows apart. The scratchpad holds the block's 64 rows and 32
// rows above and below them, column by column, with a word of padding between columns so that the threads read from
// different banks. Outside the image there are zeros. Jatala et al., table IX: convolutionColumnsKernel has one
// scratchpad variable, 8,256 = 4 x 16 x 129 bytes, and 128 threads per block. The paper does not say what the 128 rows
// are or which taps it uses. Its 1,179,648 instructions relssp (table XI) are one for each thread if each thread
// computes 8 pixels of the CUDA samples' 3,072 x 3,072. So the other 8 x 8 rows are halo, 4 steps on each side. The
// paper's 373 instructions per thread fit the samples' radius of 8, which needs one of the four steps.
//
// The virtual thread blocks merge two blocks, one below the other, which share one array of the scratchpad (the paper
// prints no number for this program). In both forms all threads first load their 16 pixels into registers:
// VTB      all barriers are the whole block's; a part's turn is from its first write to its last pixel.
// VTB_PIPE a part has barriers of its own, keeps its pixels in registers, and stores them when the other has the array.
constexpr int kX = 16, kY = 8, kResults = 8, kHalo = 4, kSteps = kResults + 2 * kHalo, kRadius = 8, kParts = 2;

typedef float Columns[kX][kSteps * kY + 1];

__constant__ float taps[2 * kRadius + 1];

// The thread's place: `first` is its row of the first halo step, `from` and `to` are its pixel in that row.
struct Place {
  int x, y, first;
  long long at;
};

static __device__ __forceinline__ Place place_of(int block_row, int y, int width) {
  Place place;
  place.x = threadIdx.x;
  place.y = y;
  place.first = (block_row * kResults - kHalo) * kY + y;
  place.at = static_cast<long long>(place.first) * width + blockIdx.x * kX + threadIdx.x;
  return place;
}

static __device__ __forceinline__ float fetched(const float* image, const Place& place, int step, int width,
                                                int height) {
  const int row = place.first + step * kY;
  const bool halo = step < kHalo || step >= kHalo + kResults;
  return halo && (row < 0 || row >= height) ? 0.0f : image[place.at + step * kY * width];
}

static __device__ __forceinline__ float filtered(const Columns& columns, const Place& place, int step) {
  const float* const middle = &columns[place.x][place.y + step * kY];
  float sum = 0.0f;
#pragma unroll
  for (int i = -kRadius; i <= kRadius; ++i) sum = fmaf(taps[kRadius - i], middle[i], sum);
  return sum;
}

extern "C" __global__ void __launch_bounds__(kX * kY)
convolution(const float* __restrict__ image, float* __restrict__ result, int width, int height) {
  __shared__ Columns columns;
  const Place place = place_of(blockIdx.y, threadIdx.y, width);
#pragma unroll
  for (int step = 0; step < kSteps; ++step) {
    columns[place.x][place.y + step * kY] = fetched(image, place, step, width, height);
  }
  __syncthreads();
#pragma unroll
  for (int step = kHalo; step < kHalo + kResults; ++step) {
    result[place.at + step * kY * width] = filtered(columns, place, step);
  }
}

extern "C" __global__ void __launch_bounds__(kParts * kX * kY)
convolution_vtb(const float* __restrict__ image, float* __restrict__ result, int width, int height) {
  __shared__ Columns columns;
  const int part = threadIdx.y / kY;
  const Place place = place_of(blockIdx.y * kParts + part, threadIdx.y % kY, width);
  float pixel[kSteps];
#pragma unroll
  for (int step = 0; step < kSteps; ++step) pixel[step] = fetched(image, place, step, width, height);
#pragma unroll 1
  for (int turn = 0; turn < kParts; ++turn) {
    if (part == turn) {
#pragma unroll
      for (int step = 0; step < kSteps; ++step) columns[place.x][place.y + step * kY] = pixel[step];
    }
    __syncthreads();
    if (part == turn) {
#pragma unroll
      for (int step = kHalo; step < kHalo + kResults; ++step) {
        result[place.at + step * kY * width] = filtered(columns, place, step);
      }
    }
    __syncthreads();
  }
}

// Barriers 1 and 2 are the parts' own; at barrier 3 part 1 waits for the scratchpad.
extern "C" __global__ void __launch_bounds__(kParts * kX * kY)
convolution_vtb_pipe(const float* __restrict__ image, float* __restrict__ result, int width, int height) {
  __shared__ Columns columns;
  const int part = threadIdx.y / kY;
  const Place place = place_of(blockIdx.y * kParts + part, threadIdx.y % kY, width);
  float pixel[kSteps];
#pragma unroll
  for (int step = 0; step < kSteps; ++step) pixel[step] = fetched(image, place, step, width, height);
  if (part == 1) wait_at(3, kParts * kX * kY);
#pragma unroll
  for (int step = 0; step < kSteps; ++step) columns[place.x][place.y + step * kY] = pixel[step];
  wait_at(1 + part, kX * kY);
#pragma unroll
  for (int step = 0; step < kResults; ++step) pixel[step] = filtered(columns, place, step + kHalo);
  if (part == 0) arrive_at(3, kParts * kX * kY);
#pragma unroll
  for (int step = 0; step < kResults; ++step) result[place.at + (step + kHalo) * kY * width] = pixel[step];
}
