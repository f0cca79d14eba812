// Which of a scheduler's ready warps issues: by the rank of its block (owner, shares nothing, not owner), then the
// oldest. The RTL of models/policy/owner_warp_first.cpp. Combinational: chosen in the cycle in which it issues.
//
// With FAULTS = 1 `fault` selects one of the faults below, to show that tests can fail; with 0 it is ignored.
module warp_priority #(
    parameter int unsigned WARPS = 64,
    parameter bit FAULTS = 1'b0,
    localparam int unsigned WarpBits = $clog2(WARPS)
) (
    input logic [2:0] fault,
    input logic unshared_first,     // warps that share nothing go before owner warps
    input logic [WARPS-1:0] ready,
    input logic [1:0] ranks[WARPS],
    input logic [63:0] ages[WARPS], // smaller numbers are older
    output logic any,
    output logic [WarpBits-1:0] pick
);
  localparam logic [2:0] RankIgnored = 1, YoungestFirst = 2, UnsharedNeverFirst = 3, LastNeverReady = 4;

  logic [7:0] faulty;  // [fault]
  assign faulty = FAULTS ? 8'd1 << fault : '0;

  function automatic logic [1:0] place(input logic [1:0] rank);
    if (faulty[RankIgnored]) return 2'd0;
    return unshared_first && !faulty[UnsharedNeverFirst] && !rank[1] ? rank ^ 2'd1 : rank;
  endfunction

  always_comb begin
    any = 1'b0;
    pick = '0;
    for (int unsigned w = 0; w < WARPS; w++) begin
      if (ready[w] && !(faulty[LastNeverReady] && w == WARPS - 1) &&
          (!any || place(ranks[w]) < place(ranks[pick]) ||
           (place(ranks[w]) == place(ranks[pick]) && (ages[w] < ages[pick]) != faulty[YoungestFirst]))) begin
        any = 1'b1;
        pick = WarpBits'(w);
      end
    end
  end
endmodule
