#include <algorithm>
#include <filesystem>
#include <map>

#include "base/input_error.h"
#include "files/input_file.h"
#include "manifest/keys.h"
#include "manifest/sections.h"
#include "ptx/parser.h"

namespace unibank {

namespace {

using manifest_reader::Section;
using manifest_reader::Source;
using manifest_reader::Value;

constexpr std::uint64_t kMostManifestBytes = 16 << 20;  // long data belong in separate files
constexpr std::uint64_t kPageBytes = 65536;  // the largest page of the machines that this runs on
constexpr std::int64_t kMaxStackBytes = 512 * 1024;  // local memory of a thread, as in CUDA

class Loader {
 public:
  Loader(const Source& source, const Value& root, Manifest& manifest)
      : source_(source), root_(root), manifest_(manifest) {}

  void run() {
    const Section top(source_, "a manifest", root_, {1, 1},
                      names_of(manifest_keys("manifest")));
    manifest_.description = top.text("description", "");
    manifest_.stack_bytes = static_cast<std::uint64_t>(top.integer("stack_bytes", 1, kMaxStackBytes, 0));
    manifest_.memory_begin =
        static_cast<std::uint64_t>(top.integer("memory_begin", 0, manifest_reader::kMostAddress, 0));
    if (manifest_.memory_begin % kPageBytes != 0) top.fail("memory_begin", "a multiple of 65536");
    read_ptx(top);
    read_data();
    manifest_reader::check_addresses(source_, manifest_, modules_.address_bytes());
    manifest_.steps = manifest_reader::read_steps(source_, root_, modules_, manifest_);
    if (manifest_.launches.empty()) source_.fail(top.place(), "a manifest needs at least one [[launch]] or [[loop]]");
    for (const Section& section : sections(source_, root_, "verify", names_of(manifest_keys("verify"))))
      manifest_.verifications.push_back(read_verify(section, manifest_));
  }

 private:
  // Reads the PTX: one file, or several files, each a separate module.
  void read_ptx(const Section& top) {
    const Value& named = top.need("ptx");
    if (!named.is(Value::Kind::kString) && !named.array_of(Value::Kind::kString))
      top.fail("ptx", "a string, or an array of them");
    const std::vector<Value> alone = {named};
    for (const Value& one : named.is(Value::Kind::kArray) ? named.elements : alone) {
      const ManifestPlace place = manifest_reader::place_of(one);
      const std::string file = source_.path(text_of(source_, "ptx", one));
      manifest_.ptx.push_back({file, source_.read(file, "ptx", place)});
      modules_.add(source_, place, ptx::parse(manifest_.ptx.back().text, file));
    }
  }

  void read_data() {
    const std::vector<Section> data[2] = {sections(source_, root_, "buffer", names_of(manifest_keys("buffer"))),
                                          sections(source_, root_, "constant", names_of(manifest_keys("constant")))};
    std::uint64_t used = 0;
    for (const Section& section : data[0]) {
      manifest_.buffers.push_back(read_buffer(section, used));
      take_name(manifest_.buffers.back().name, section.need("name"));
    }
    for (const Section& section : data[1]) {
      manifest_.buffers.push_back(read_constant(section, modules_, used));
      take_name(manifest_.buffers.back().name, section.need("symbol"));
    }
    for (const bool surface : {false, true}) read_textures(surface);
    auto buffer = manifest_.buffers.begin();
    for (const std::vector<Section>& sections_of_kind : data)
      for (const Section& section : sections_of_kind)
        read_values(section, {source_, manifest_, {}, modules_.address_bytes()}, *buffer++);
  }

  void read_textures(bool surface) {
    const char* key = surface ? "surface" : "texture";
    for (const Section& section : sections(source_, root_, key, names_of(manifest_keys(key)))) {
      manifest_.textures.push_back(read_texture(section, manifest_, modules_, surface));
      const ManifestTexture& texture = manifest_.textures.back();
      if (texture.symbol.empty()) take_name(texture.name, section.need("name"));
      else take_name(texture.symbol, section.need("symbol"));
    }
  }

  // Names are unique: arguments, comparisons and results identify objects by name.
  void take_name(const std::string& name, const Value& value) {
    const auto [known, is_new] = names_.emplace(name, value.line);
    if (is_new) return;
    source_.fail(manifest_reader::place_of(value),
                 "the name '" + name + "' is taken by line " + std::to_string(known->second) + "; expected another");
  }

  const Source& source_;
  const Value& root_;
  Manifest& manifest_;
  manifest_reader::Modules modules_;
  std::map<std::string, unsigned> names_;
};

}  // namespace

const ManifestBuffer* Manifest::find_buffer(std::string_view wanted) const {
  const auto found = std::find_if(buffers.begin(), buffers.end(),
                                  [wanted](const ManifestBuffer& one) { return one.name == wanted; });
  return found == buffers.end() ? nullptr : &*found;
}

std::string read_whole_file(const std::string& path) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 30;  // 1 GB of single bytes as text
  return files::read_all(path, kMostBytes);
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
    text = files::read_all(file, kMostManifestBytes);
  } catch (const std::runtime_error& error) {
    throw InputError(file + ": cannot read the manifest: " + error.what());
  }
  return load_manifest(text, file, read_whole_file);
}

}  // namespace unibank
