// The command-line options of the commands that only print: list, show, completion and schema.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace unibank {

struct Options;

// Adds the four commands to `app`. Parsed values go into `options`, the blocks of show into `show_blocks`.
void add_views(CLI::App& app, Options& options, std::vector<std::string>& show_blocks);

// What `unibank completion SHELL` prints: a script for "bash", "zsh" or "fish" that completes every command and
// option that `app` has at this time. Names of designs, workloads, blocks and keys are asked from the program when the
// user presses the key, so new ones need no new script.
std::string completion_text(const CLI::App& app, const std::string& shell);

// Puts examples below the help of every command.
void add_examples(CLI::App& app);

// What a mistyped command or option of the command line probably means, as the end of an error message; empty when
// nothing is near.
std::string suggestion(const CLI::App& app, int argc, char** argv);

}  // namespace unibank
