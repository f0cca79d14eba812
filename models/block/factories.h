// Creation of blocks. A kind of block is a type with the name of the kind, the interface that the machine needs of
// its variants, and the machine's parameters for it:
//   struct MshrKind {
//     static constexpr const char* kName = "mshr";
//     using Block = MshrInterface;
//     using Parameters = MshrParameters;
//   };
// A block is an sc_module that has the interface's sockets and its control plane; some are plain C++. Blocks of an Sm
// that must support several cores (SmClock::use_cores) notify events by notify_at (tlm/notify.h), call nothing else of
// SystemC's kernel but the time, and share nothing with those of other Sms.
#pragma once

#include <any>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "base/input_error.h"
#include "block/choices.h"

namespace unibank {

namespace wave {
class Writer;
}

// Options of a variant's constructor in addition to the machine's parameters.
struct BlockOptions {
  std::string block = {};         // the name of the variant, for messages
  PolicyValues values = {};        // one for each parameter that it declares
  bool check = false;             // it is compared: the first difference ends the run
  CheckBy check_by = CheckBy::kCycles;
  wave::Writer* waves = nullptr;  // receives its signals; null: no waveform is written
  unsigned fault = 0;             // number of a deliberate fault of the RTL, for tests
};

template <typename Kind>
using BlockFactory =
    std::function<std::unique_ptr<typename Kind::Block>(const char* name, const typename Kind::Parameters&)>;

// A block made by a factory, with its name.
struct MadeBlock {
  std::string kind, name;
};
void note_made(const void* block, MadeBlock made);  // `block`: its most derived object
// All blocks made so far, by address (of several at one address, the last); for pictures of the machine.
const std::map<const void*, MadeBlock>& made_blocks();

// A factory for each kind of block.
class BlockFactories {
 public:
  template <typename Kind>
  void set(BlockFactory<Kind> factory) {
    factories_[Kind::kName] = BlockFactory<Kind>(
        [factory = std::move(factory)](const char* name, const typename Kind::Parameters& parameters) {
          std::unique_ptr<typename Kind::Block> block = factory(name, parameters);
          note_made(dynamic_cast<const void*>(block.get()), {Kind::kName, name});
          return block;
        });
  }
  template <typename Kind>
  bool has() const {
    return factories_.count(Kind::kName) != 0;
  }
  // Throws InputError if there is no factory of this kind.
  template <typename Kind>
  const BlockFactory<Kind>& of() const {
    const auto at = factories_.find(Kind::kName);
    if (at == factories_.end())
      throw InputError(std::string("no block of the kind '") + Kind::kName + "' is installed");
    return std::any_cast<const BlockFactory<Kind>&>(at->second);
  }
  template <typename Kind>
  std::unique_ptr<typename Kind::Block> make(const std::string& name,
                                             const typename Kind::Parameters& parameters) const {
    return of<Kind>()(name.c_str(), parameters);
  }
  // Replaces the factories of the kinds in `others`.
  void replace(const BlockFactories& others) {
    for (const auto& [kind, factory] : others.factories_) factories_[kind] = factory;
  }

 private:
  std::map<std::string, std::any> factories_;  // [kind], each a BlockFactory
};

// Adds the factory of a variant to the others.
using InstallBlock = std::function<void(BlockFactories&, const BlockOptions&)>;
void add_install(const std::string& kind, const std::string& name, InstallBlock install);

// Installs the chosen variant of one kind. InputError if this program does not have it.
void install_block(BlockFactories& factories, const std::string& kind, const BlockChoices& choices,
                   wave::Writer* waves = nullptr);
// The blocks of these choices. `waves` (null: none) receives their signals. InputError for a variant that this program
// does not have.
BlockFactories factories_of(const BlockChoices& choices, wave::Writer* waves = nullptr);

// The factories of `choices`, except for the kinds in `others`, whose factories are taken from `others`.
BlockFactories factories_with(const BlockChoices& choices, const BlockFactories& others);

// A function that makes a block of a kind: make(name, parameters, options).
template <typename Kind>
using MakeBlock = std::function<std::unique_ptr<typename Kind::Block>(
    const char* name, const typename Kind::Parameters&, const BlockOptions&)>;

template <typename Kind>
InstallBlock install_of(MakeBlock<Kind> make) {
  return [make](BlockFactories& factories, const BlockOptions& options) {
    factories.set<Kind>([make, options](const char* name, const typename Kind::Parameters& parameters) {
      return make(name, parameters, options);
    });
  };
}

// A class constructed as Block(name, parameters, options), or as Block(name, parameters).
template <typename Kind, typename Block>
MakeBlock<Kind> made_as() {
  return [](const char* name, const typename Kind::Parameters& parameters,
            const BlockOptions& options) -> std::unique_ptr<typename Kind::Block> {
    if constexpr (std::is_constructible_v<Block, const char*, const typename Kind::Parameters&, const BlockOptions&>) {
      return std::make_unique<Block>(name, parameters, options);
    } else {
      (void)options;
      return std::make_unique<Block>(name, parameters);
    }
  };
}

// A static object of this type at the end of a variant's file registers it: its declaration and its factory.
template <typename Kind>
struct BlockRegistration {
  BlockRegistration(BlockVariant variant, MakeBlock<Kind> make) {
    variant.kind = Kind::kName;
    add_install(variant.kind, variant.name, install_of<Kind>(std::move(make)));
    BlockCatalogue::instance().declare(std::move(variant));
  }
};

// Registers only the factory, of a variant that is declared in a file without SystemC.
template <typename Kind>
struct BlockFactoryRegistration {
  BlockFactoryRegistration(const char* name, MakeBlock<Kind> make) {
    add_install(Kind::kName, name, install_of<Kind>(std::move(make)));
  }
};

// Registers a variant that installs other factories than one of its own kind, or none.
struct InstalledBlock {
  InstalledBlock(BlockVariant variant, InstallBlock install) {
    add_install(variant.kind, variant.name, std::move(install));
    BlockCatalogue::instance().declare(std::move(variant));
  }
};

// The variant `native` of a kind: a class of this library.
template <typename Kind, typename Block>
struct NativeBlock : BlockRegistration<Kind> {
  explicit NativeBlock(const char* description)
      : BlockRegistration<Kind>({Kind::kName, "native", description, {}, {}, false, true, {}},
                                made_as<Kind, Block>()) {}
};

}  // namespace unibank
