// The locks of pairs of thread blocks that share scratchpad. Slot k below `pairs` shares with slot first_upper + k; the
// other slots share nothing. A block may access bytes beyond its own while it owns its pair's lock. It gives the lock
// back when all of its live threads have released it, or when it ends. The answer to an operation is combinational; its
// effect comes at the edge.
//
// With FAULTS = 1 `fault` selects a fault for tests: 1 a lock that the other block owns is taken, 2 ended threads have
// to release.
module my_lock_unit #(
    parameter int unsigned SLOTS = 32,
    parameter int unsigned WARPS = 64,
    parameter bit FAULTS = 1'b0
) (
    input logic clk,
    input logic reset,
    input logic [1:0] fault,
    input logic [5:0] first_upper,
    input logic [5:0] pairs,
    input logic [6:0] warps,         // warps per block
    input logic [11:0] block_threads,      // threads per block
    input logic [31:0] own_bytes,
    input logic oldest_first,        // a free lock belongs to the older block when ranks are computed

    input logic start,
    input logic finish,
    input logic ask,
    input logic leave,               // `lanes` of the warp release the lock
    input logic ended,               // only `lanes` of the warp are left
    input logic [4:0] slot,
    input logic [5:0] warp,
    input logic [31:0] lanes,
    input logic [31:0] highest,      // the highest requested byte

    output logic may,
    output logic needs_lock,
    output logic takes,
    output logic releases,
    output logic gives_up,
    output logic hands_over,
    output logic [63:0] ranks,       // two bits per slot: 0 owner, 1 shares nothing, 2 not owner
    output logic [SLOTS/2-1:0] owned,
    output logic [SLOTS/2-1:0] owned_by_upper
);
  logic [SLOTS-1:0] here, released, older;  // older: than the other block of its pair
  logic [31:0] live[WARPS], left[WARPS];    // threads that have not ended; threads that have not released

  function automatic logic [4:0] other(input logic [4:0] s);
    return {1'b0, s} >= first_upper ? s - 5'(first_upper) : s + 5'(first_upper);
  endfunction
  function automatic logic is_upper(input logic [4:0] s);
    return {1'b0, s} >= first_upper;
  endfunction
  function automatic logic shares(input logic [4:0] s);
    return pairs != 0 && ({1'b0, s} < pairs || is_upper(s));
  endfunction
  function automatic logic [3:0] pair_of(input logic [4:0] s);
    return 4'(is_upper(s) ? other(s) : s);
  endfunction
  function automatic logic owns(input logic [4:0] s);
    return owned[pair_of(s)] && owned_by_upper[pair_of(s)] == is_upper(s);
  endfunction
  function automatic logic wants(input logic [4:0] s);
    return here[s] && !released[s];
  endfunction

  // Threads of the block after this operation.
  logic [31:0] live_then, left_then, any_live, any_left;
  always_comb begin
    live_then = live[warp] & (ended && !(FAULTS && fault == 2) ? lanes : '1);
    left_then = left[warp] & ~(leave ? lanes : '0);
    any_live = '0;
    any_left = '0;
    for (int unsigned w = 0; w < WARPS; w++) begin
      if (w / 32'(warps) == 32'(slot)) begin
        any_live |= w == 32'(warp) ? live_then : live[w];
        any_left |= w == 32'(warp) ? live_then & left_then : live[w] & left[w];
      end
    end
  end

  assign needs_lock = ask && shares(slot) && highest >= own_bytes;
  assign takes = needs_lock && (!owned[pair_of(slot)] || (FAULTS && fault == 1 && !owns(slot)));
  assign may = ask && (!needs_lock || takes || owns(slot));
  assign releases = (leave || ended) && shares(slot) && any_live != 0 && any_left == 0 && !released[slot];
  assign gives_up = releases && owns(slot);
  assign hands_over = finish && shares(slot) && owns(slot) && wants(other(slot));

  always_ff @(posedge clk) begin
    if (shares(slot) && start) begin
      {here[slot], released[slot], older[slot], older[other(slot)]} <= 4'b1001;
      for (int unsigned w = 0; w < WARPS; w++) begin
        if (w / 32'(warps) == 32'(slot)) begin
          live[w] <= 32'((64'd1 << 6'(w % 32'(warps) * 32 + 32 <= 32'(block_threads) ? 32 :
                          w % 32'(warps) * 32 >= 32'(block_threads) ? 0 : 32'(block_threads) - w % 32'(warps) * 32)) - 1);
          left[w] <= '1;
        end
      end
    end
    if (shares(slot) && (leave || ended)) begin
      live[warp] <= live_then;
      left[warp] <= left_then;
      if (releases) released[slot] <= 1'b1;
    end
    if (finish && shares(slot)) here[slot] <= 1'b0;
    if (takes || hands_over) {owned[pair_of(slot)], owned_by_upper[pair_of(slot)]} <= {1'b1, is_upper(slot) ^ hands_over};
    else if (gives_up || (finish && shares(slot) && owns(slot))) owned[pair_of(slot)] <= 1'b0;
    if (reset) {here, released, older, owned, owned_by_upper} <= '0;
  end

  always_comb begin
    for (int unsigned s = 0; s < SLOTS; s++) begin
      ranks[2*s+:2] = 2'd2;
      if (pairs == 0 || owns(5'(s))) ranks[2*s+:2] = 2'd0;
      else if (!shares(5'(s))) ranks[2*s+:2] = 2'd1;
      else if (!owned[pair_of(5'(s))] && oldest_first && wants(5'(s)) && (older[s] || !wants(other(5'(s)))))
        ranks[2*s+:2] = 2'd0;
    end
  end
endmodule
