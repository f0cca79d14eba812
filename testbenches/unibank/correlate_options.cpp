#include "unibank/correlate_options.h"

#include "unibank/option_parts.h"

namespace unibank {

void add_correlate(CLI::App& app, CorrelateOptions& correlate) {
  CLI::App& command =
      *app.add_subcommand("correlate", "Run programs on an NVIDIA card and on a design, and compare their cycles");
  command.add_option("programs", correlate.programs, "Workloads (default: those of 'unibank list today')")
      ->type_name("WORKLOAD");
  command.add_option("--design", correlate.design, "Name or file of a design (default: only the card is measured)")
      ->type_name("NAME|FILE");
  add_overrides(command, correlate.overrides, "Override a value of the design");
  CLI::Option* const size = command.add_option("--size", correlate.size, "Size of the programs")
                                ->capture_default_str()
                                ->check(one_of({"tiny", "test", "paper"}));
  CLI::Option* const libcuda = command.add_option("--libcuda", correlate.libcuda, "The CUDA driver")
                                   ->type_name("FILE")
                                   ->capture_default_str()
                                   ->check(check_not_empty);
  command.add_option("--from", correlate.from, "Take the card's cycles from a table that --csv has written elsewhere")
      ->type_name("FILE.csv")
      ->excludes(size)
      ->excludes(libcuda)
      ->check(check_not_empty);
  command
      .add_option("--csv", correlate.csv,
                  "Write the cycles of each launch, the card's and the model's; -: to standard output, and nothing "
                  "else there")
      ->type_name("FILE")
      ->check(check_not_empty);
  command.add_option("--plot", correlate.pictures, "Draw cycles of model and card as SVG and PNG into FOLDER/correlate")
      ->type_name("FOLDER")
      ->check(check_not_empty);
  command.footer(
      "Exit status: 1 when the card has failed to run a program, 2 for bad input or without a card.\n"
      "Examples:\n  unibank correlate softmax reduce --design my-card.toml --csv card.csv\n"
      "  unibank correlate --csv card.csv                             # on the machine with the card\n"
      "  unibank correlate --design my-card.toml --from card.csv      # on any other\n");
}

}  // namespace unibank
