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
          {"stack_bytes", Form::kInteger, "bytes of local memory per thread for calls of unknown depth"},
          {"memory_begin", Form::kInteger, "first device address: every buffer and constant has an address then"},
          {"buffer", Form::kTables, "device memory, named by launches and comparisons", false, {}, "buffer"},
          {"constant", Form::kTables, "initial values of a .const or .global variable", false, {}, "constant"},
          {"texture", Form::kTables, "a texture: a handle for arguments, or a .texref", false, {}, "texture"},
          {"surface", Form::kTables, "a surface: a handle for arguments, or a .surfref", false, {}, "surface"},
          {"launch", Form::kTables, "a kernel launch; they run in the order of the text", false, {}, "launch"},
          {"loop", Form::kTables, "launches that are repeated", false, {}, "loop"},
          {"verify", Form::kTables, "a comparison of a buffer with its expected values", false, {}, "verify"}};
}

Keys initial_keys() {
  return {{"init", Form::kText, "origin of the initial values; default: zeros", false,
           manifest_reader::initial_names()},
          {"start", Form::kNumber, "iota: the first value (0)"},
          {"step", Form::kNumber, "iota: the difference between consecutive values (1)"},
          {"value", Form::kNumber, "constant: the value of every element"},
          {"low", Form::kNumber, "uniform: the lowest value"},
          {"high", Form::kNumber, "uniform: the highest value; included for integers"},
          {"mean", Form::kNumber, "normal: the mean (0)"},
          {"deviation", Form::kNumber, "normal: the standard deviation (1)"},
          {"seed", Form::kInteger, "uniform, normal: a seed gives the same bytes on every machine"},
          {"file", Form::kText, "file: the path; values as CSV if its name ends in .csv, else raw little endian"},
          {"values", Form::kAny, "values: a list of numbers, of names of buffers and textures, or of fields"},
          {"rest", Form::kNumber, "file, values: fills the rest of the buffer if the list is shorter"}};
}

// `name`: the key that names the memory.
Keys memory_keys(FileKey name) {
  Keys keys = {std::move(name),
               {"type", Form::kText, "type of an element", true, manifest_values::element_type_names()},
               {"count", Form::kInteger, "number of elements; default for a constant: all of its variable"},
               {"address", Form::kInteger, "its device address, a multiple of 256, from memory_begin on"},
               {"dump", Form::kText,
                "a file for the final values: CSV if its name ends in .csv, else raw little endian"},
               {"absolute", Form::kNumber, "tolerance between two correct executions (0)"},
               {"relative", Form::kNumber, "tolerance relative to the value, between two correct executions (0)"}};
  for (FileKey& key : initial_keys()) keys.push_back(std::move(key));
  return keys;
}

Keys surface_keys() {
  return {{"name", Form::kText, "name of the handle in arguments"},
          {"symbol", Form::kText, "instead of name: the .texref or .surfref of the PTX"},
          {"buffer", Form::kText, "the buffer with the texels", true},
          {"width", Form::kInteger, "texels per row", true},
          {"height", Form::kInteger, "rows (1)"},
          {"depth", Form::kInteger, "slices (1)"},
          {"dimensions", Form::kInteger, "1 to 3; fewer than the extents: the slices are layers"},
          {"pitch", Form::kInteger, "bytes from one row to the next (0: contiguous rows)"},
          {"channels", Form::kInteger, "channels per texel: 1, 2 or 4 (1)"},
          {"channel", Form::kText, "type of a channel", true, manifest_reader::channel_names()}};
}

Keys texture_keys() {
  Keys keys = surface_keys();
  keys.insert(keys.end(),
              {{"filter", Form::kText, "point (default) or linear", false, {"point", "linear"}},
               {"address", Form::kAny,
                "outside of the texture: wrap, clamp, mirror or border, or a list, one per dimension"},
               {"border", Form::kAny, "the four channel values outside of a texture with address border"},
               {"normalized_coordinates", Form::kBoolean, "coordinates from 0 to 1 instead of texels (false)"},
               {"normalized_values", Form::kBoolean, "integers of 8 and 16 bits are read as fractions (false)"},
               {"linear_memory", Form::kBoolean,
                "a GPU reads the buffer itself instead of an array, as tex1Dfetch needs (false)"}});
  return keys;
}

Keys launch_keys() {
  return {{"kernel", Form::kText, "its name in PTX or C++; optional if the PTX has only one kernel"},
          {"grid", Form::kAny, "blocks in x, y and z: a list of 1 to 3 integers or { counter = \"t\" }", true},
          {"block", Form::kIntegers, "threads per block in x, y and z", true},
          {"dynamic_scratchpad_bytes", Form::kInteger, "dynamic scratchpad per block, in bytes (0)"},
          {"repeat", Form::kInteger, "number of consecutive launches (1)"},
          {"cooperative", Form::kBoolean, "all blocks are resident at once, for grid-wide synchronization (false)"},
          {"arguments", Form::kAny, "one per parameter: a number, a name, { buffer, offset }, fields of a structure"}};
}

Keys loop_keys() {
  return {{"counter", Form::kText, "the name of a number that changes with the rounds"},
          {"start", Form::kInteger, "the counter in the first round (0)"},
          {"step", Form::kInteger, "increment of the counter per round (1)"},
          {"values", Form::kIntegers, "all values of the counter, instead of start, step and rounds"},
          {"rounds", Form::kInteger, "number of rounds"},
          {"until", Form::kTable, "the loop ends after the first round with this condition true", false, {}, "until"},
          {"limit", Form::kInteger, "with until: rounds after which the run ends with status 1"},
          {"write", Form::kTables, "values written before each round", false, {}, "write"},
          {"swap", Form::kAny, "two buffers, or a list of pairs, that exchange their memory after each round"},
          {"launch", Form::kTables, "a launch of each round", false, {}, "launch"},
          {"loop", Form::kTables, "a loop in each round", false, {}, "loop"}};
}

Keys until_keys() {
  return {{"buffer", Form::kText, "the buffer of the condition", true},
          {"index", Form::kInteger, "its element (0)"},
          {"equals", Form::kNumber, "the loop ends at this value"},
          {"below", Form::kNumber, "instead of equals: at a value less than this"}};
}

Keys write_keys() {
  return {{"buffer", Form::kText, "the buffer or constant to write", true},
          {"index", Form::kInteger, "its first element (0)"},
          {"count", Form::kInteger, "elements (1)"},
          {"value", Form::kAny, "a number, or { counter = \"t\" }", true}};
}

Keys verify_keys() {
  return {{"buffer", Form::kText, "the buffer, or a constant's symbol", true},
          {"file", Form::kText, "the expected values: CSV if its name ends in .csv, else raw little endian", true},
          {"absolute", Form::kNumber, "absolute tolerance (0)"},
          {"relative", Form::kNumber, "or tolerance relative to the expected value (0)"}};
}

}  // namespace

const std::vector<FileTable>& manifest_tables() {
  static const std::vector<FileTable> tables = {
      {"manifest", top_keys()},
      {"buffer", memory_keys({"name", Form::kText, "its name in arguments", true})},
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
