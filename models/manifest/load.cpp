#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "base/input_error.h"
#include "manifest/sections.h"
#include "ptx/parser.h"

namespace unibank {

namespace {

using manifest_reader::Member;
using manifest_reader::Section;
using manifest_reader::Source;
using manifest_reader::Value;

constexpr std::int64_t kMaxStackBytes = 512 * 1024;  // local memory of a thread, as in CUDA

// The elements of an array of tables.
std::vector<Section> sections(const Source& source, const Value& root, const char* key,
                              const std::vector<std::string>& known) {
  std::vector<Section> all;
  const Member* member = root.find(key);
  if (!member) return all;
  const std::string name = std::string("[[") + key + "]]";
  if (!member->value.array_of(Value::Kind::kTable))
    source.fail({member->line, member->column}, std::string(key) + ": found " +
                                                    manifest_reader::found_text(member->value) +
                                                    "; expected tables " + name);
  for (const Value& table : member->value.elements)
    all.emplace_back(source, name, table, manifest_reader::place_of(table), known);
  return all;
}

class Loader {
 public:
  Loader(const Source& source, const Value& root, Manifest& manifest)
      : source_(source), root_(root), manifest_(manifest) {}

  void run() {
    const Section top(source_, "a manifest", root_, {1, 1},
                      {"ptx", "description", "stack_bytes", "buffer", "constant", "texture", "surface", "launch",
                       "verify"});
    manifest_.description = top.text("description", "");
    manifest_.stack_bytes = static_cast<std::uint64_t>(top.integer("stack_bytes", 1, kMaxStackBytes, 0));
    manifest_.ptx_file = source_.path(top.text("ptx"));
    manifest_.ptx_text =
        source_.read(manifest_.ptx_file, "ptx", manifest_reader::place_of(top.need("ptx")));
    module_ = ptx::parse(manifest_.ptx_text, manifest_.ptx_file);
    read_data();
    read_launches(top);
    for (const Section& section : sections(source_, root_, "verify", manifest_reader::verify_keys()))
      manifest_.verifications.push_back(read_verify(section, manifest_));
  }

 private:
  void read_data() {
    std::uint64_t used = 0;
    for (const Section& section : sections(source_, root_, "buffer", manifest_reader::buffer_keys("name"))) {
      manifest_.buffers.push_back(read_buffer(section, used));
      take_name(manifest_.buffers.back().name, section.need("name"));
    }
    for (const Section& section : sections(source_, root_, "constant", manifest_reader::buffer_keys("symbol"))) {
      manifest_.buffers.push_back(read_constant(section, module_, used));
      take_name(manifest_.buffers.back().name, section.need("symbol"));
    }
    for (const bool surface : {false, true}) {
      const char* key = surface ? "surface" : "texture";
      for (const Section& section : sections(source_, root_, key, manifest_reader::texture_keys(surface))) {
        manifest_.textures.push_back(read_texture(section, manifest_, module_, surface));
        const ManifestTexture& texture = manifest_.textures.back();
        if (texture.symbol.empty()) take_name(texture.name, section.need("name"));
        else take_name(texture.symbol, section.need("symbol"));
      }
    }
  }

  void read_launches(const Section& top) {
    for (const Section& section : sections(source_, root_, "launch", manifest_reader::launch_keys())) {
      manifest_.launches.push_back(read_launch(section, module_));
      check_arguments(source_, manifest_, manifest_.launches.back(), module_);
    }
    if (manifest_.launches.empty()) source_.fail(top.place(), "a manifest needs at least one [[launch]]");
  }

  // One name, one thing: arguments, comparisons and results go by names alone.
  void take_name(const std::string& name, const Value& value) {
    const auto [known, is_new] = names_.emplace(name, value.line);
    if (is_new) return;
    source_.fail(manifest_reader::place_of(value),
                 "the name '" + name + "' is taken by line " + std::to_string(known->second) + "; expected another");
  }

  const Source& source_;
  const Value& root_;
  Manifest& manifest_;
  ptx::Module module_;
  std::map<std::string, unsigned> names_;
};

}  // namespace

const ManifestBuffer* Manifest::find_buffer(std::string_view wanted) const {
  const auto found = std::find_if(buffers.begin(), buffers.end(),
                                  [wanted](const ManifestBuffer& one) { return one.name == wanted; });
  return found == buffers.end() ? nullptr : &*found;
}

std::string read_whole_file(const std::string& path) {
  namespace fs = std::filesystem;
  if (fs::is_directory(path)) throw std::runtime_error("it is a folder");
  if (fs::exists(path) && !fs::is_regular_file(path)) throw std::runtime_error("it is not a regular file");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(std::strerror(errno));
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad()) throw std::runtime_error("reading failed");
  return text;
}

Manifest load_manifest(const std::string& text, const std::string& file, const ReadFile& read) {
  Manifest manifest;
  manifest.file = file;
  manifest.name = std::filesystem::path(file).stem().string();
  const Source source(text, file, read);
  try {
    const Value root = toml_tree::parse(text);
    Loader(source, root, manifest).run();
  } catch (const toml_tree::SyntaxError& error) {
    source.fail({error.line, error.column}, error.what());
  }
  manifest.files = source.files();
  manifest.files.push_back(file);
  return manifest;
}

Manifest load_manifest(const std::string& file) {
  std::string text;
  try {
    text = read_whole_file(file);
  } catch (const std::exception& error) {
    throw InputError(file + ": cannot read the manifest: " + error.what());
  }
  return load_manifest(text, file, read_whole_file);
}

}  // namespace unibank
