// State files of Surfer: its session as RON (Rusty Object Notation). The file has all fields that versions 0.3 to 0.5
// require; a version ignores the fields that it does not know. Surfer finds signals by their names.
#include "wave/quoted.h"
#include "wave/view.h"

namespace unibank::wave {

namespace {

// A reference to a signal: the names in front of dots, then the last name.
std::string variable_ref(const std::string& path) {
  std::string scopes;
  std::size_t begin = 0;
  for (std::size_t dot; (dot = path.find('.', begin)) != std::string::npos; begin = dot + 1)
    scopes += (scopes.empty() ? "" : ", ") + quoted(path.substr(begin, dot - begin));
  return "(path: (strs: [" + scopes + "], id: None), name: " + quoted(path.substr(begin)) + ", id: None)";
}

std::string variable(const ViewSignal& signal) {
  const char* const format = signal.kind != Kind::kInteger ? "None"
                             : signal.bits > 32            ? "Some(\"Hexadecimal\")"
                                                           : "Some(\"Unsigned\")";
  return "Variable((variable_ref: " + variable_ref(signal.path) +
         ", color: None, background_color: None, display_name: " + quoted(signal.path) +
         ", display_name_type: Unique, manual_name: None, format: " + format +
         ", field_formats: [], height_scaling_factor: None, analog: None))";
}

class Items {
 public:
  void add_group(const std::string& name, bool open) {
    add("Group((name: " + quoted(name) + ", color: None, background_color: None, content: [], is_open: " +
            (open ? "true" : "false") + "))",
        0, open);
  }
  void add_signal(const ViewSignal& signal) { add(variable(signal), 1, true); }

  std::string text() const {
    return "        items_tree: (items: [\n" + tree_ + "        ]),\n        displayed_items: {\n" + items_ +
           "        },\n        display_item_ref_counter: " + std::to_string(count_) + ",\n";
  }

 private:
  void add(const std::string& item, unsigned level, bool unfolded) {
    const std::string number = std::to_string(++count_);
    tree_ += "            (item_ref: (" + number + "), level: " + std::to_string(level) +
             ", unfolded: " + (unfolded ? "true" : "false") + ", selected: false),\n";
    items_ += "            (" + number + "): " + item + ",\n";
  }

  std::string tree_, items_;
  unsigned count_ = 0;
};

// The fields of a session other than its signals.
const char* const kWavesEnd =
    "        viewports: [(curr_left: (0.0), curr_right: (1.0), target_left: (0.0), target_right: (1.0), "
    "move_start_left: "
    "(0.0), move_start_right: (1.0), move_duration: None, move_strategy: Instant)],\n"
    "        cursor: None,\n        markers: {},\n        focused_item: None,\n        focused_transaction: (None, "
    "None),\n"
    "        default_variable_name_type: Unique,\n        scroll_offset: 0.0,\n        display_variable_indices: "
    "true,\n"
    "        graphics: {},\n    )),\n";
const char* const kEnd =
    "    drag_started: false,\n    drag_source_idx: None,\n    drag_target_idx: None,\n    previous_waves: None,\n"
    "    count: None,\n    blacklisted_translators: [],\n    show_about: false,\n    show_keys: false,\n"
    "    show_gestures: false,\n    show_quick_start: false,\n    show_license: false,\n    show_performance: false,\n"
    "    show_logs: false,\n    show_cursor_window: false,\n    wanted_timeunit: NanoSeconds,\n"
    "    time_string_format: None,\n    show_url_entry: false,\n    variable_name_filter_focused: false,\n"
    "    variable_filter: (name_filter_type: Contain, name_filter_str: \"\", name_filter_case_insensitive: true, "
    "include_inputs: true, include_outputs: true, include_inouts: true, include_others: true, group_by_direction: "
    "false),\n    sidepanel_width: None,\n    ui_zoom_factor: None,\n)\n";

}  // namespace

std::string surfer_view(const std::vector<ViewGroup>& groups, const std::string& waveform) {
  Items items;
  for (const ViewGroup& group : groups) {
    items.add_group(group.name, group.signals.size() <= kMostOpen);
    for (const ViewSignal& signal : group.signals) items.add_signal(signal);
  }
  const bool fst = waveform.size() > 4 && waveform.compare(waveform.size() - 4, 4, ".fst") == 0;
  return "(\n    waves: Some((\n        source: File(" + quoted(waveform) + "),\n        format: " +
         (fst ? "Fst" : "Vcd") + ",\n        active_scope: None,\n" + items.text() + kWavesEnd + kEnd;
}

}  // namespace unibank::wave
