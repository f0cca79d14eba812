// Points on the wall of a heart followed through ultrasound frames, one point per block. This is Rodinia's heartwall as
// Jatala et al. change it (their table V), with 128 threads per block instead of 512, 140 points instead of 51, and one
// frame. Its eight variables have 11,872 bytes. The first frame only copies every point's template from the frame to an
// array. So in Jatala's run of one frame the scratchpad is declared, but the instructions that use it are not reached
// by any thread (Q-48).
//
// From the second frame on, the block searches for the template around the point: it computes the convolution of the
// searched area with the turned template, the sums of the windows under it by running sums, the normalised correlation
// of both, and its maximum. The area and the intermediate results are arrays in global memory.
constexpr int kThreads = 128;
constexpr int kMaxTemplate = 51, kMaxSearch = 81;               // largest sides of template and searched area
constexpr int kMaxConvolution = kMaxTemplate + kMaxSearch - 1;  // 131
constexpr float kKept = 0.87f;                                  // share of the old template in the new one

// Templates have 2 kRadius + 1 pixels a side; the searched area reaches kReach pixels each way.
template <int kRadius>
struct Point {
  static constexpr int kReach = 8 * kRadius / 5;
  static constexpr int kTemplate = 2 * kRadius + 1, kArea = 2 * kReach + 1, kFull = kTemplate + kArea - 1;
  static constexpr int kPixels = kTemplate * kTemplate, kElements = kFull * kFull;

  const float* frame;
  int width;
  float *own, *area, *convolution, *columns, *sums, *squares;

  // The block's parts of the arrays: its template, then kFloats of results.
  static constexpr int kFloats = kArea * kArea + kFull * kArea + 3 * kElements;
  __device__ __forceinline__ Point(const float* of_frame, int of_width, float* templates, float* arrays)
      : frame(of_frame), width(of_width), own(templates + blockIdx.x * kPixels), area(arrays + blockIdx.x * kFloats),
        convolution(area + kArea * kArea), columns(convolution + kElements), sums(columns + kFull * kArea),
        squares(sums + kElements) {}

  __device__ __forceinline__ float seen(int2 place, int pixel) const {
    return frame[(place.x - kRadius + pixel / kTemplate) * width + place.y - kRadius + pixel % kTemplate];
  }

  __device__ __forceinline__ void take_template(int2 place) const {
#pragma unroll 1
    for (int i = threadIdx.x; i < kPixels; i += kThreads) own[i] = seen(place, i);
  }

  // Copies the area around the point to its array, and the template, turned by half a turn, to the scratchpad.
  __device__ __forceinline__ void stage(int2 place, float* turned) const {
#pragma unroll 1
    for (int i = threadIdx.x; i < kArea * kArea; i += kThreads) {
      area[i] = frame[(place.x - kReach + i / kArea) * width + place.y - kReach + i % kArea];
    }
#pragma unroll 1
    for (int i = threadIdx.x; i < kPixels; i += kThreads) turned[kPixels - 1 - i] = own[i];
  }

  // Each element is a sum over the overlap of the turned template and the area.
  __device__ __forceinline__ void convolve(const float* turned) const {
#pragma unroll 1
    for (int i = threadIdx.x; i < kElements; i += kThreads) {
      const int row = i / kFull, column = i % kFull;
      const int left = max(0, column - kArea + 1), right = min(kTemplate - 1, column);
      float sum = 0.0f;
#pragma unroll 1
      for (int y = max(0, row - kArea + 1); y <= min(kTemplate - 1, row); ++y) {
#pragma unroll 1
        for (int x = left; x <= right; ++x) {
          sum = fmaf(turned[y * kTemplate + x], area[(row - y) * kArea + column - x], sum);
        }
      }
      convolution[i] = sum;
    }
  }

  // For every element of the convolution, the sum of the area's pixels (or of their squares) under the template. A
  // running sum down each column adds a pixel and subtracts the one a template's height above; then the same along the
  // rows.
  template <bool kSquared>
  __device__ __forceinline__ void sum_windows(float* to) const {
#pragma unroll 1
    for (int column = threadIdx.x; column < kArea; column += kThreads) {
      float sum = 0.0f;
#pragma unroll 1
      for (int row = 0; row < kFull; ++row) {
        if (row < kArea) sum += power<kSquared>(area[row * kArea + column]);
        if (row >= kTemplate) sum -= power<kSquared>(area[(row - kTemplate) * kArea + column]);
        columns[row * kArea + column] = sum;
      }
    }
    __syncthreads();
#pragma unroll 1
    for (int row = threadIdx.x; row < kFull; row += kThreads) {
      float sum = 0.0f;
#pragma unroll 1
      for (int column = 0; column < kFull; ++column) {
        if (column < kArea) sum += columns[row * kArea + column];
        if (column >= kTemplate) sum -= columns[row * kArea + column - kTemplate];
        to[row * kFull + column] = sum;
      }
    }
    __syncthreads();
  }

  template <bool kSquared>
  static __device__ __forceinline__ float power(float value) {
    return kSquared ? value * value : value;
  }

  __device__ __forceinline__ void correlate(float sum, float deviation) const {
#pragma unroll 1
    for (int i = threadIdx.x; i < kElements; i += kThreads) {
      const float of_area = sqrtf(fmaxf(squares[i] - sums[i] * sums[i] / kPixels, 0.0f)) * deviation;
      const float together = convolution[i] - sums[i] * sum / kPixels;
      convolution[i] = of_area > 0.0f ? together / of_area : 0.0f;
    }
  }

  __device__ __forceinline__ void blend(int2 place) const {
#pragma unroll 1
    for (int i = threadIdx.x; i < kPixels; i += kThreads) own[i] = kKept * own[i] + (1.0f - kKept) * seen(place, i);
  }
};

// Processes one frame of `width` columns. `points` are the places (x: row, y: column), which move.
template <int kRadius>
static __device__ __forceinline__ void follow(const float* frame, int height, int width, int2* points,
                                              float* templates, float* arrays, float* correlations, int first) {
  using P = Point<kRadius>;
  __shared__ float partial_sum[kMaxTemplate], partial_squares[kMaxTemplate];
  // Volatile, because clang 14 moves reads of single words of the scratchpad, which have no index, before the barrier.
  volatile __shared__ float template_sum, template_squares, template_deviation;
  __shared__ float best_value[kMaxConvolution];
  __shared__ int best_column[kMaxConvolution];
  __shared__ float turned[kMaxTemplate * kMaxTemplate];
  const P point(frame, width, templates, arrays);
  int2* const place = points + blockIdx.x;
  const int t = threadIdx.x;
  if (first) {
    point.take_template(*place);
    return;
  }

  point.stage(*place, turned);
  __syncthreads();
  point.convolve(turned);
  point.template sum_windows<false>(point.sums);
  point.template sum_windows<true>(point.squares);

  // The template's sum and its deviation from its mean, one column per thread.
  if (t < P::kTemplate) {
    float sum = 0.0f, squares = 0.0f;
#pragma unroll 1
    for (int y = 0; y < P::kTemplate; ++y) {
      const float value = turned[y * P::kTemplate + t];
      sum += value;
      squares = fmaf(value, value, squares);
    }
    partial_sum[t] = sum;
    partial_squares[t] = squares;
  }
  __syncthreads();
  if (t == 0) {
    float sum = 0.0f, squares = 0.0f;
#pragma unroll 1
    for (int column = 0; column < P::kTemplate; ++column) {
      sum += partial_sum[column];
      squares += partial_squares[column];
    }
    template_sum = sum;
    template_squares = squares;
  }
  __syncthreads();
  if (t == 0) template_deviation = sqrtf(template_squares - template_sum * template_sum / P::kPixels);
  __syncthreads();
  point.correlate(template_sum, template_deviation);
  __syncthreads();

  // The maximum over the places where the template is wholly inside the area: each thread takes a row, then the best of
  // the rows is taken.
  constexpr int kBegin = 2 * kRadius, kEnd = 2 * P::kReach;
  if (t >= kBegin && t <= kEnd) {
    float best = -2.0f;
    int at = kBegin;
#pragma unroll 1
    for (int column = kBegin; column <= kEnd; ++column) {
      const float value = point.convolution[t * P::kFull + column];
      if (value > best) {
        best = value;
        at = column;
      }
    }
    best_value[t] = best;
    best_column[t] = at;
  }
  __syncthreads();
  if (t == 0) {
    int best = kBegin;
#pragma unroll 1
    for (int row = kBegin + 1; row <= kEnd; ++row) {
      if (best_value[row] > best_value[best]) best = row;
    }
    // The area must stay inside the frame.
    place->x = min(max(place->x + best - kRadius - P::kReach, P::kReach), height - 1 - P::kReach);
    place->y = min(max(place->y + best_column[best] - kRadius - P::kReach, P::kReach), width - 1 - P::kReach);
    correlations[blockIdx.x] = best_value[best];
  }
  __syncthreads();
  point.blend(*place);
}

#define HEARTWALL_KERNEL(radius)                                                                                  \
  extern "C" __global__ void __launch_bounds__(kThreads)                                                          \
  heartwall_##radius(const float* frame, int height, int width, int2* points, float* templates, float* arrays,    \
                     float* correlations, int first) {                                                            \
    follow<radius>(frame, height, width, points, templates, arrays, correlations, first);                         \
  }
HEARTWALL_KERNEL(3)
HEARTWALL_KERNEL(8)
HEARTWALL_KERNEL(25)
#undef HEARTWALL_KERNEL
