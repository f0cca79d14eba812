// Tracking of points on the wall of a heart through a film of ultrasound frames, one block per point, one launch per
// frame. The block searches for the point's template around its last place: it computes the convolution with the turned
// template, the sums of the windows under it by cumulative sums, the normalised correlation of both, and its maximum.
// The searched area and all intermediate results are arrays in global memory; the turned template and the reductions
// are in the scratchpad.
constexpr int kThreads = 512;
constexpr int kMaxTemplate = 51;                                // largest side of a template
constexpr int kMaxSearch = 81;                                  // largest side of the searched area
constexpr int kMaxConvolution = kMaxTemplate + kMaxSearch - 1;  // 131
constexpr float kKept = 0.87f;                                  // share of the old template in the new one

// Sides of squares and sizes of arrays, for templates of 2 kRadius + 1 pixels a side. The searched area reaches kSearch
// pixels each way.
template <int kRadius>
struct Sides {
  static constexpr int kSearch = 8 * kRadius / 5;
  static constexpr int kSmall = 2 * kRadius + 1, kArea = 2 * kSearch + 1, kFull = kSmall + kArea - 1;
  static constexpr int kPixels = kSmall * kSmall;
  // The start of each array of a point.
  static constexpr int kConvolution = kArea * kArea;
  static constexpr int kColumns = kConvolution + kFull * kFull;
  static constexpr int kSums = kColumns + kFull * kArea;
  static constexpr int kSquares = kSums + kFull * kFull;
  static constexpr int kFloats = kSquares + kFull * kFull;
};

// Computes every element of the full convolution. The turned template and the area overlap in bounds that differ from
// element to element.
template <class S>
static __device__ __forceinline__ void convolve(const float* turned, const float* area, float* convolution) {
#pragma unroll 1
  for (int i = threadIdx.x; i < S::kFull * S::kFull; i += kThreads) {
    const int row = i / S::kFull, column = i % S::kFull;
    const int top = max(0, row - S::kArea + 1), bottom = min(S::kSmall - 1, row);
    const int left = max(0, column - S::kArea + 1), right = min(S::kSmall - 1, column);
    float sum = 0.0f;
#pragma unroll 1
    for (int y = top; y <= bottom; ++y) {
      const float* factor = turned + y * S::kSmall + left;
      const float* pixel = area + (row - y) * S::kArea + column - left;
#pragma unroll 4
      for (int x = left; x <= right; ++x) sum = fmaf(*factor++, *pixel--, sum);
    }
    convolution[i] = sum;
  }
}

// For every element of the convolution, the sum of the area's pixels (or of their squares) under the template:
// differences of cumulative sums down the columns, then a running sum of these along the rows.
template <class S, bool kSquared>
static __device__ __forceinline__ void sum_windows(const float* area, float* columns, float* sums) {
  const int t = threadIdx.x;
  if (t < S::kArea) {
    float sum = 0.0f;
#pragma unroll 1
    for (int y = 0; y < S::kArea; ++y) {
      const float pixel = area[y * S::kArea + t];
      sum += kSquared ? pixel * pixel : pixel;
      columns[y * S::kArea + t] = sum;
    }
    // Goes upwards, so that it does not overwrite sums that are still needed.
#pragma unroll 1
    for (int row = S::kFull - 1; row >= 0; --row) {
      const float above = row >= S::kSmall ? columns[(row - S::kSmall) * S::kArea + t] : 0.0f;
      columns[row * S::kArea + t] = columns[min(row, S::kArea - 1) * S::kArea + t] - above;
    }
  }
  __syncthreads();
  if (t < S::kFull) {
    float sum = 0.0f;
#pragma unroll 1
    for (int column = 0; column < S::kFull; ++column) {
      if (column < S::kArea) sum += columns[t * S::kArea + column];
      if (column >= S::kSmall) sum -= columns[t * S::kArea + column - S::kSmall];
      sums[t * S::kFull + column] = sum;
    }
  }
  __syncthreads();
}

// Processes one frame of `width` columns. `points` are the places (x: row, y: column), which move; `templates` and
// `arrays` have a part for each point. The first frame gives the templates.
template <int kRadius>
static __device__ __forceinline__ void track(const float* __restrict__ frame, int height, int width, int2* points,
                                             float* templates, float* arrays, float* correlations, int first) {
  using S = Sides<kRadius>;
  __shared__ float turned[kMaxTemplate * kMaxTemplate];
  __shared__ float partial_sum[kMaxTemplate], partial_squares[kMaxTemplate];
  __shared__ float best_value[kMaxConvolution];
  __shared__ int best_column[kMaxConvolution];
  __shared__ float template_sum, template_squares, template_deviation;
  const int t = threadIdx.x;
  float* own = templates + blockIdx.x * S::kPixels;
  int2* point = points + blockIdx.x;

  if (first) {
#pragma unroll 1
    for (int i = t; i < S::kPixels; i += kThreads) {
      own[i] = frame[(point->x - kRadius + i / S::kSmall) * width + point->y - kRadius + i % S::kSmall];
    }
    return;
  }

  float* area = arrays + blockIdx.x * S::kFloats;
  float* convolution = area + S::kConvolution;
#pragma unroll 1
  for (int i = t; i < S::kArea * S::kArea; i += kThreads) {
    area[i] = frame[(point->x - S::kSearch + i / S::kArea) * width + point->y - S::kSearch + i % S::kArea];
  }
#pragma unroll 1
  for (int i = t; i < S::kPixels; i += kThreads) turned[S::kPixels - 1 - i] = own[i];
  __syncthreads();

  convolve<S>(turned, area, convolution);
  sum_windows<S, false>(area, area + S::kColumns, area + S::kSums);
  sum_windows<S, true>(area, area + S::kColumns, area + S::kSquares);

  // The template's sum and its deviation from its mean.
  if (t < S::kSmall) {
    float sum = 0.0f, squares = 0.0f;
#pragma unroll 1
    for (int y = 0; y < S::kSmall; ++y) {
      const float value = turned[y * S::kSmall + t];
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
    for (int column = 0; column < S::kSmall; ++column) {
      sum += partial_sum[column];
      squares += partial_squares[column];
    }
    template_sum = sum;
    template_squares = squares;
  }
  __syncthreads();

  if (t == 0) template_deviation = sqrtf(template_squares - template_sum * template_sum / S::kPixels);
  __syncthreads();

  // The normalised correlation overwrites the convolution.
#pragma unroll 1
  for (int i = t; i < S::kFull * S::kFull; i += kThreads) {
    const float sum = area[S::kSums + i];
    const float deviation = sqrtf(fmaxf(area[S::kSquares + i] - sum * sum / S::kPixels, 0.0f)) * template_deviation;
    const float together = convolution[i] - sum * template_sum / S::kPixels;
    convolution[i] = deviation > 0.0f ? together / deviation : 0.0f;
  }
  __syncthreads();

  // Its maximum over the places where the template is wholly inside the area: each thread takes a row, then the best of
  // the rows is taken.
  const int begin = 2 * kRadius, end = 2 * S::kSearch;
  if (t >= begin && t <= end) {
    float best = -2.0f;
    int place = begin;
#pragma unroll 1
    for (int column = begin; column <= end; ++column) {
      const float value = convolution[t * S::kFull + column];
      if (value > best) {
        best = value;
        place = column;
      }
    }
    best_value[t] = best;
    best_column[t] = place;
  }
  __syncthreads();
  if (t == 0) {
    int best = begin;
#pragma unroll 1
    for (int row = begin + 1; row <= end; ++row) {
      if (best_value[row] > best_value[best]) best = row;
    }
    // The area must stay inside the frame.
    point->x = min(max(point->x + best - kRadius - S::kSearch, S::kSearch), height - 1 - S::kSearch);
    point->y = min(max(point->y + best_column[best] - kRadius - S::kSearch, S::kSearch), width - 1 - S::kSearch);
    correlations[blockIdx.x] = best_value[best];
  }
  __syncthreads();

#pragma unroll 1
  for (int i = t; i < S::kPixels; i += kThreads) {
    const float seen = frame[(point->x - kRadius + i / S::kSmall) * width + point->y - kRadius + i % S::kSmall];
    own[i] = kKept * own[i] + (1.0f - kKept) * seen;
  }
}

#define HWT_KERNEL(radius)                                                                                           \
  extern "C" __global__ void __launch_bounds__(kThreads)                                                             \
  hwt_track_##radius(const float* __restrict__ frame, int height, int width, int2* points, float* templates,        \
                     float* arrays, float* correlations, int first) {                                                \
    track<radius>(frame, height, width, points, templates, arrays, correlations, first);                             \
  }
HWT_KERNEL(3)
HWT_KERNEL(8)
HWT_KERNEL(25)
#undef HWT_KERNEL
