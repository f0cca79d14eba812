// The locks of pairs of blocks that share scratchpad, the bits that say when a block has released its lock, and the
// rank of each block's warps (owner warp first). The RTL of models/policy/pair_locks.h and sharing_gate.cpp.
//
// Timing, as in the model. The answer to an operation is combinational; its changes are visible after the edge. The
// operations of one cycle of the SM come one per edge, in the order of the stages: the second of two schedulers sees
// what the first has taken. Ranks and holders are functions of the registers.
//
// Blocks: slots from 0 on; below `pairs` and from `default_blocks` on they share, slot k with slot default_blocks + k.
// Warps: `block_warps` for each slot, from slot x block_warps on.
//
// With FAULTS = 1 `fault` selects one of the faults below, to show that tests can fail; with 0 it is ignored.
module lock_unit #(
    parameter int unsigned SLOTS = 32,
    parameter int unsigned WARPS = 64,
    parameter bit FAULTS = 1'b0,
    localparam int unsigned SlotBits = $clog2(SLOTS),
    localparam int unsigned WarpBits = $clog2(WARPS),
    localparam int unsigned Pairs = SLOTS / 2
) (
    input logic clk,
    input logic reset,
    input logic [3:0] fault,
    input logic [SlotBits:0] default_blocks,
    input logic [SlotBits:0] pairs,
    input logic [WarpBits:0] block_warps,           // warps per block
    input logic [WarpBits+5:0] block_threads,       // threads per block
    input logic [31:0] private_bytes,
    input logic older_owns,                   // the older of two blocks owns a free lock

    input logic [2:0] op,
    input logic [SlotBits-1:0] slot,
    input logic [WarpBits-1:0] warp,          // kRelease, kEnded
    input logic [31:0] lanes,                 // lanes that release, or lanes that are left
    input logic [31:0] highest,               // kAsk: the last accessed byte

    output logic open,       // kAsk: the access is allowed
    output logic asks_lock,  // kAsk: it needs the lock
    output logic takes,      // kAsk: it takes the lock, which was free
    output logic releases,   // kRelease, kEnded: the block's release is now complete
    output logic gives_up,   // and the block held the lock
    output logic hands_over, // kFinish: the partner has the lock now

    output logic [SLOTS-1:0][1:0] ranks,      // 0 owner, 1 shares nothing, 2 not owner
    output logic [Pairs-1:0] held,
    output logic [Pairs-1:0] held_by_upper    // the holder is the block of the upper slot (from default_blocks on)
);
  localparam logic [2:0] kStart = 1, kFinish = 2, kAsk = 3, kRelease = 4, kEnded = 5;
  localparam logic [3:0] TakesHeldLock = 1, NoHandOver = 2, HandsToReleased = 3, ReleaseKeepsLock = 4,
      OneWarpReleases = 5, EndedLanesCount = 6, PrivateNeedsLock = 7, BorderOffByOne = 8, FreeLockOwned = 9,
      UnsharedLast = 10, YoungerOwns = 11, ThreadsIgnored = 12;

  logic [15:0] faulty;  // [fault]
  assign faulty = FAULTS ? 16'd1 << fault : '0;

  logic [SLOTS-1:0] resident, released;
  logic [Pairs-1:0] upper_older;  // of two resident blocks, the upper is older
  logic [31:0] active[WARPS], done[WARPS];  // lanes that have not ended; those that have released

  // ---- The block of the operation, and its partner.
  logic shares, upper, holds, is_free, partner_wants;
  logic [SlotBits-1:0] partner;
  logic [SlotBits-2:0] pair;
  assign upper = {1'b0, slot} >= default_blocks;
  assign shares = pairs != '0 && ({1'b0, slot} < pairs || upper);
  assign partner = upper ? slot - SlotBits'(default_blocks) : slot + SlotBits'(default_blocks);
  assign pair = (SlotBits - 1)'(upper ? partner : slot);
  assign is_free = !held[pair];
  assign holds = held[pair] && held_by_upper[pair] == upper;
  assign partner_wants = resident[partner] && (!released[partner] || faulty[HandsToReleased]);

  // ---- Accesses.
  assign asks_lock = op == kAsk && shares &&
      (faulty[PrivateNeedsLock] || (faulty[BorderOffByOne] ? highest > private_bytes : highest >= private_bytes));
  assign takes = asks_lock && (is_free || (faulty[TakesHeldLock] && !holds));
  assign open = op == kAsk && (!asks_lock || holds || takes);

  // ---- Releases: the block's threads after the operation.
  logic [WARPS-1:0] of_block;
  logic [31:0] active_then, done_then, any, missing;
  logic complete;
  logic [WarpBits:0] first;
  assign first = (WarpBits + 1)'(slot) * block_warps;
  always_comb begin
    active_then = active[warp] & (op == kEnded && !faulty[EndedLanesCount] ? lanes : '1);
    done_then = done[warp] | (op == kRelease ? lanes : '0);
    any = '0;
    missing = '0;
    for (int unsigned w = 0; w < WARPS; w++) begin
      of_block[w] = w >= 32'(first) && w < 32'(first) + 32'(block_warps);
      if (of_block[w]) begin
        any |= w == 32'(warp) ? active_then : active[w];
        if (!faulty[OneWarpReleases] || w == 32'(warp))
          missing |= w == 32'(warp) ? active_then & ~done_then : active[w] & ~done[w];
      end
    end
    complete = any != '0 && missing == '0;
  end
  assign releases = (op == kRelease || op == kEnded) && shares && complete && !released[slot];
  assign gives_up = releases && holds;
  assign hands_over = op == kFinish && shares && holds && partner_wants && !faulty[NoHandOver];

  // The threads that warp w of the block has at its start.
  function automatic logic [31:0] lanes_of(input int unsigned w);
    logic [WarpBits+5:0] below;
    below = (WarpBits + 6)'((w - 32'(first)) * 32);
    if (block_threads >= below + 32 || faulty[ThreadsIgnored]) return '1;
    if (block_threads <= below) return '0;
    return (32'd1 << 5'(block_threads - below)) - 1;
  endfunction

  always_ff @(posedge clk) begin
    if (reset) begin
      {resident, released, held, held_by_upper, upper_older} <= '0;
      active <= '{default: '0};
      done <= '{default: '0};
    end else if (shares) begin
      case (op)
        kStart: begin
          resident[slot] <= 1'b1;
          released[slot] <= 1'b0;
          upper_older[pair] <= !upper;
          for (int unsigned w = 0; w < WARPS; w++) begin
            if (of_block[w]) begin
              active[w] <= lanes_of(w);
              done[w] <= '0;
            end
          end
        end
        kFinish: begin
          resident[slot] <= 1'b0;
          if (holds) begin
            held[pair] <= hands_over;
            held_by_upper[pair] <= !upper;
          end
        end
        kAsk:
        if (takes) begin
          held[pair] <= 1'b1;
          held_by_upper[pair] <= upper;
        end
        kRelease, kEnded: begin
          active[warp] <= active_then;
          done[warp] <= done_then;
          if (releases) released[slot] <= 1'b1;
          if (gives_up && !faulty[ReleaseKeepsLock]) held[pair] <= 1'b0;
        end
        default: ;
      endcase
    end
  end

  // ---- Ranks. A free lock has no owner, or is owned by the older of the blocks that may still take it.
  function automatic logic [1:0] rank_of(input int unsigned s);
    logic is_upper, wants, other_wants, older;
    logic [SlotBits-1:0] other;
    logic [SlotBits-2:0] lock;
    is_upper = s >= 32'(default_blocks);
    other = is_upper ? SlotBits'(s - 32'(default_blocks)) : SlotBits'(s + 32'(default_blocks));
    lock = (SlotBits - 1)'(is_upper ? 32'(other) : s);
    wants = resident[s] && !released[s];
    other_wants = resident[other] && !released[other];
    older = wants && (!other_wants || (upper_older[lock] ^ faulty[YoungerOwns]) == is_upper);
    if (pairs == '0) return 2'd0;
    if (s >= 32'(pairs) && !is_upper) return faulty[UnsharedLast] ? 2'd2 : 2'd1;
    if (held[lock]) return held_by_upper[lock] == is_upper ? 2'd0 : 2'd2;
    return (older_owns && older) || faulty[FreeLockOwned] ? 2'd0 : 2'd2;
  endfunction

  always_comb begin
    for (int unsigned s = 0; s < SLOTS; s++) ranks[s] = rank_of(s);
  end
endmodule
