// A neural network that recognises handwritten digits, with one launch for each of its four layers. blockIdx.x is a
// feature map or a neuron, blockIdx.y the image. Layers 1 and 2 are convolutions by 5 x 5 windows in steps of 2, from
// 29 x 29 pixels to maps of 13 x 13 and 5 x 5 neurons, with a thread for each neuron of a map. Layers 3 and 4 are fully
// connected, with a block of one thread for each neuron, so its reads do not coalesce. A neuron's weights begin with
// its bias.
constexpr int kImage = 29, kMap1 = 13, kMap2 = 5, kWindow = 5;

static __device__ __forceinline__ float tanh_of(float x) {
  // tanh(x) as 1 - 2 / (e^2x + 1); 2.885390 = 2 log2 e.
  return 1.0f - 2.0f / (__nvvm_ex2_approx_f(2.885390082f * x) + 1.0f);
}

// LeCun's scaling: it maps 1 and -1 to themselves.
static __device__ __forceinline__ float activation(float sum) { return 1.7159f * tanh_of(0.6666667f * sum); }

// Adds the products of a 5 x 5 window of `from`, whose rows have `stride` neurons.
static __device__ __forceinline__ float window_sum(const float* from, const float* weight, int stride, float sum) {
#pragma unroll
  for (int y = 0; y < kWindow; ++y) {
#pragma unroll
    for (int x = 0; x < kWindow; ++x) sum = fmaf(from[y * stride + x], weight[y * kWindow + x], sum);
  }
  return sum;
}

extern "C" __global__ void __launch_bounds__(kMap1 * kMap1)
nn_first_layer(const float* __restrict__ images, const float* __restrict__ weights, float* __restrict__ neurons) {
  const int x = threadIdx.x, y = threadIdx.y;
  const float* image = images + blockIdx.y * kImage * kImage;
  const float* weight = weights + blockIdx.x * (1 + kWindow * kWindow);
  const float sum = window_sum(image + 2 * y * kImage + 2 * x, weight + 1, kImage, weight[0]);
  neurons[(blockIdx.y * gridDim.x + blockIdx.x) * kMap1 * kMap1 + y * kMap1 + x] = activation(sum);
}

// Every map of layer 2 has a window of its own for each of the `maps` maps of layer 1.
extern "C" __global__ void __launch_bounds__(kMap2 * kMap2)
nn_second_layer(const float* __restrict__ before, const float* __restrict__ weights, float* __restrict__ neurons,
                int maps) {
  const int x = threadIdx.x, y = threadIdx.y;
  const float* from = before + blockIdx.y * maps * kMap1 * kMap1 + 2 * y * kMap1 + 2 * x;
  const float* weight = weights + blockIdx.x * (1 + maps * kWindow * kWindow);
  float sum = *weight++;
#pragma unroll 1
  for (int map = 0; map < maps; ++map, from += kMap1 * kMap1, weight += kWindow * kWindow) {
    sum = window_sum(from, weight, kMap1, sum);
  }
  neurons[(blockIdx.y * gridDim.x + blockIdx.x) * kMap2 * kMap2 + y * kMap2 + x] = activation(sum);
}

// Layers 3 and 4: computes one neuron from all `inputs` neurons of the layer before.
static __device__ __forceinline__ void connected(const float* before, const float* weights, float* neurons,
                                                 int inputs) {
  const float* from = before + blockIdx.y * inputs;
  const float* weight = weights + blockIdx.x * (1 + inputs);
  float sum = *weight++;
#pragma unroll 5
  for (int i = 0; i < inputs; ++i) sum = fmaf(from[i], weight[i], sum);
  neurons[blockIdx.y * gridDim.x + blockIdx.x] = activation(sum);
}

extern "C" __global__ void __launch_bounds__(1)
nn_third_layer(const float* __restrict__ before, const float* __restrict__ weights, float* __restrict__ neurons,
               int inputs) {
  connected(before, weights, neurons, inputs);
}

extern "C" __global__ void __launch_bounds__(1)
nn_fourth_layer(const float* __restrict__ before, const float* __restrict__ weights, float* __restrict__ neurons,
                int inputs) {
  connected(before, weights, neurons, inputs);
}
