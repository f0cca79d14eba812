// Votes, matches and lane masks of a warp.
extern "C" __global__ void votes(const int* in, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  const unsigned all = 0xffffffffu;
  const int x = in[i];
  out[i] = __all_sync(all, x < 100);
  out[n + i] = __any_sync(all, x > 95);
  out[2 * n + i] = __ballot_sync(all, x & 1);
  out[3 * n + i] = __match_any_sync(all, x & 3);
  int same;
  out[4 * n + i] = __match_all_sync(all, x >> 8, &same);
  out[5 * n + i] = same;
  out[6 * n + i] = __match_any_sync(all, static_cast<unsigned long long>(x % 5) << 40);
  unsigned active = 0;
  if (lane % 3 == 1) active = __activemask();
  out[7 * n + i] = active;
  unsigned eq, lt, le, gt, ge, id;
  asm("mov.u32 %0, %%lanemask_eq;" : "=r"(eq));
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lt));
  asm("mov.u32 %0, %%lanemask_le;" : "=r"(le));
  asm("mov.u32 %0, %%lanemask_gt;" : "=r"(gt));
  asm("mov.u32 %0, %%lanemask_ge;" : "=r"(ge));
  asm("mov.u32 %0, %%laneid;" : "=r"(id));
  out[8 * n + i] = eq ^ lt * 3 ^ le * 5 ^ gt * 7 ^ ge * 9 ^ id;
  unsigned uniform;
  asm volatile("{\n\t.reg .pred p, q;\n\tsetp.gt.s32 p, %1, 50;\n\tvote.sync.uni.pred q, p, 0xffffffff;\n\t"
               "selp.u32 %0, 1, 0, q;\n\t}" : "=r"(uniform) : "r"(x));
  out[9 * n + i] = uniform;
  // The rank among the lanes that keep their value: ordinary stream compaction.
  const unsigned kept = __ballot_sync(all, x > 50);
  out[10 * n + i] = x > 50 ? __popc(kept & lt) : 0xffffffffu;
}
