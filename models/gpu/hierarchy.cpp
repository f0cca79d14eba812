#include "gpu/hierarchy.h"

#include <map>
#include <systemc>
#include <tlm>

#include "base/input_error.h"
#include "block/factories.h"
#include "block/kinds.h"

namespace unibank {

namespace {

// A target socket exports the interface that the port of the initiator socket bound to it calls: this identifies the
// binding, independent of the socket's width and of where it is bound.
class Reader {
 public:
  explicit Reader(const BlockChoices& choices) : choices_(choices) {
    for (sc_core::sc_object* const object : sc_core::sc_get_top_level_objects()) note(*object);
    note_plain();
  }

  MachineModule read(const sc_core::sc_object& module) const {
    MachineModule read_in;
    read_in.name = module.name();
    const auto made = made_blocks().find(dynamic_cast<const void*>(&module));
    if (made != made_blocks().end()) read_in.block = text_of(made->second.kind);
    for (sc_core::sc_object* const object : module.get_child_objects()) {
      if (dynamic_cast<sc_core::sc_module*>(object)) read_in.modules.push_back(read(*object));
      if (const auto port = initiator_.find(object->name()); port != initiator_.end())
        read_in.sockets.push_back({object->name(), true, names(target_of_, port->second)});
      if (const auto exported = target_.find(object->name()); exported != target_.end())
        read_in.sockets.push_back({object->name(), false, names(initiator_of_, exported->second)});
    }
    const auto plain = plain_.find(module.name());
    if (plain != plain_.end())
      read_in.modules.insert(read_in.modules.end(), plain->second.begin(), plain->second.end());
    return read_in;
  }

 private:
  using Interface = const sc_core::sc_interface*;

  // Blocks that are not modules: they have no sockets.
  void note_plain() {
    std::map<std::string, std::string> text;  // by name, so addresses do not affect the order
    for (const auto& [block, made] : made_blocks())
      if (!sc_core::sc_find_object(made.name.c_str())) text[made.name] = text_of(made.kind);
    for (const auto& [name, block] : text) plain_[owner_name(name)].push_back({name, block, {}, {}});
  }

  // Policies are created like blocks but chosen differently: only their name is printed.
  std::string text_of(const std::string& kind) const {
    for (const BlockKind& one : block_kinds())
      if (kind == one.name) return kind + ": " + choices_.of(kind).model;
    return "";
  }

  void note(sc_core::sc_object& object) {
    if (auto* const socket = dynamic_cast<tlm::tlm_base_socket_if*>(&object)) {
      if (socket->get_socket_category() & tlm::TLM_INITIATOR_SOCKET) {
        const Interface interface = socket->get_base_port().get_interface();
        initiator_[object.name()] = interface;
        initiator_of_[interface].push_back(object.name());
      } else {
        const Interface interface = socket->get_base_export().get_interface();
        target_[object.name()] = interface;
        target_of_[interface].push_back(object.name());
      }
    }
    for (sc_core::sc_object* const child : object.get_child_objects()) note(*child);
  }

  static std::vector<std::string> names(const std::map<Interface, std::vector<std::string>>& all, Interface interface) {
    const auto at = all.find(interface);
    return at == all.end() ? std::vector<std::string>{} : at->second;
  }

  const BlockChoices& choices_;
  std::map<std::string, Interface> initiator_, target_;  // by the socket's name
  std::map<std::string, std::vector<MachineModule>> plain_;  // by their parent module
  std::map<Interface, std::vector<std::string>> initiator_of_, target_of_;
};

}  // namespace

MachineModule elaborated_hierarchy(const std::string& top, const BlockChoices& choices) {
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  const sc_core::sc_object* const module = sc_core::sc_find_object(top.c_str());
  if (!module) throw RunError("the simulation has no module '" + top + "'");
  return Reader(choices).read(*module);
}

}  // namespace unibank
