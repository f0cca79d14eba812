// Completion scripts for shells, made from the program's commands and options.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

#include "base/text.h"
#include "block/signals.h"
#include "reproduce/experiment_files.h"
#include "unibank/catalogue.h"
#include "unibank/view_options.h"

namespace unibank {

namespace {

// The values allowed at one place of the command line.
struct Values {
  std::vector<std::string> words;  // these
  std::string list;                // names of `unibank list LIST --names`
  bool files = false, folders = false;
  bool several = false;            // words are joined by commas
  bool any() const { return !words.empty() || !list.empty() || files || folders; }
};

struct CompletedOption {
  std::string name;  // "--design"
  std::string description;
  bool takes_value = false;
  Values values;
};

struct CompletedCommand {
  std::string name, description;
  std::vector<CompletedOption> options;
  Values place;  // the values of an argument without a name
};

// The words of "NAME:{none,onchip,local}", CLI11's description of an option with fixed values.
std::vector<std::string> words_in(const std::string& type) {
  std::vector<std::string> words;
  const std::size_t begin = type.find('{'), end = type.find('}');
  if (begin == std::string::npos || end == std::string::npos) return words;
  std::string word;
  for (std::size_t at = begin + 1; at <= end; ++at) {
    if (type[at] != ',' && type[at] != '}') {
      word += type[at];
      continue;
    }
    words.push_back(word);
    word.clear();
  }
  return words;
}

Values values_of(const CLI::Option& option) {
  Values values;
  const std::string type = option.get_type_name();
  values.words = words_in(type);
  if (option.check_lname("design") || option.get_name(true) == "design") values.list = "designs";
  if (option.check_lname("set")) values.list = "keys";
  if (type.rfind("NAME[", 0) == 0) values.list = "blocks";
  if (option.get_name(true) == "workload" || type == "NAME|FILE") values.files = true;
  if (option.check_lname("size") && values.words.empty()) values.words = {"tiny", "test", "paper"};
  if (option.check_lname("style") && values.words.empty()) values.words = {"modern", "period"};
  if (option.check_lname("vcd-signals")) {
    for (const SignalGroup& group : SignalGroups::instance().all()) values.words.push_back(group.name);
    values.several = true;
  }
  values.files = values.files || type == "FILE";
  values.folders = type == "FOLDER";
  return values;
}

// The values of an argument without a name; an unknown one may be a file.
Values values_of_place(const std::string& command, const CLI::Option& option) {
  Values values = values_of(option);
  if (option.get_name(true) == "workload" || command == "occupancy") values.list = "workloads", values.files = true;
  if (command == "list") values.words = list_names();
  if (command == "reproduce") values.words = built_in_experiments().papers;
  if (!values.any() || command == "show") values.files = true;
  return values;
}

CompletedCommand completed(const CLI::App& app) {
  CompletedCommand command{app.get_name(), app.get_description(), {}, {}};
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;  // hidden: for jobs
    if (option->get_lnames().empty()) {
      if (!command.place.any()) command.place = values_of_place(command.name, *option);
      continue;
    }
    for (const std::string& name : option->get_lnames())
      command.options.push_back(
          {"--" + name, option->get_description(), option->get_items_expected_max() > 0, values_of(*option)});
  }
  return command;
}

std::string function_names(const std::string& list) { return "$(unibank list " + list + " --names 2>/dev/null)"; }

std::string bash_words(const Values& values) {
  std::string text = joined(values.words);
  if (!values.list.empty()) text += (text.empty() ? "" : " ") + function_names(values.list);
  return text;
}

std::string bash_case(const std::string& pattern, const Values& values) {
  std::string text = "    " + pattern + ")";
  if (const std::string words = bash_words(values); !words.empty()) text += " words=\"" + words + "\"";
  if (values.list == "keys") text += "; ending==";
  if (values.several) text += "; several=1";
  if (values.files) text += "; files=-f";
  if (values.folders) text += "; files=-d";
  const std::size_t bracket = text.find(");");
  if (bracket != std::string::npos) text.erase(bracket + 1, 1);
  return text + " ;;\n";
}

std::string bash_text(const std::vector<CompletedCommand>& commands) {
  std::vector<std::string> names;
  std::string values, places;
  for (const CompletedCommand& command : commands) {
    names.push_back(command.name);
    std::vector<std::string> options;
    for (const CompletedOption& option : command.options) {
      options.push_back(option.name);
      if (option.takes_value) values += bash_case(command.name + ":" + option.name, option.values);
    }
    places += "    " + command.name + ":-*) words=\"" + joined(options) + "\" ;;\n" +
              bash_case(command.name + ":*", command.place);
  }
  return "# Completes the command line of unibank in bash: made by `unibank completion bash`.\n"
         "_unibank() {\n"
         "  local current=\"${COMP_WORDS[COMP_CWORD]}\" before=\"${COMP_WORDS[COMP_CWORD-1]}\"\n"
         "  local command=\"${COMP_WORDS[1]}\" words=\"\" files=\"\" ending=\"\" several=\"\" earlier=\"\"\n"
         "  COMPREPLY=()\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "    COMPREPLY=($(compgen -W \"" + joined(names) + " --help --version\" -- \"$current\"))\n"
         "    return\n"
         "  fi\n"
         "  # bash makes three words of --size=tiny.\n"
         "  if [ \"$current\" = = ]; then current=\"\"\n"
         "  elif [ \"$before\" = = ]; then before=\"${COMP_WORDS[COMP_CWORD-2]}\"; [[ $before == --* ]] || return; fi\n"
         "  case \"$command:$before\" in\n" + values +
         "    *) case \"$command:$current\" in\n" + places +
         "    esac ;;\n"
         "  esac\n"
         "  if [ -n \"$several\" ] && [ \"$current\" != \"${current%,*}\" ]; then earlier=\"${current%,*},\"; fi\n"
         "  COMPREPLY=($(compgen -W \"$words\" -P \"$earlier\" -S \"$ending\" -- \"${current#\"$earlier\"}\"))\n"
         "  [ -z \"$ending\" ] || compopt -o nospace 2>/dev/null\n"
         "  [ -z \"$files\" ] || COMPREPLY+=($(compgen \"$files\" -- \"$current\"))\n"
         "}\n"
         "complete -o filenames -F _unibank unibank\n";
}

// Text for single quotes of a script that does not end marks of zsh; `apostrophe` is one within the shell's quotes.
std::string quotable(const std::string& text, const char* apostrophe) {
  std::string all;
  for (const char c : text) {
    if (c == '\'') all += apostrophe;
    else all += c == '[' ? '(' : c == ']' ? ')' : c == ':' ? ',' : c;
  }
  return all;
}

constexpr char kZshApostrophe[] = R"('\'')", kFishApostrophe[] = R"(\')";

std::string zsh_action(const Values& values) {
  if (values.several) return "_values -s , value " + joined(values.words);
  if (!values.words.empty() && values.list.empty() && !values.files) return "(" + joined(values.words) + ")";
  if (values.folders) return "_files -/";
  if (values.list.empty()) return values.files ? "_files" : " ";
  // The leading blank keeps _arguments from inserting its own words before these.
  return " _unibank_names " + values.list + (values.files ? " files" : "");
}

std::string zsh_text(const std::vector<CompletedCommand>& commands) {
  std::string names, cases;
  for (const CompletedCommand& command : commands) {
    names += "    '" + command.name + ":" + quotable(command.description, kZshApostrophe) + "'\n";
    cases += "    " + command.name + ")\n      _arguments -s \\\n";
    for (const CompletedOption& option : command.options) {
      const std::string described = "[" + quotable(option.description, kZshApostrophe) + "]";
      cases += "        '*" + option.name + (option.takes_value ? "=" : "") + described;
      if (option.takes_value) cases += ":value:" + zsh_action(option.values);
      cases += "' \\\n";
    }
    cases += "        '*:argument:" + zsh_action(command.place) + "' ;;\n";
  }
  return "#compdef unibank\n"
         "# Completes the command line of unibank in zsh: made by `unibank completion zsh`.\n"
         "_unibank_names() {\n"
         "  if [[ $1 == keys ]]; then compadd -S = -- ${(f)\"$(unibank list $1 --names 2>/dev/null)\"}\n"
         "  else compadd -- ${(f)\"$(unibank list $1 --names 2>/dev/null)\"}; fi\n"
         "  [[ $2 != files ]] || _files\n"
         "}\n"
         "_unibank() {\n"
         "  local -a commands\n"
         "  commands=(\n" + names + "  )\n"
         "  if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
         "  shift words; (( CURRENT-- ))\n"
         "  case $words[1] in\n" + cases +
         "  esac\n"
         "}\n"
         "if [ \"$funcstack[1]\" = _unibank ]; then _unibank \"$@\"; else compdef _unibank unibank; fi\n";
}

std::string fish_values(const Values& values) {
  std::string words = joined(values.words);
  if (!values.list.empty()) words += (words.empty() ? "" : " ") + ("(unibank list " + values.list + " --names)");
  std::string text = values.files || values.folders ? " -F" : " -f";
  if (values.several) words = "(__fish_complete_list , \"string split , " + joined(values.words, ",") + "\")";
  if (!words.empty()) text += " -a '" + words + "'";
  return text;
}

std::string fish_text(const std::vector<CompletedCommand>& commands) {
  std::string text = "# Completes the command line of unibank in fish: made by `unibank completion fish`.\n";
  for (const CompletedCommand& command : commands)
    text += "complete -c unibank -n __fish_use_subcommand -f -a " + command.name + " -d '" +
            quotable(command.description, kFishApostrophe) + "'\n";
  for (const CompletedCommand& command : commands) {
    const std::string start = "complete -c unibank -n '__fish_seen_subcommand_from " + command.name + "'";
    for (const CompletedOption& option : command.options) {
      text += start + " -l " + option.name.substr(2) + (option.takes_value ? " -r" + fish_values(option.values) : "");
      text += " -d '" + quotable(option.description, kFishApostrophe) + "'\n";
    }
    text += start + fish_values(command.place) + "\n";
  }
  return text;
}

}  // namespace

std::string completion_text(const CLI::App& app, const std::string& shell) {
  std::vector<CompletedCommand> commands;
  for (const CLI::App* command : app.get_subcommands({})) commands.push_back(completed(*command));
  if (shell == "bash") return bash_text(commands);
  return shell == "zsh" ? zsh_text(commands) : fish_text(commands);
}

}  // namespace unibank
