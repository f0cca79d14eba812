// Parts of options that several commands have.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "base/dim3.h"

namespace unibank {

// Throws an error for an empty value, because it would be mistaken for an option that was not given.
std::string check_not_empty(const std::string& text);

// The same for the name of a file, and for "-", which other options take for standard output.
std::string check_file(const std::string& text);

// Refuses other words, with the nearest one. The description is that of CLI::IsMember, which completion.cpp reads.
CLI::Validator one_of(const std::vector<std::string>& words);

// Makes an option one that may be given several times, with one value each: the next word is not another value of it.
CLI::Option* repeated(CLI::Option* option, const std::string& type);

// Adds such an option; the help says so after `what`.
CLI::Option* add_repeated(CLI::App& command, const std::string& name, std::vector<std::string>& values,
                          const std::string& type, const std::string& what);

// InputError when a design is in the list twice.
void check_given_once(const std::vector<std::string>& designs);

// Adds --set.
void add_overrides(CLI::App& command, std::vector<std::string>& overrides, const std::string& what);

// Adds --block and --rtl.
void add_blocks(CLI::App& command, std::vector<std::string>& blocks);

// At most one of the options may be given.
void exclude_each_other(CLI::App& command, const std::vector<std::string>& options);

// Adds --block of the commands that show how a kernel compiles: the threads of a block, such as 256, 32x8 or 8x8x4.
CLI::Option* add_block_size(CLI::App& command, Dim3& block, const std::string& what);

}  // namespace unibank
