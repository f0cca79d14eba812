// Exact matches of many short queries in one reference, through its suffix tree; one query per thread. The tree is read
// through two-dimensional textures, the queries from global memory. One kernel matches the queries as they are, the
// other matches their other strand: the query read backwards, with every letter replaced by its partner.
constexpr int kMinimum = 20, kWidthLog2 = 12;  // least letters after a start; texels of a row

// A texel of `nodes` is (first, end, link, parent): the letters reference[first .. end - 1] lead to the node. A texel
// of `children` holds the node's children for A, C, T and G, 0 for none. A texel of `reference` is a letter.
struct Tree {
  cudaTextureObject_t nodes, children, reference;
};

static __device__ __forceinline__ int4 texel(cudaTextureObject_t texture, int i) {
  int4 value;
  asm("tex.2d.v4.s32.s32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
      : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
      : "l"(texture), "r"(i & ((1 << kWidthLog2) - 1)), "r"(i >> kWidthLog2));
  return value;
}

// Bits 1 and 2 of a letter's code are 0 to 3 for A, C, T and G.
static __device__ __forceinline__ int child_of(cudaTextureObject_t children, int node, int letter) {
  const int4 row = texel(children, node);
  const int low = letter & 2 ? row.y : row.x, high = letter & 2 ? row.w : row.z;
  return letter & 4 ? high : low;
}

// A and T are partners, and so are C and G.
template <bool other_strand>
static __device__ __forceinline__ int letter_at(const char* query, int length, int i) {
  if (!other_strand) return query[i];
  const int letter = query[length - 1 - i];
  return letter ^ (letter & 2 ? 'C' ^ 'G' : 'A' ^ 'T');
}

// Writes a pair for each start in the query: the node at which the longest match ends, or to which it was on the way,
// and its letters. A match begins where the suffix link of the previous match leads; of the letters that the previous
// match had beyond its first, it reads again only those that choose a child.
template <bool other_strand>
static __device__ __forceinline__ void match(Tree tree, const char* query, int length, int2* matches) {
  int passed = 0, depth = 0;  // the last node that was passed, and the letters up to it
  int known = 0;              // letters that match because the previous match had them
#pragma unroll 1
  for (int start = 0; start + kMinimum <= length; ++start) {
    int at = start + depth, towards = passed;
#pragma unroll 1
    while (at < length) {
      const int child = child_of(tree.children, passed, letter_at<other_strand>(query, length, at));
      if (child == 0) break;
      towards = child;
      const int4 edge = texel(tree.nodes, child);
      const int end = min(edge.y, edge.x + length - at), shift = at - edge.x;
      int i = min(max(start + known - shift, edge.x + 1), edge.y);
#pragma unroll 1
      while (i < end && texel(tree.reference, i).x == letter_at<other_strand>(query, length, i + shift)) ++i;
      at = i + shift;
      if (i < edge.y) break;
      passed = child;
      depth = at - start;
    }
    known = at - start;
    matches[start] = int2{towards, known};
    known = max(known - 1, 0);
    if (passed == 0) continue;
    passed = texel(tree.nodes, passed).z;
    --depth;
  }
}

extern "C" __global__ void __launch_bounds__(256)
mummer_v1(Tree tree, const char* __restrict__ letters, const int* __restrict__ first_letters,
          const int* __restrict__ lengths, const int* __restrict__ first_matches, int2* __restrict__ matches,
          int queries) {
  const int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id < queries) match<false>(tree, letters + first_letters[id], lengths[id], matches + first_matches[id]);
}

extern "C" __global__ void __launch_bounds__(256)
mummer_v1_other_strand(Tree tree, const char* __restrict__ letters, const int* __restrict__ first_letters,
                       const int* __restrict__ lengths, const int* __restrict__ first_matches,
                       int2* __restrict__ matches, int queries) {
  const int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id < queries) match<true>(tree, letters + first_letters[id], lengths[id], matches + first_matches[id]);
}
