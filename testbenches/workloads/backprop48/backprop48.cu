// The forward pass into the hidden layer of a neural network of 16 hidden units, in scratchpad arrays for 48 inputs by
// 48 hidden units: what Jatala et al. make of Rodinia's bpnn_layerforward_CUDA when they set WIDTH and HEIGHT to 48
// (their table V). 9,408 bytes in two variables.
//
// Their table VI has 1,048,576 threads, so the host still launches 16 x 16 threads for 16 of 65,536 inputs, and a block
// fills a corner of its arrays. The paper does not say what becomes of the rest. Rodinia takes the steps of the tree
// and the distance of two blocks from HEIGHT, too: with 48 a fifth step would add rows that no thread wrote, and the
// blocks would leave out two inputs of three. Here the tree ends with the rows that exist, and every input is used.
constexpr int kSide = 16;      // of a block of threads: inputs by hidden units
constexpr int kCapacity = 48;  // of the arrays: WIDTH and HEIGHT
constexpr int kRow = kSide + 1;

// Row 0 of the weights has the biases, and column 0 is not used. The tree's numbers are left in place of the weights.
extern "C" __global__ void __launch_bounds__(kSide * kSide)
backprop48_forward(const float* __restrict__ inputs, float* weights, float* __restrict__ partial_sums) {
  __shared__ float input[kCapacity];
  __shared__ float product[kCapacity][kCapacity];
  const int x = threadIdx.x, y = threadIdx.y;
  const int own_input = blockIdx.y * kSide + y + 1, own_weight = own_input * kRow + x + 1;

  if (x == 0) input[y] = inputs[own_input];
  __syncthreads();
  product[y][x] = weights[own_weight];
  __syncthreads();
  product[y][x] *= input[y];
  __syncthreads();
#pragma unroll 1
  for (int span = 2; span <= kSide; span *= 2) {
    if (y % span == 0) product[y][x] += product[y + span / 2][x];
    __syncthreads();
  }
  weights[own_weight] = product[y][x];
  __syncthreads();
  // Row 0 has the sums. A column of threads stores them, one unit a thread.
  if (x == 0) partial_sums[blockIdx.y * kSide + y] = product[x][y];
}
