#include "block/factories.h"

namespace unibank {

namespace {

using Installs = std::map<std::pair<std::string, std::string>, InstallBlock>;

Installs& installs() {
  static Installs all;
  return all;
}

std::map<const void*, MadeBlock>& made() {
  static std::map<const void*, MadeBlock> all;
  return all;
}

BlockOptions options_of(const BlockChoice& choice, wave::Writer* waves) {
  BlockOptions options;
  options.block = choice.model;
  options.values = choice.values;
  options.check = choice.check;
  options.check_by = choice.check_by;
  options.waves = waves;
  return options;
}

}  // namespace

void note_made(const void* block, MadeBlock one) {
  if (block) made()[block] = std::move(one);
}

const std::map<const void*, MadeBlock>& made_blocks() { return made(); }

void add_install(const std::string& kind, const std::string& name, InstallBlock install) {
  installs()[{kind, name}] = std::move(install);
}

void install_block(BlockFactories& factories, const std::string& kind, const BlockChoices& choices,
                   wave::Writer* waves) {
  const BlockChoice choice = choices.of(kind);
  const auto install = installs().find({kind, choice.model});
  if (install == installs().end()) {
    throw InputError(kind + ".model = \"" + choice.model + "\": this program has no such block");
  }
  install->second(factories, options_of(choice, waves));
}

BlockFactories factories_of(const BlockChoices& choices, wave::Writer* waves) {
  BlockFactories factories;
  for (const BlockKind& kind : block_kinds()) install_block(factories, kind.name, choices, waves);
  return factories;
}

BlockFactories factories_with(const BlockChoices& choices, const BlockFactories& others) {
  BlockFactories factories = factories_of(choices);
  factories.replace(others);
  return factories;
}

}  // namespace unibank
