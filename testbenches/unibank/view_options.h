// The command-line options of the commands that only print: list, show, completion and schema.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class ParseError;
}

namespace unibank {

struct Options;

// Adds the four commands to `app`. Parsed values are stored in `options`, and the blocks of show in `show_blocks`.
void add_views(CLI::App& app, Options& options, std::vector<std::string>& show_blocks);

// The output of `unibank completion SHELL`: a script for "bash", "zsh" or "fish" that completes every command and
// option that `app` has when this is called. The script requests names of designs, workloads, blocks and keys from the
// program when the user presses the key, so new names need no new script.
std::string completion_text(const CLI::App& app, const std::string& shell);

// Adds examples to the help of every command.
void add_examples(CLI::App& app);

// The message for a first word that is neither a command nor an option of the program; empty: it is one, or missing.
std::string first_word_refusal(const CLI::App& app, int argc, char** argv);
// The message for a command line that cannot be read, with the probable meaning of a mistyped command or option.
std::string refusal_text(const CLI::ParseError& error, const CLI::App& app, int argc, char** argv);

}  // namespace unibank
