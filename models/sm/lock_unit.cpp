#include "sm/lock_unit.h"

#include "block/factories.h"
#include "block/signals.h"

namespace unibank {

namespace {

const InstalledBlock kLockUnit({"lock_unit", "native", "the policies' C++", {}, {}, false, true, {}},
                             [](BlockFactories& factories, const BlockOptions&) {
                               factories.set<ScratchpadGateKind>([](const char*, const PolicyChoice& p) {
                                 return ScratchpadGateRegistry::instance().make(p.name, p.values);
                               });
                               factories.set<WarpOrderKind>([](const char*, const PolicyChoice& p) {
                                 return WarpOrderRegistry::instance().make(p.name, p.values);
                               });
                             });
const SignalDeclaration kLockSignals("locks", "owners of the scratchpad shared by pairs of blocks",
                                     {{"smN.scratchpad_lock.pair_N",
                                       "the block slot that owns the shared scratchpad of the pair; free: none"}});

}  // namespace

}  // namespace unibank
