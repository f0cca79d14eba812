// Searches for ranges of keys in a B+ tree, a block a range: where the range's first record lies, and how many there
// are. A node has 256 keys, a thread each: of an inner node the thread whose key and the next enclose the wanted one
// finds the child, of a leaf the thread with the wanted key finds the record. Both ends of a range are sought at once,
// and where the search stands is in global memory, as in Rodinia. Jatala et al., table IV: findRangeK takes no
// scratchpad and is limited by registers. The paper prints no block size: 256 threads are Rodinia's order of the tree.
constexpr int kOrder = 256;

struct Node {
  int location;             // its place in the array of nodes
  int indices[kOrder + 1];  // children; of a leaf records
  int keys[kOrder + 1];     // ascending; the smallest of each child, and the largest int behind the last
  int leaf, count;
};

// One level down from `node` on the way to `key`. `next` is left as it is by all threads but one.
static __device__ __forceinline__ void descend(const Node* nodes, int count, int node, int key, int* next) {
  const int thread = threadIdx.x;
  if (nodes[node].keys[thread] <= key && nodes[node].keys[thread + 1] > key && nodes[node].indices[thread] < count) {
    *next = nodes[node].indices[thread];
  }
}

// `height`: levels above the leaves. A block has an element of each array but the nodes; `at` and `next`, `last` and
// `last_next` are 0, the root. `length` stays as it is where the last key is not in the tree, `first` where the first
// is not.
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
