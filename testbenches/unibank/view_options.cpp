#include "unibank/view_options.h"


#include "base/input_error.h"
#include "base/nearest_name.h"
#include "base/text.h"
#include "unibank/catalogue.h"
#include "unibank/option_parts.h"
#include "unibank/options.h"

namespace unibank {

namespace {

void add_list(CLI::App& app, ListOptions& list) {
  CLI::App& command = *app.add_subcommand("list", "List the names that the command line and designs accept");
  std::string names;
  for (const std::string& name : list_names()) names += (names.empty() ? "" : ", ") + name;
  command.add_option("what", list.what, names);
  command.add_option("filter", list.filter, "Only entries that contain this text, in upper or lower case")
      ->type_name("FILTER")
      ->check(check_not_empty);
  CLI::Option* const bare = command.add_flag("--names", list.names, "Only the names, one per line");
  command.add_flag("--json", list.json, "As JSON, with ranges, defaults and sources")->excludes(bare);
  command.add_flag("--csv", list.csv, "combinations: one row each, refused ones included");
}

void add_show(CLI::App& app, ShowOptions& show, std::vector<std::string>& blocks) {
  CLI::App& command =
      *app.add_subcommand("show", "Show a complete design: every value in force, with --wide its source");
  command.add_option("design", show.design, "Name or file of a design")->required();
  add_overrides(command, show.overrides, "Override a value");
  add_blocks(command, blocks);
  CLI::Option* const wide = command.add_flag(
      "--wide", show.wide, "On a terminal, too, one line per value with its source");
  CLI::Option* const json = command.add_flag("--json", show.json, "As JSON")->excludes(wide);
  CLI::Option* const hierarchy =
      command
          .add_flag("--hierarchy{text}", show.hierarchy,
                    "Show instead the modules of the machine and the bindings of their sockets; =dot: for Graphviz")
          ->check(one_of({"text", "dot"}))
          ->excludes(wide)
          ->excludes(json);
  command.add_flag("--idealised", show.idealised,
                   "Show the resources that are not bounded, and the keys that bound them")
      ->excludes(hierarchy)
      ->excludes(wide)
      ->excludes(json);
}

void add_completion(CLI::App& app, std::string& shell) {
  app.add_subcommand("completion", "Print a script that completes this program's command line in a shell")
      ->add_option("shell", shell, "The shell")
      ->required()
      ->check(one_of({"bash", "zsh", "fish"}));
}

void add_schema(CLI::App& app, std::string& what) {
  app.add_subcommand("schema", "Print the JSON Schema of a kind of TOML file, for editors that complete and check it")
      ->add_option("what", what, "The kind of file")
      ->required()
      ->type_name("KIND")
      ->check(one_of({"design", "manifest", "experiment", "paper", "study"}));
}

struct Examples {
  const char* command;
  const char* text;
};

// tests/unibank/help_test.cpp runs every line.
constexpr Examples kExamples[] = {
    {"run",
     "  unibank run needle --size tiny --design gebhart2012/partitioned --design gebhart2012/unified-384k\n"
     "  unibank run bfs --size tiny --design jing2016/separate-16k --set dram.latency=300 --csv bfs.csv\n"
     "  unibank run vectoradd --size tiny --design gebhart2012/unified-384k --json - >vectoradd.json\n"
     "  unibank run srad --size tiny --arg iterations=20 --design jing2016/integrated-fair --sample launches=10%\n"
     "  unibank run vectoradd --size tiny --arg n=65536 --design gebhart2012/unified-384k --sample blocks=10%\n"
     "  unibank run vectoradd --size tiny --functional\n"},
    {"record", "  unibank record vectoradd --size tiny -o traces/vectoradd --design jing2016/separate-16k\n"},
    {"compile", "  unibank compile saxpy.ptx --registers 16 --print assembly\n"},
    {"characterize", "  unibank characterize --design gebhart2012/partitioned --csv rows.csv\n"},
    {"sweep", "  unibank sweep needle --size tiny --design gebhart2012/unified-384k --axis cache.ways=2,4,8\n"},
    {"list",
     "  unibank list designs\n"
     "  unibank list workloads needle\n"
     "  unibank list keys dram --json\n"},
    {"show",
     "  unibank show gebhart2012/unified-384k\n"
     "  unibank show gebhart2012/unified-384k --set dram.latency=300 --wide\n"
     "  unibank show jing2016/separate-16k --hierarchy\n"},
    {"occupancy", "  unibank occupancy needle --size tiny --design gebhart2012/partitioned\n"},
    {"reproduce",
     "  unibank reproduce --list\n"
     "  unibank reproduce gebhart2012/table6 --dry-run\n"},
    {"completion", "  unibank completion bash >unibank.bash && . ./unibank.bash\n"},
    {"schema", "  unibank schema design >design.schema.json\n"},
};

// `hidden`: also those that the help does not show.
std::vector<std::string> option_names(const CLI::App& command, bool hidden = true) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    if (hidden || !option->get_group().empty())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

// CLI11 writes an empty line before the group of hidden options, and another one behind it.
class Help : public CLI::Formatter {
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    std::string text = CLI::Formatter::make_help(app, std::move(name), mode);
    for (std::size_t at = 0; (at = text.find("\n\n\n", at)) != std::string::npos;) text.erase(at, 1);
    return text;
  }
};

}  // namespace

void add_views(CLI::App& app, Options& options, std::vector<std::string>& show_blocks) {
  add_list(app, options.list);
  add_show(app, options.show, show_blocks);
  add_completion(app, options.shell);
  add_schema(app, options.schema);
}

void add_examples(CLI::App& app) {
  for (CLI::App* command : app.get_subcommands({})) command->formatter(std::make_shared<Help>());
  for (const Examples& examples : kExamples) {
    CLI::App& command = *app.get_subcommand(examples.command);
    const std::string footer = command.get_footer();
    command.footer(footer + (footer.empty() ? "" : "\n") + "Examples:\n" + examples.text);
  }
  app.footer(
      "'unibank COMMAND --help' explains a command and shows examples. To begin with:\n"
      "  unibank list workloads\n"
      "  unibank run needle --size tiny --design gebhart2012/partitioned --design gebhart2012/unified-384k\n");
}

namespace {

// The arguments that nothing takes, in their order on the command line.
std::string unexpected(const CLI::App& command) {
  std::vector<std::string> words;
  for (const std::string& word : command.remaining())
    if (word != "--") words.push_back(word);
  return std::string("The following argument") + (words.size() == 1 ? " was" : "s were") + " not expected: " +
         joined(words);
}

// A mistyped option and its probable meaning; empty if no option is similar. What follows '--' is for a program of
// exec.
std::string mistyped_option(const CLI::App& command, int argc, char** argv) {
  const std::vector<std::string> known = option_names(command);
  for (int i = 2; i < argc && std::string(argv[i]) != "--"; ++i) {
    const std::string given = std::string(argv[i]).substr(0, std::string(argv[i]).find('='));
    if (given.rfind("--", 0) != 0 || std::find(known.begin(), known.end(), given) != known.end()) continue;
    const std::string meant = nearest_name(given, option_names(command, false));
    if (!meant.empty()) return "unknown option '" + given + "'; did you mean '" + meant + "'?";
  }
  return "";
}

// Messages name an argument without an option by its variable, which says nothing where that is "what".
std::string with_type_of_what(const std::string& message, const CLI::App& command) {
  const std::string what = "what";
  const bool starts = message.rfind(what + " ", 0) == 0;
  return starts ? command.get_option(what)->get_type_name() + message.substr(what.size()) : message;
}

}  // namespace

std::string first_word_refusal(const CLI::App& app, int argc, char** argv) {
  const std::string first = argc < 2 ? "--help" : argv[1];
  const auto is_in = [](const std::string& word, const std::vector<std::string>& all) {
    return std::find(all.begin(), all.end(), word) != all.end();
  };
  std::vector<std::string> commands;
  bool of_command = false;  // whether it is an option of a command
  for (const CLI::App* command : app.get_subcommands({})) {
    commands.push_back(command->get_name());
    of_command = of_command || is_in(first.substr(0, first.find('=')), option_names(*command));
  }
  const std::vector<std::string> options = option_names(app);
  if (is_in(first, commands) || is_in(first, options) || first == "-h") return "";
  if (first.rfind('-', 0) != 0) return unknown_name("command", first, commands);
  const std::string refusal = "found '" + first + "', expected a command first: " + joined(commands, ", ");
  if (of_command) return refusal + "; its options stand after it";
  const std::string meant = nearest_name(first, options);
  return refusal + (meant.empty() ? "" : "; did you mean '" + meant + "'?");
}

std::string refusal_text(const CLI::ParseError& error, const CLI::App& app, int argc, char** argv) {
  if (const std::string refusal = first_word_refusal(app, argc, argv); !refusal.empty()) return refusal;
  if (argc < 2 || argv[1][0] == '-') return error.what();
  const CLI::App& command = *app.get_subcommand(argv[1]);
  const std::string mistyped = mistyped_option(command, argc, argv);
  if (!mistyped.empty()) return mistyped;
  const bool extras = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !command.remaining().empty();
  return extras ? unexpected(command) : with_type_of_what(error.what(), command);
}

}  // namespace unibank
