// Exact matches of many short queries in one reference, through its suffix tree; one query per thread. For every start
// in its query with at least kMinimum letters after it, a thread finds the longest match: it walks down the tree letter
// by letter from the node that the suffix link of the previous match leads to.
constexpr int kMinimum = 20;

// The index of the child that a letter leads to: bits 1 and 2 of its code are 0 to 3 for A, C, T and G.
static __device__ __forceinline__ int index_of(char letter) { return letter >> 1 & 3; }

// A node is (first, end, link, parent): the letters reference[first .. end - 1] lead to it. Its four children (0: no
// child) are in a separate array. `matches` holds a pair for each start of each query: the node at which the match
// ends, or to which it was on the way, and the number of letters matched.
extern "C" __global__ void __launch_bounds__(256)
mummer(const int4* __restrict__ nodes, const int* __restrict__ children, const char* __restrict__ reference,
       const char* __restrict__ letters, const int* __restrict__ first_letters, const int* __restrict__ lengths,
       const int* __restrict__ first_matches, int2* __restrict__ matches, int queries) {
  const int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= queries) return;
  const char* query = letters + first_letters[id];
  const int length = lengths[id];
  int2* match = matches + first_matches[id];

  int node = 0, depth = 0;  // the last node that the match has passed, and the letters up to it
  int known = 0;            // letters that are known to match: all but the first of the previous match
#pragma unroll 1
  for (int start = 0; start <= length - kMinimum; ++start) {
    int reached = node, matched = depth;
#pragma unroll 1
    while (start + depth < length) {
      const int next = children[4 * node + index_of(query[start + depth])];
      if (next == 0) break;
      const int4 edge = nodes[next];
      const int edge_letters = edge.y - edge.x;
      reached = next;
      // The first letter chose the edge; letters that are known to match are not compared again.
      int same = min(max(known - depth, 1), edge_letters);
#pragma unroll 1
      while (same < edge_letters && start + depth + same < length &&
             reference[edge.x + same] == query[start + depth + same]) {
        ++same;
      }
      matched = depth + same;
      if (same < edge_letters) break;
      node = next;
      depth = matched;
    }
    match[start] = int2{reached, matched};
    known = max(matched - 1, 0);
    if (node != 0) {
      node = nodes[node].z;
      --depth;
    }
  }
}
