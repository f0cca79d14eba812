#include "manifest/keys.h"

#include <algorithm>

#include "manifest/initial.h"
#include "manifest/sections.h"
#include "manifest/values.h"

namespace unibank {

namespace {

using Form = FileKey::Form;
using Keys = std::vector<FileKey>;

Keys top_keys() {
  return {{"ptx", Form::kTexts, "PTX files, relative to the manifest: one, or a list", true},
          {"description", Form::kText, "one line about the program"},
          {"stack_bytes", Form::kInteger, "bytes of local memory a thread has for calls whose depth is not known"},
          {"buffer", Form::kTables, "memory of the device that launches and comparisons name", false, {}, "buffer"},
          {"constant", Form::kTables, "first values of a .const or .global variable", false, {}, "constant"},
          {"texture", Form::kTables, "a texture: a handle for arguments, or a .texref", false, {}, "texture"},
          {"surface", Form::kTables, "a surface: a handle for arguments, or a .surfref", false, {}, "surface"},
          {"launch", Form::kTables, "a kernel launch; they run in the order of the text", false, {}, "launch"},
          {"loop", Form::kTables, "launches that are repeated", false, {}, "loop"},
          {"verify", Form::kTables, "a comparison that decides whether the answer is right", false, {}, "verify"}};
}

Keys initial_keys() {
  return {{"init", Form::kText, "how the first values are made; zeros where it is missing", false,
           manifest_reader::initial_names()},
          {"start", Form::kNumber, "iota: the first value (0)"},
          {"step", Form::kNumber, "iota: the difference of two neighbours (1)"},
          {"value", Form::kNumber, "constant: the value of every element"},
          {"low", Form::kNumber, "uniform: the lowest value"},
          {"high", Form::kNumber, "uniform: the highest value; included for integers"},
          {"mean", Form::kNumber, "normal: the mean (0)"},
          {"deviation", Form::kNumber, "normal: the standard deviation (1)"},
          {"seed", Form::kInteger, "uniform, normal: one seed gives the same bytes on every machine"},
          {"file", Form::kText, "file: its path; values as CSV when it ends in .csv, else raw little endian"},
          {"values", Form::kAny, "values: a list of numbers, of names of buffers and textures, or of fields"},
          {"rest", Form::kNumber, "file, values: the value after a list that is shorter than the buffer"}};
}

// `name`: the key that names the memory.
Keys memory_keys(FileKey name) {
  Keys keys = {std::move(name),
               {"type", Form::kText, "type of an element", true, manifest_values::element_type_names()},
               {"count", Form::kInteger, "elements; a constant without it fills its variable"},
               {"dump", Form::kText, "a file for the final values: CSV when it ends in .csv, else raw little endian"},
               {"absolute", Form::kNumber, "how far apart two right executions may leave a value (0)"},
               {"relative", Form::kNumber, "the same, as a part of the value (0)"}};
  for (FileKey& key : initial_keys()) keys.push_back(std::move(key));
  return keys;
}

Keys surface_keys() {
  return {{"name", Form::kText, "the handle that arguments name"},
          {"symbol", Form::kText, "in place of name: the .texref or .surfref of the PTX"},
          {"buffer", Form::kText, "the buffer with the texels", true},
          {"width", Form::kInteger, "texels of a row", true},
          {"height", Form::kInteger, "rows (1)"},
          {"depth", Form::kInteger, "slices (1)"},
          {"dimensions", Form::kInteger, "1 to 3; fewer than there are extents: the slices are layers"},
          {"pitch", Form::kInteger, "bytes from a row to the next (0: the rows follow each other)"},
          {"channels", Form::kInteger, "of a texel: 1, 2 or 4 (1)"},
          {"channel", Form::kText, "type of a channel", true, manifest_reader::channel_names()}};
}

Keys texture_keys() {
  Keys keys = surface_keys();
  keys.insert(keys.end(),
              {{"filter", Form::kText, "point (default) or linear", false, {"point", "linear"}},
               {"address", Form::kAny, "outside of the texture: wrap, clamp, mirror or border, or a list, one a dimension"},
               {"border", Form::kAny, "the four channels outside of a texture with address border"},
               {"normalized_coordinates", Form::kBoolean, "coordinates from 0 to 1 in place of texels (false)"},
               {"normalized_values", Form::kBoolean, "integers of 8 and 16 bits are read as fractions (false)"}});
  return keys;
}

Keys launch_keys() {
  return {{"kernel", Form::kText, "its name in the PTX or in C++; not needed when the PTX has one kernel"},
          {"grid", Form::kAny, "blocks in x, y and z: a list of 1 to 3 integers or { counter = \"t\" }", true},
          {"block", Form::kIntegers, "threads of a block in x, y and z", true},
          {"dynamic_scratchpad_bytes", Form::kInteger, "bytes of scratchpad a block has beside those it declares (0)"},
          {"repeat", Form::kInteger, "launches of this kind one after the other (1)"},
          {"cooperative", Form::kBoolean, "all blocks are resident at once, for synchronization of the grid (false)"},
          {"arguments", Form::kAny, "one a parameter: a number, a name, { buffer, offset }, fields of a structure"}};
}

Keys loop_keys() {
  return {{"counter", Form::kText, "the name of the number that grows with the rounds"},
          {"start", Form::kInteger, "the counter in the first round (0)"},
          {"step", Form::kInteger, "what the counter grows by (1)"},
          {"values", Form::kIntegers, "all values of the counter, in place of start, step and rounds"},
          {"rounds", Form::kInteger, "how often the launches run"},
          {"until", Form::kTable, "the loop ends after the round that makes this true", false, {}, "until"},
          {"limit", Form::kInteger, "with until: rounds after which the run ends with status 1"},
          {"write", Form::kTables, "values that are written before each round", false, {}, "write"},
          {"swap", Form::kAny, "two buffers, or a list of pairs, that exchange their memory after each round"},
          {"launch", Form::kTables, "a launch of each round", false, {}, "launch"},
          {"loop", Form::kTables, "a loop in each round", false, {}, "loop"}};
}

Keys until_keys() {
  return {{"buffer", Form::kText, "the buffer that is looked at", true},
          {"index", Form::kInteger, "its element (0)"},
          {"equals", Form::kNumber, "the loop ends at this value"},
          {"below", Form::kNumber, "in place of equals: at a value less than this"}};
}

Keys write_keys() {
  return {{"buffer", Form::kText, "the buffer or constant that is written", true},
          {"index", Form::kInteger, "its first element (0)"},
          {"count", Form::kInteger, "elements (1)"},
          {"value", Form::kAny, "a number, or { counter = \"t\" }", true}};
}

Keys verify_keys() {
  return {{"buffer", Form::kText, "the buffer, or a constant's symbol", true},
          {"file", Form::kText, "the right values: CSV when it ends in .csv, else raw little endian", true},
          {"absolute", Form::kNumber, "a value is right when it is so near (0)"},
          {"relative", Form::kNumber, "or so near as a part of the right value (0)"}};
}

}  // namespace

const std::vector<FileTable>& manifest_tables() {
  static const std::vector<FileTable> tables = {
      {"manifest", top_keys()},
      {"buffer", memory_keys({"name", Form::kText, "by which arguments name it", true})},
      {"constant", memory_keys({"symbol", Form::kText, "the .const or .global variable", true})},
      {"texture", texture_keys()},
      {"surface", surface_keys()},
      {"launch", launch_keys()},
      {"loop", loop_keys()},
      {"until", until_keys()},
      {"write", write_keys()},
      {"verify", verify_keys()}};
  return tables;
}

const std::vector<FileKey>& manifest_keys(const std::string& table) {
  const std::vector<FileTable>& all = manifest_tables();
  return std::find_if(all.begin(), all.end(), [&](const FileTable& one) { return one.name == table; })->keys;
}

}  // namespace unibank
