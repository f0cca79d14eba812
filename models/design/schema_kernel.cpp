// The keys of [register_hierarchy] and [kernel]: how kernels are compiled.
#include "design/parameter_table.h"

namespace unibank {
namespace {

// Energies in picojoule per access of 16 bytes: the compiler places values by them.
void add_hierarchy(ParameterTable& table) {
  const char* const section = "register_hierarchy";
  const char* const size = "Gebhart 2012 section 2.1: entries as recalled from MICRO 2011";
  table.boolean(section, "enabled", "Gebhart 2012 section 2.1",
                "kernels are compiled for a last-result file and an operand register file before the main register "
                "file",
                UNIBANK_FIELD(register_hierarchy.enabled));
  table.integer(section, "lrf_entries", "registers", 0, 8, size, "32-bit registers of a thread in the last-result file",
                UNIBANK_FIELD(register_hierarchy.lrf_entries));
  table.integer(section, "orf_entries", "registers", 0, 64, size, "32-bit registers of a thread in the operand file",
                UNIBANK_FIELD(register_hierarchy.orf_entries));
  table.boolean(section, "memory_reads_lrf", "Gebhart 2011 (MICRO), as recalled: lanes only",
                "special function, memory and texture units read the last-result file too",
                UNIBANK_FIELD(register_hierarchy.memory_reads_lrf));
  const auto energy = [&](const char* key, const char* description, auto field) {
    table.number(section, key, "pJ", 0, 1000, "Gebhart 2011 (MICRO), as recalled", description, field);
  };
  energy("lrf_read_pj", "16 bytes read from the last-result file", UNIBANK_FIELD(register_hierarchy.lrf_read_pj));
  energy("lrf_write_pj", "16 bytes written to the last-result file", UNIBANK_FIELD(register_hierarchy.lrf_write_pj));
  energy("orf_read_pj", "16 bytes read from the operand file", UNIBANK_FIELD(register_hierarchy.orf_read_pj));
  energy("orf_write_pj", "16 bytes written to the operand file", UNIBANK_FIELD(register_hierarchy.orf_write_pj));
  energy("mrf_read_pj", "16 bytes read from the main register file", UNIBANK_FIELD(register_hierarchy.mrf_read_pj));
  energy("mrf_write_pj", "16 bytes written to the main register file", UNIBANK_FIELD(register_hierarchy.mrf_write_pj));
}

// The passes that are repeated for each block shape (concurrency/launch_compiler.h).
void add_pass(ParameterTable& table) {
  table.words("kernel", "pass",
              {{"none", KernelPass::kNone},
               {"onchip", KernelPass::kOnChip},
               {"local", KernelPass::kLocal},
               {"time-shared", KernelPass::kTimeShared}},
              "Hayes 2014 section 3; time-shared: Khorasani et al., ISCA 2018",
              "unchanged kernels; kernels compiled for a number of resident blocks, with spills in the scratchpad; "
              "kernels compiled in this way with all spills in local memory; or kernels whose warps share registers "
              "that each of them needs only temporarily",
              UNIBANK_FIELD(kernel.pass));
  table.words("kernel", "concurrency",
              {{"auto", KernelConcurrency::kAuto},
               {"original", KernelConcurrency::kOriginal},
               {"blocks", KernelConcurrency::kBlocks}},
              "Hayes 2014 section 4",
              "the number of resident blocks that kernel.pass compiles for: searched for, the kernel's own, or given",
              UNIBANK_FIELD(kernel.concurrency));
  table.integer("kernel", "concurrency_blocks", "blocks", 1, 256, "none: for a study of all numbers",
                "kernel.concurrency = blocks: how many; at least the kernel's own number, at most its highest",
                UNIBANK_FIELD(kernel.concurrency_blocks));
  table.words("kernel", "concurrency_floor",
              {{"original", ConcurrencyFloor::kOriginal}, {"without-spills", ConcurrencyFloor::kWithoutSpills}},
              "Q-53",
              "kernel.concurrency = auto, if neither the first number nor a lower one passes: the unchanged kernel, or "
              "the most blocks that need no spills off the chip",
              UNIBANK_FIELD(kernel.concurrency_floor));
  table.words("kernel", "stack",
              {{"traditional", compiler::StackDiscipline::kTraditional},
               {"register-stack", compiler::StackDiscipline::kRegisterStack},
               {"moving", compiler::StackDiscipline::kMoving}},
              "Hayes 2014 section 3.2.1",
              "where the slots of a function begin: after all slots of its caller, after the caller's last slot in "
              "use, or after the caller's slots in use, which are packed",
              UNIBANK_FIELD(kernel.stack));
  table.integer("kernel", "base_registers", "registers", 0, 256, "none: for a study of all sizes",
                "kernel.pass = time-shared: registers that a thread holds always, if the compiler can keep all values "
                "at barriers in them; 0: searched for",
                UNIBANK_FIELD(kernel.base_registers));
}

}  // namespace

void add_compilation(ParameterTable& table) {
  add_hierarchy(table);
  table.integer("kernel", "register_limit", "registers", 0, 256, "as many as the kernel needs",
                "registers per thread: kernels are compiled to fit, by spilling; 0: only the kernel's own .maxnreg and "
                ".minnctapersm limit",
                UNIBANK_FIELD(kernel.register_limit));
  table.integer("kernel", "registers_per_thread", "registers", 0, 256, "the kernel's own",
                "registers per thread of every kernel, by force; 0: the kernel's own number",
                UNIBANK_FIELD(kernel.registers_per_thread));
  table.integer("kernel", "scratchpad_bytes_per_block", "bytes", 0, kMostBytes, "the kernel's own",
                "scratchpad of every block, at least the size that its kernel declares; 0: this size",
                UNIBANK_FIELD(kernel.scratchpad_bytes_per_block));
  table.number("kernel", "scratchpad_bytes_per_thread", "bytes", 0, kMostBytes, "the kernel's own",
               "scratchpad of every thread, at least the size that its block declares; 0: this size",
               UNIBANK_FIELD(kernel.scratchpad_bytes_per_thread));
  table.integer("kernel", "thread_limit", "threads", 0, 8192, "as many as fit",
                "resident threads of a launch, in whole blocks; 0: as many as fit", UNIBANK_FIELD(kernel.thread_limit));
  table.words("kernel", "scratchpad_order",
              {{"declared", compiler::ScratchpadOrder::kDeclared},
               {"reordered", compiler::ScratchpadOrder::kReordered}},
              "Jatala et al., section 6.1",
              "order of scratchpad variables if blocks share: as declared, or those with the shortest range last",
              UNIBANK_FIELD(kernel.scratchpad_order));
  table.words("kernel", "release",
              {{"none", compiler::ReleasePlacement::kNone},
               {"optimal", compiler::ReleasePlacement::kOptimal},
               {"post-dominator", compiler::ReleasePlacement::kPostDominator}},
              "Jatala et al., sections 6.2 and 6.3",
              "where the compiler places relssp, by which a thread releases the shared part of its scratchpad",
              UNIBANK_FIELD(kernel.release));
  table.boolean(
      "kernel", "simplify", "what every assembler from PTX to a GPU's code does",
      "kernels with the assembler's instructions: divisions of integers become several, copies, constants and "
      "address sums go into the instructions that use them, pairs become one instruction, unused results are "
      "removed",
      UNIBANK_FIELD(kernel.simplify));
  table.words("kernel", "schedule",
              {{"as-written", compiler::ScheduleHabit::kAsWritten},
               {"far-loads-early", compiler::ScheduleHabit::kFarLoadsEarly},
               {"loads-early", compiler::ScheduleHabit::kLoadsEarly},
               {"critical-path", compiler::ScheduleHabit::kCriticalPath}},
              "as NVIDIA's compiler orders the instructions of PTX",
              "the order of a block's instructions: that of the PTX; loads of global and local memory and of textures "
              "together, as early as registers allow; in addition other slow results ahead of their uses; or all "
              "results ahead of their uses, those on the longest path of latencies first",
              UNIBANK_FIELD(kernel.schedule));
  table.integer("kernel", "schedule_registers", "registers", 0, 256, "none: occupancy stays as it is",
                "registers per thread for kernel.schedule, within register_limit; at least those of the written order",
                UNIBANK_FIELD(kernel.schedule_registers));
  add_pass(table);
}

}  // namespace unibank
