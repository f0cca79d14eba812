// Tag array: which line is in which way of which set, true least recently used. The RTL of models/memory/tag_array.h.
//
// Timing, as in the model: a request that is valid before a rising edge is taken there when req_ready is high, one per
// cycle; its answer is on rsp_* from that edge to the next. The next request sees its changes.
//
//   clk         __/^^\__/^^\__/^^\__
//   req_valid   _/^^^^^\____________     (an Sm sends at the half cycle, the edge is the next whole cycle)
//   rsp_valid   ____/^^^^^\_________
//
// `clear` drops all lines at the next edge; only then may `sets`, `ways` and `keep` change. A line's set is its number
// mod `sets`, which is any number up to SETS (with 0 all requests miss and no line is entered). Of WAYS the first
// `ways` are used. A line that enters takes the first empty way, else the least recently used one with a state that is
// not in `keep`, else it is not entered.
//
// req_line is a line's number (byte address / 128). For kClean it is the place where the search for a dirty line
// begins: set in the upper bits, way in the lower ones. The remainder and kClean's search synthesize to long paths; to
// meet a clock, compute the remainder where the address is made, and search over several cycles.
//
// With FAULTS = 1 `fault` selects one of the faults below, to show that tests can fail; with 0 it is ignored.
module tag_array #(
    parameter int unsigned SETS = 1024,
    parameter int unsigned WAYS = 8,
    parameter bit FAULTS = 1'b0,
    localparam int unsigned SetBits = $clog2(SETS + 1),
    localparam int unsigned WayBits = $clog2(WAYS),
    localparam int unsigned CountBits = $clog2(SETS * WAYS + 1)
) (
    input logic clk,
    input logic reset,  // counters; with `clear`, everything
    input logic clear,
    input logic [SetBits-1:0] sets,
    input logic [WayBits:0] ways,
    input logic [15:0] keep,  // bit s: a line of state s never goes
    input logic [4:0] fault,

    input logic req_valid,
    output logic req_ready,
    input logic [3:0] req_op,
    input logic [3:0] req_state,
    input logic [48:0] req_line,

    output logic rsp_valid,
    output logic rsp_hit,
    output logic rsp_in_way,  // rsp_way says something: the line was found, or has been entered
    output logic [WayBits-1:0] rsp_way,
    output logic [SetBits-1:0] rsp_set,
    output logic [3:0] rsp_state,
    output logic rsp_victim_valid,
    output logic [3:0] rsp_victim_state,
    output logic [48:0] rsp_victim_line,

    output logic [15:0][CountBits-1:0] lines,  // by state
    output logic [63:0] lookups,
    output logic [63:0] hits,
    output logic [63:0] fills,
    output logic [63:0] evictions
);
  // TagOperation of the model.
  localparam logic [3:0] Lookup = 0, Fill = 1, Invalidate = 2, SetState = 3, Store = 5, Clean = 6, Claim = 7, Mark = 8;
  localparam logic [3:0] CleanLine = 2, DirtyLine = 3;

  localparam logic [4:0] HitDoesNotTouch = 1, NewestGoes = 2, FreeWayNotTaken = 3, SetByMask = 4, ShortTag = 5,
      InvalidateKeeps = 6, StoreLeavesState = 7, ClaimLeavesState = 8, MarkReplaces = 9, SetStateSaysOld = 10,
      FillEntersTwice = 11, AllWays = 12, NothingKept = 13, CleanSkipsOne = 14, CleanLeavesDirty = 15,
      EvictedStillCounted = 16, VictimIsNewLine = 17, EvictionNotCounted = 18, AnswersLate = 19, ProbeTouches = 20,
      FillDoesNotTouch = 21, ClearKeepsLines = 22, AnswersTwice = 23, RefillDoesNotTouch = 24;

  // A row a set, as a memory has them: what a set holds is said by `live`, which alone is cleared. Ages: 0 is the way
  // that was used last, and every way of a live set has another.
  logic [WAYS-1:0][48:0] tags[SETS];
  logic [WAYS-1:0][3:0] states[SETS];
  logic [WAYS-1:0][WayBits-1:0] ages[SETS];
  logic [WAYS-1:0] valid[SETS];
  logic [SETS-1:0] live;

  logic [31:0] faulty;  // [fault]
  assign faulty = FAULTS ? 32'd1 << fault : '0;

  function automatic logic [WAYS-1:0][WayBits-1:0] in_turn();
    for (int unsigned w = 0; w < WAYS; w++) in_turn[w] = WayBits'(w);
  endfunction
  localparam logic [WAYS-1:0][WayBits-1:0] InTurn = in_turn();

  // ---- Where the line is.
  localparam int unsigned IndexBits = $clog2(SETS);
  logic [IndexBits-1:0] index;
  logic [WAYS-1:0] present;  // of the set
  logic [WAYS-1:0] used;  // ways that the partition left to the cache
  logic found;
  logic [WayBits-1:0] found_way;

  always_comb begin
    index = sets == 0 ? '0 : IndexBits'(req_line % 49'(sets));
    if (faulty[SetByMask]) index = req_line[IndexBits-1:0];
    present = live[index] ? valid[index] : '0;
    for (int unsigned w = 0; w < WAYS; w++) used[w] = w < 32'(ways) || faulty[AllWays];
    found = 1'b0;
    found_way = '0;
    for (int unsigned w = 0; w < WAYS; w++) begin
      if (!found && sets != 0 && used[w] && present[w] &&
          (tags[index][w] == req_line || (faulty[ShortTag] && tags[index][w][15:0] == req_line[15:0]))) begin
        found = 1'b1;
        found_way = WayBits'(w);
      end
    end
    if (faulty[FillEntersTwice] && req_op == Fill) found = 1'b0;
  end

  // ---- The victim of a line that enters.
  logic can_enter;
  logic [WayBits-1:0] free_way;

  always_comb begin
    can_enter = 1'b0;
    free_way = '0;
    for (int unsigned w = 0; w < WAYS; w++) begin
      if (used[w] && (!keep[states[index][w]] || faulty[NothingKept]) &&
          (!can_enter || (faulty[NewestGoes] ? ages[index][w] < ages[index][free_way] :
                                           ages[index][w] > ages[index][free_way]))) begin
        can_enter = 1'b1;
        free_way = WayBits'(w);
      end
    end
    for (int w = int'(WAYS) - 1; w >= 0; w--) begin
      if (used[w] && !present[w] && !faulty[FreeWayNotTaken]) begin
        can_enter = 1'b1;
        free_way = WayBits'(unsigned'(w));
      end
    end
    if (sets == 0) can_enter = 1'b0;
  end

  // ---- The next dirty line, from a place on.
  logic found_dirty;
  logic [IndexBits-1:0] dirty_set;
  logic [WayBits-1:0] dirty_way;

  always_comb begin
    found_dirty = 1'b0;
    dirty_set = '0;
    dirty_way = '0;
    if (req_valid && req_op == Clean) begin
      for (int unsigned s = 0; s < SETS; s++) begin
        for (int unsigned w = 0; w < WAYS; w++) begin
          if (!found_dirty && live[s] && valid[s][w] && states[s][w] == DirtyLine &&
              49'(s * WAYS) + 49'(w) >= req_line + 49'(faulty[CleanSkipsOne])) begin
            found_dirty = 1'b1;
            dirty_set = IndexBits'(s);
            dirty_way = WayBits'(w);
          end
        end
      end
    end
  end

  // ---- What the request does: to `way` of `set`.
  logic take, enters, touches, drops, changes_state;
  logic [IndexBits-1:0] set;
  logic [WayBits-1:0] way;
  logic [3:0] old_state, new_state;

  assign req_ready = !clear;
  assign take = req_valid && req_ready;
  assign enters = take && (req_op == Fill || req_op == Claim) && !found && can_enter;
  assign drops = take && req_op == Invalidate && found && !faulty[InvalidateKeeps];
  assign set = req_op == Clean ? dirty_set : index;
  assign way = req_op == Clean ? dirty_way : found ? found_way : free_way;
  assign old_state = states[set][way];

  always_comb begin
    touches = enters && !faulty[FillDoesNotTouch];
    changes_state = enters;
    new_state = req_state;
    if (take && found) begin
      unique case (req_op)
        Lookup: touches = !faulty[HitDoesNotTouch];
        Fill: touches = !faulty[RefillDoesNotTouch];
        Store: {touches, changes_state} = {1'b1, !faulty[StoreLeavesState]};
        Claim: {touches, changes_state} = {1'b1, !faulty[ClaimLeavesState]};
        SetState: changes_state = 1'b1;
        Mark: begin
          changes_state = 1'b1;
          new_state = faulty[MarkReplaces] ? req_state : old_state | req_state;
        end
        default: touches = faulty[ProbeTouches];
      endcase
    end
    if (take && req_op == Clean) begin
      touches = 1'b0;
      changes_state = found_dirty && !faulty[CleanLeavesDirty];
      new_state = CleanLine;
    end
  end

  // ---- Lines.
  logic [WAYS-1:0] next_valid;
  logic [WAYS-1:0][WayBits-1:0] next_ages;
  logic goes;  // a line whose way is taken

  assign goes = enters && present[way];

  always_comb begin
    next_valid = present;
    if (enters) next_valid[way] = 1'b1;
    if (drops) next_valid[way] = 1'b0;
    next_ages = ages[set];
    if (touches) begin
      for (int unsigned w = 0; w < WAYS; w++) begin
        if (ages[set][w] < ages[set][way]) next_ages[w] = ages[set][w] + 1'b1;
      end
      next_ages[way] = '0;
    end
    if (enters && present == '0) next_ages = InTurn;  // the first of a set takes way 0
  end

  always_ff @(posedge clk) begin
    if (clear) begin
      if (!faulty[ClearKeepsLines]) live <= '0;
    end else if (enters) live[set] <= 1'b1;
    if (enters) tags[set][way] <= req_line;
    if (enters || drops) valid[set] <= next_valid;
    if (enters || touches) ages[set] <= next_ages;
    if (changes_state) states[set][way] <= new_state;
  end

  // ---- How many there are of each state.
  logic one_less, one_more;
  assign one_less = drops || (changes_state && !enters) || (goes && !faulty[EvictedStillCounted]);
  assign one_more = changes_state;

  always_ff @(posedge clk) begin
    for (int unsigned s = 0; s < 16; s++) begin
      if (clear) lines[s] <= '0;
      else lines[s] <= lines[s] + CountBits'(one_more && new_state == 4'(s)) -
                       CountBits'(one_less && old_state == 4'(s));
    end
  end

  // Of all partitions: `clear` leaves them alone.
  always_ff @(posedge clk) begin
    if (reset) {lookups, hits, fills, evictions} <= '0;
    else begin
      lookups <= lookups + 64'(take && (req_op == Lookup || req_op == Store));
      hits <= hits + 64'(take && (req_op == Lookup || req_op == Store) && found);
      fills <= fills + 64'(enters);
      evictions <= evictions + 64'(goes && !faulty[EvictionNotCounted]);
    end
  end

  // ---- The answer.
  logic late;  // only of a fault
  always_ff @(posedge clk) begin
    late <= take;
    rsp_valid <= faulty[AnswersLate] ? late && !clear : take || (faulty[AnswersTwice] && late && !clear);
    if (take) begin
      rsp_hit <= req_op == Clean ? found_dirty : found;
      rsp_in_way <= req_op == Clean ? found_dirty : found || enters;
      rsp_way <= way;
      rsp_set <= req_op == Clean && !found_dirty ? '0 : SetBits'(set);
      rsp_state <= '0;
      if (found && req_op != Clean) rsp_state <= req_op == SetState && !faulty[SetStateSaysOld] ? req_state : old_state;
      if (enters) rsp_state <= req_state;
      if (req_op == Clean && found_dirty) rsp_state <= DirtyLine;
      rsp_victim_valid <= goes;
      rsp_victim_state <= '0;
      rsp_victim_line <= '0;
      if (goes) rsp_victim_state <= old_state;
      if (goes) rsp_victim_line <= faulty[VictimIsNewLine] ? req_line : tags[set][way];
      if (req_op == Clean && found_dirty) rsp_victim_line <= tags[set][way];
    end
  end
endmodule
