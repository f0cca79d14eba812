// Breadth-first search with two launches for each level and one thread for each node. `nodes` holds each node's first
// edge and its number of edges; flags are bytes.

// The nodes of the frontier give every unvisited neighbour their level plus one. Several threads may find the same
// neighbour in one level; all of them write the same values.
extern "C" __global__ void __launch_bounds__(512)
bfs_expand(const int2* __restrict__ nodes, const int* __restrict__ edges, unsigned char* frontier,
           unsigned char* found, const unsigned char* visited, int* levels, int count) {
  const int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= count || !frontier[node]) return;
  frontier[node] = 0;
  const int level = levels[node] + 1;
  const int2 range = nodes[node];
  const int end = range.x + range.y;
#pragma unroll 1
  for (int edge = range.x; edge < end; ++edge) {
    const int neighbour = edges[edge];
    if (!visited[neighbour]) {
      levels[neighbour] = level;
      found[neighbour] = 1;
    }
  }
}

// The nodes that were found become visited and form the next frontier. `discovered` counts them; a level that adds none
// is the last.
extern "C" __global__ void __launch_bounds__(512)
bfs_commit(unsigned char* __restrict__ frontier, unsigned char* __restrict__ found,
           unsigned char* __restrict__ visited, int* __restrict__ discovered, int count) {
  const int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= count || !found[node]) return;
  frontier[node] = 1;
  visited[node] = 1;
  found[node] = 0;
  atomicAdd(discovered, 1);
}
