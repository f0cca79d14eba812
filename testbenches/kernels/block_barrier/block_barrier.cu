// nvcc only, sm_80: clang has no headers of CUDA without an installation.
// cuda::barrier and cuda::pipeline: threads that produce and threads that consume, and copies that a barrier counts.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;
#pragma nv_diag_suppress static_var_with_dynamic_init
using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int kHalf = 64;  // the first half of 128 threads produces, the other half consumes

// Two buffers, each with a barrier that says it is full and one that says it is empty.
extern "C" __global__ void block_barrier_roles(const int* in, int* out, int rounds) {
  __shared__ Barrier full[2], empty[2];
  __shared__ int buffer[2][kHalf];
  if (threadIdx.x == 0) {
    for (int i = 0; i < 2; ++i) {
      init(&full[i], blockDim.x);
      init(&empty[i], blockDim.x);
    }
  }
  __syncthreads();
  const int lane = static_cast<int>(threadIdx.x) % kHalf;
  if (threadIdx.x < kHalf) {
    for (int i = 0; i < rounds; ++i) {
      empty[i % 2].arrive_and_wait();
      buffer[i % 2][lane] = in[i * kHalf + lane] * 3 + i;
      (void)full[i % 2].arrive();
    }
  } else {
    (void)empty[0].arrive();
    (void)empty[1].arrive();
    for (int i = 0; i < rounds; ++i) {
      full[i % 2].arrive_and_wait();
      out[i * kHalf + lane] = buffer[i % 2][kHalf - 1 - lane];
      (void)empty[i % 2].arrive();
    }
  }
}

// Three stages: the producers copy two words each, the consumers subtract words of both ends.
extern "C" __global__ void block_barrier_pipeline(const int* in, int* out, int rounds) {
  constexpr int kStages = 3, kWords = 2 * kHalf;
  __shared__ int buffer[kStages][kWords];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  const auto block = cg::this_thread_block();
  const bool produces = block.thread_rank() < kHalf;
  auto pipeline = cuda::make_pipeline(block, &state,
                                      produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  const int lane = static_cast<int>(block.thread_rank()) % kHalf;
  for (int i = 0; i < rounds; ++i) {
    int* const words = buffer[i % kStages];
    if (produces) {
      pipeline.producer_acquire();
      for (int at = lane; at < kWords; at += kHalf)
        cuda::memcpy_async(words + at, in + i * kWords + at, cuda::aligned_size_t<4>(4), pipeline);
      pipeline.producer_commit();
    } else {
      pipeline.consumer_wait();
      out[i * kHalf + lane] = words[lane] - words[kWords - 1 - lane];
      pipeline.consumer_release();
    }
  }
}

// A barrier waits for the copies of all threads. Then half of the threads that are left leave it, again and again.
extern "C" __global__ void block_barrier_drop(const int* in, int* out) {
  __shared__ Barrier barrier;
  __shared__ alignas(16) int buffer[2 * kHalf];
  const auto block = cg::this_thread_block();
  const int thread = static_cast<int>(threadIdx.x);
  if (thread == 0) init(&barrier, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(block, buffer, in, cuda::aligned_size_t<16>(sizeof(buffer)), barrier);
  barrier.arrive_and_wait();
  int sum = buffer[2 * kHalf - 1 - thread];
  for (int left = kHalf; left >= 1; left /= 2) {
    if (thread >= left) {
      barrier.arrive_and_drop();
      break;
    }
    barrier.arrive_and_wait();
    sum += buffer[thread + left];
    barrier.arrive_and_wait();
    buffer[thread] = sum;
    barrier.arrive_and_wait();
  }
  out[thread] = sum;
}
