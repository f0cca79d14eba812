// The forward pass into the hidden layer of a neural network of 16 hidden units, with scratchpad arrays for 48 inputs
// by 48 hidden units: Rodinia's bpnn_layerforward_CUDA as Jatala et al. change it, with WIDTH and HEIGHT set to 48
// (their table V). Two variables have 9,408 bytes.
//
// Their table VI has 1,048,576 threads, so the host still launches 16 x 16 threads for 16 of 65,536 inputs, and a block
// uses only a corner of its arrays. The paper does not say what happens to the rest. In Rodinia, HEIGHT also sets the
// number of tree steps and the distance between two blocks: with 48, a fifth step would add rows that no thread wrote,
// and the blocks would leave out two of every three inputs. Here the tree ends with the rows that exist, and every
// input is used.
constexpr int kSide = 16;      // a block of threads: inputs by hidden units
constexpr int kCapacity = 48;  // the arrays: WIDTH and HEIGHT
constexpr int kRow = kSide + 1;

// Row 0 of the weights holds the biases, and column 0 is not used. The tree's numbers overwrite the weights.
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
  // The sums are in row 0. One column of threads stores them, one unit per thread.
  if (x == 0) partial_sums[blockIdx.y * kSide + y] = product[x][y];
}
