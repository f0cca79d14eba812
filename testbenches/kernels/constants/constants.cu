// Constant and global variables with and without initial values; one holds the addresses of others.
__constant__ float weights[8] = {0.5f, -1.25f, 2.0f, 3.5f, -0.75f, 1e-3f, 100.0f, 7.0f};
__constant__ int offsets[4];  // the host's
__constant__ unsigned char small[5] = {1, 2, 3, 250, 255};
__device__ int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
__device__ double scale = 2.5;
__device__ int other_table[8] = {-3, -1, -4, -1, -5, -9, -2, -6};
__device__ int* tables[2] = {table, other_table + 1};
__device__ int written[64];  // the kernel's

extern "C" __global__ void constants(const int* choice, float* out, int* numbers) {
  const int i = threadIdx.x, k = choice[i] & 7;
  out[i] = weights[k] * 2.0f + static_cast<float>(scale) * small[k % 5];
  numbers[i] = offsets[k & 3] + tables[k & 1][k % 7];
  written[i] = numbers[i] * 2 + table[(k + i) & 7];
}

extern "C" __global__ void constants_again(int* numbers) { numbers[threadIdx.x] += written[63 - threadIdx.x]; }
