// A layer of a neural network trained by back-propagation, with 16 hidden units. One kernel is the forward pass into
// the hidden layer, the other changes the weights into it. Row 0 of a weight matrix holds the biases of the hidden
// units, and column 0 is not used, so a row has 17 weights. A block of 16 x 16 threads handles the weights of 16
// inputs; each column of threads belongs to one hidden unit.
constexpr int kHidden = 16;
constexpr int kInputs = 16;  // of a block
constexpr int kRow = kHidden + 1;

static __device__ __forceinline__ int weight_of_thread() {
  return (blockIdx.y * kInputs + threadIdx.y + 1) * kRow + threadIdx.x + 1;
}

// Writes each hidden unit's sum over the block's inputs to partial_sums[block][unit]. The scratchpad's 1,088 bytes hold
// the inputs and the products, which a tree adds up. As in the original, the tree's numbers overwrite the weights in
// memory; the host writes the weights again.
extern "C" __global__ void __launch_bounds__(kHidden * kInputs)
backprop_forward(const float* __restrict__ inputs, float* weights, float* __restrict__ partial_sums) {
  __shared__ float input[kInputs];
  __shared__ float product[kInputs][kHidden];
  const int x = threadIdx.x, y = threadIdx.y;
  const int weight = weight_of_thread();

  if (x == 0) input[y] = inputs[blockIdx.y * kInputs + y + 1];
  __syncthreads();
  product[y][x] = weights[weight];
  __syncthreads();
  product[y][x] *= input[y];
  __syncthreads();
#pragma unroll 1
  for (int span = 2; span <= kInputs; span *= 2) {
    if (y % span == 0) product[y][x] += product[y + span / 2][x];
    __syncthreads();
  }
  weights[weight] = product[y][x];
  __syncthreads();
  // The sums are in row 0; thread (0, y) stores that of unit y.
  if (x == 0) partial_sums[blockIdx.y * kHidden + y] = product[x][y];
}

// The next change of a weight is rate * delta * input + momentum * change; it is added to the weight. The input of the
// biases is 1.
extern "C" __global__ void __launch_bounds__(kHidden * kInputs)
backprop_adjust(const float* __restrict__ deltas, const float* __restrict__ inputs, float* weights, float* changes,
                float rate, float momentum) {
  const int x = threadIdx.x, y = threadIdx.y;
  const int weight = weight_of_thread();

  const float change = fmaf(rate * deltas[x + 1], inputs[blockIdx.y * kInputs + y + 1], momentum * changes[weight]);
  weights[weight] += change;
  changes[weight] = change;
  __syncthreads();
  if (y == 0 && blockIdx.y == 0) {
    const float bias_change = fmaf(rate, deltas[x + 1], momentum * changes[x + 1]);
    weights[x + 1] += bias_change;
    changes[x + 1] = bias_change;
  }
}
