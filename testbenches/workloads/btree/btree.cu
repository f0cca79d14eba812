// Searches for ranges of keys in a B+ tree, one range per block. It finds the range's first record and the number of
// its records. A node has 256 keys, one for each thread. In an inner node, the thread whose key and next key enclose
// the wanted key finds the child; in a leaf, the thread with the wanted key finds the record. Both ends of a range are
// searched at once, and the current nodes are kept in global memory, as in Rodinia. Jatala et al., table IV: findRangeK
// takes no scratchpad and is limited by registers. The paper prints no block size: 256 threads are Rodinia's order of
// the tree.
constexpr int kOrder = 256;

struct Node {
  int location;             // its place in the array of nodes
  int indices[kOrder + 1];  // children; in a leaf: records
  int keys[kOrder + 1];     // ascending: the smallest key of each child, then the largest int
  int leaf, count;
};

// Goes one level down from `node` towards `key`. Only one thread writes `next`.
static __device__ __forceinline__ void descend(const Node* nodes, int count, int node, int key, int* next) {
  const int thread = threadIdx.x;
  if (nodes[node].keys[thread] <= key && nodes[node].keys[thread + 1] > key && nodes[node].indices[thread] < count) {
    *next = nodes[node].indices[thread];
  }
}

// `height` is the number of levels above the leaves. Each array except `nodes` has one element for each block. `at`,
// `next`, `last` and `last_next` start as 0, the root. `first` is not written if the first key is not in the tree,
// `length` if the last key is not.
extern "C" __global__ void __launch_bounds__(kOrder)
btree(int height, const Node* nodes, int count, int* at, int* next, int* last, int* last_next, const int* start,
      const int* end, int* first, int* length) {
  const int thread = threadIdx.x, range = blockIdx.x;
#pragma unroll 1
  for (int level = 0; level < height; ++level) {
    descend(nodes, count, at[range], start[range], &next[range]);
    descend(nodes, count, last[range], end[range], &last_next[range]);
    __syncthreads();
    if (thread == 0) {
      at[range] = next[range];
      last[range] = last_next[range];
    }
    __syncthreads();
  }
  if (nodes[at[range]].keys[thread] == start[range]) first[range] = nodes[at[range]].indices[thread];
  __syncthreads();
  if (nodes[last[range]].keys[thread] == end[range]) {
    length[range] = nodes[last[range]].indices[thread] - first[range] + 1;
  }
}
