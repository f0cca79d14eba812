// A level of a breadth-first search with queues. A warp takes a node of this level's queue, and its lanes take the
// node's edges. The lane that first reaches a node, by compare-and-swap, puts it into the next level's queue. For
// every 32 edges a warp reserves places in the queue once for all the nodes that it found.
#include "../device.cuh"

constexpr int kThreads = 256;

extern "C" __global__ void __launch_bounds__(kThreads)
bfs_queue(const int* starts, const int* edges, int* levels, const int* queue, int* next, unsigned* lengths, int level) {
  const int lane = threadIdx.x % 32;
  const unsigned warps = gridDim.x * (kThreads / 32), length = lengths[level];
  for (unsigned at = (blockIdx.x * kThreads + threadIdx.x) / 32; at < length; at += warps) {
    const int node = queue[at], end = starts[node + 1];
    for (int first = starts[node]; first < end; first += 32) {
      const int edge = first + lane;
      int to = -1;
      if (edge < end) {
        to = edges[edge];
        if (levels[to] >= 0 || atomicCAS(levels + to, -1, level + 1) != -1) to = -1;
      }
      __syncwarp();
      const unsigned found = __ballot_sync(kWholeWarp, to >= 0);
      if (found == 0) continue;
      unsigned place = 0;
      if (lane == 0) place = atomicAdd(lengths + level + 1, __popc(found));
      place = __shfl_sync(kWholeWarp, place, 0) + __popc(found & ((1u << lane) - 1));
      if (to >= 0) next[place] = to;
    }
  }
}
