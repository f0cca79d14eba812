// Breadth-first search, one level per round: the frontier's neighbours get their depth, then they become the frontier.
// The host launches both kernels until a round finds nothing.
struct Graph {
  const int* first;  // the edges of node i are targets[first[i]] .. targets[first[i + 1] - 1]
  const int* targets;
  int nodes;
};

__global__ void expand(Graph graph, int* frontier, int* found, int* depth) {
  const int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= graph.nodes || frontier[node] == 0) return;
  frontier[node] = 0;
  for (int i = graph.first[node]; i < graph.first[node + 1]; ++i) {
    const int target = graph.targets[i];
    if (depth[target] >= 0) continue;
    depth[target] = depth[node] + 1;  // all threads of this round write the same depth
    found[target] = 1;
  }
}

__global__ void advance(int nodes, int* frontier, int* found, int* more) {
  const int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= nodes || found[node] == 0) return;
  found[node] = 0;
  frontier[node] = 1;
  *more = 1;
}
