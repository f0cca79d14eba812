// Breadth-first search in one kernel, one launch for each level and one thread for each node. `nodes` holds each node's
// first edge and its number of edges; flags are bytes; a node whose level is -1 has not been found.
//
// The nodes of the frontier set the level of each neighbour that no earlier level has found to their own level plus
// one. Several threads may find the same neighbour; all of them write the same values, and later threads execute the
// same instructions as the first. So neither the answer nor the instructions depend on the order of the threads. In the
// program of ISPASS 2009 they do: one array holds both the frontier and the found nodes, and a launch sets flags of
// visited nodes that it also reads. Here the host exchanges `frontier` and `found` after each level, and the levels say
// which nodes have been visited.
extern "C" __global__ void __launch_bounds__(256)
bfs_ispass(const int2* __restrict__ nodes, const int* __restrict__ edges, unsigned char* __restrict__ frontier,
           unsigned char* __restrict__ found, int* levels, int* __restrict__ again, int count) {
  const int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= count || !frontier[node]) return;
  frontier[node] = 0;
  const int level = levels[node] + 1;
  const int2 range = nodes[node];
  const int end = range.x + range.y;
#pragma unroll 1
  for (int edge = range.x; edge < end; ++edge) {
    const int neighbour = edges[edge];
    // As an unsigned number, -1 is the greatest.
    if (static_cast<unsigned>(levels[neighbour]) < static_cast<unsigned>(level)) continue;
    levels[neighbour] = level;
    found[neighbour] = 1;
    *again = 1;
  }
}
