#include "ptx/link_texts.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "ptx/body_parser.h"
#include "ptx/cursor.h"
#include "ptx/module_header.h"
#include "ptx/variables.h"

namespace unibank::ptx {
namespace {

enum class Linkage { kLocal, kExtern, kCommon, kWeak, kVisible };  // the later ones have priority

// A statement outside of bodies: its tokens, and what it declares or defines.
struct Statement {
  enum class Kind { kVariable, kCode, kAlias };
  Kind kind = Kind::kVariable;
  Linkage linkage = Linkage::kLocal;
  std::vector<std::string> names;
  bool defines = false;
  std::uint64_t bytes = 0;          // of a variable
  unsigned align = 0;
  std::size_t begin = 0, body = 0, end = 0;  // tokens; `body`: the brace, `end` where there is none
};

struct Part {
  std::string header, name;
  unsigned address_bits = 64;
  std::vector<Token> tokens;
  std::vector<Statement> statements;
  std::map<std::string, Linkage> linkage;      // of each name
  std::map<std::string, std::string> renamed;
};

class Splitter {
 public:
  explicit Splitter(const TextPart& part) : cursor_(part.text, part.name) {
    part_.name = part.name;
    part_.tokens = tokens_of(part.text, part.name);
  }

  Part run() {
    while (!cursor_.at_end()) statement();
    return std::move(part_);
  }

 private:
  void statement() {
    Statement one;
    one.begin = cursor_.mark();
    one.linkage = linkage();
    if (cursor_.is(".version") || cursor_.is(".target") || cursor_.is(".address_size"))
      return header(cursor_.mark());
    if (cursor_.accept(".func") || cursor_.accept(".entry")) {
      code(one);
    } else if (cursor_.accept(".alias")) {
      one.kind = Statement::Kind::kAlias;
      cursor_.skip_past(";");
    } else if (const auto space = variable_space()) {
      variable(one, *space);
    } else if (skip_directive(cursor_) || cursor_.accept(";")) {
      return;
    } else {
      cursor_.fail_expected(".version, .target, .address_size, .visible, .extern, .weak, .global, .const, .shared, "
                            ".entry or .func");
    }
    one.end = cursor_.mark();
    if (!one.defines) one.body = one.end;
    for (const std::string& name : one.names) note(name, one.linkage);
    part_.statements.push_back(std::move(one));
  }

  Linkage linkage() {
    static const std::map<std::string_view, Linkage> kWords = {{".visible", Linkage::kVisible},
                                                               {".extern", Linkage::kExtern},
                                                               {".weak", Linkage::kWeak},
                                                               {".common", Linkage::kCommon}};
    Linkage found = Linkage::kLocal;
    for (auto word = kWords.find(cursor_.look().text); word != kWords.end() && !cursor_.at_end();
         word = kWords.find(cursor_.look().text)) {
      found = word->second;
      cursor_.take();
    }
    return found;
  }

  // The strongest linkage counts: a declaration of a function may omit the linkage of its definition.
  void note(const std::string& name, Linkage linkage) {
    const auto [known, added] = part_.linkage.emplace(name, linkage);
    if (!added) known->second = std::max(known->second, linkage);
  }

  void header(std::size_t begin) {
    if (cursor_.accept(".version")) {
      parse_version(cursor_);
    } else if (cursor_.accept(".target")) {
      parse_target(cursor_);
    } else if (cursor_.accept(".address_size")) {
      part_.address_bits = parse_address_size(cursor_);
    }
    for (std::size_t i = begin; i < cursor_.mark(); ++i) part_.header += std::string(part_.tokens[i].text) + " ";
    part_.header.back() = '\n';
  }

  const StateSpace* variable_space() {
    static const std::map<std::string_view, StateSpace> kSpaces = {{".global", StateSpace::kGlobal},
                                                                   {".tex", StateSpace::kGlobal},
                                                                   {".const", StateSpace::kConst},
                                                                   {".shared", StateSpace::kShared}};
    const auto found = kSpaces.find(cursor_.look().text);
    if (found == kSpaces.end() || cursor_.at_end()) return nullptr;
    cursor_.take();
    return &found->second;
  }

  void variable(Statement& one, StateSpace space) {
    const bool external = one.linkage == Linkage::kExtern;
    for (const Declaration& declared : parse_variables(cursor_, space, external)) {
      one.names.push_back(declared.variable.name);
      one.bytes += declared.variable.bytes;
      one.align = std::max(one.align, declared.variable.align);
    }
    one.defines = !external;
    one.body = cursor_.mark();
  }

  void code(Statement& one) {
    one.kind = Statement::Kind::kCode;
    parse_tuning(cursor_);
    if (cursor_.accept("(")) cursor_.skip_past(")");
    one.names.emplace_back(cursor_.expect_name("the name of a kernel or a function").text);
    if (cursor_.accept("(")) cursor_.skip_past(")");
    parse_tuning(cursor_);
    if (cursor_.accept(";")) return;
    one.defines = true;
    one.body = cursor_.mark();
    if (!cursor_.is("{"))
      cursor_.fail_expected("'{' or ';' after the head of '" + one.names.front().substr(0, 60) + "'");
    cursor_.skip_braces();
  }

  Cursor cursor_;
  Part part_;
};

class Joiner {
 public:
  explicit Joiner(std::vector<Part> parts) : parts_(std::move(parts)) {}

  std::string run() {
    check_addresses();
    rename_locals();
    for (std::size_t part = 0; part < parts_.size(); ++part)
      for (const Statement& one : parts_[part].statements)
        for (const std::string& name : one.names) choose(part, one, name);
    std::string text = parts_.front().header;
    add(text, [this](const Part& part, const Statement& one) {
      return one.kind == Statement::Kind::kVariable && stays(part, one) ? words(part, one.begin, one.end) : "";
    });
    add(text, [this](const Part& part, const Statement& one) {
      if (one.kind != Statement::Kind::kCode) return std::string();
      return words(part, one.begin, one.body) + (one.defines ? ";" : "");
    });
    add(text, [this](const Part& part, const Statement& one) {
      const bool body = one.kind == Statement::Kind::kCode && one.defines && stays(part, one);
      return body ? words(part, one.begin, one.end) : "";
    });
    add(text, [this](const Part& part, const Statement& one) {
      return one.kind == Statement::Kind::kAlias ? words(part, one.begin, one.end) : "";
    });
    return text;
  }

 private:
  void check_addresses() const {
    const auto text = [](const Part& part) { return std::to_string(part.address_bits); };
    for (const Part& part : parts_)
      if (part.address_bits != parts_.front().address_bits)
        throw InputError("'" + parts_.front().name + "' has addresses of " + text(parts_.front()) + " bits, '" +
                         part.name + "' of " + text(part) + "; expected the same in all parts of a program");
  }

  // The first part with a local name keeps it, unless another part has it as a global name, which host code uses.
  void rename_locals() {
    std::map<std::string, unsigned> uses;
    std::set<std::string> shared, taken;
    for (const Part& part : parts_)
      for (const auto& [name, linkage] : part.linkage) {
        taken.insert(name);
        if (linkage != Linkage::kLocal) shared.insert(name);
      }
    for (Part& part : parts_)
      for (const auto& [name, linkage] : part.linkage) {
        if (linkage != Linkage::kLocal || (uses[name]++ == 0 && shared.count(name) == 0)) continue;
        std::string other;
        for (unsigned number = 2; other.empty() || !taken.insert(other).second; ++number)
          other = name + "$" + std::to_string(number);
        part.renamed[name] = other;
      }
  }

  const std::string& name_in(const Part& part, const std::string& name) const {
    const auto found = part.renamed.find(name);
    return found == part.renamed.end() ? name : found->second;
  }

  struct Chosen {
    std::size_t part = 0;
    const Statement* statement = nullptr;
  };

  // The declaration with the largest alignment is kept: declarations of dynamic scratchpad arrays may differ.
  static bool better(const Statement& one, const Statement& than) {
    if (one.defines != than.defines) return one.defines;
    if (!one.defines) return one.align > than.align;
    if (one.linkage != than.linkage) return one.linkage > than.linkage;
    return one.linkage == Linkage::kCommon && one.bytes > than.bytes;
  }

  void choose(std::size_t part, const Statement& one, const std::string& written) {
    const std::string& name = name_in(parts_[part], written);
    Chosen& chosen = chosen_[name];
    const Statement* const other = chosen.statement;
    if (other && one.defines && other->defines && std::min(one.linkage, other->linkage) == Linkage::kVisible)
      throw InputError("'" + name.substr(0, 200) + "' is defined in '" + parts_[chosen.part].name + "' and in '" +
                       parts_[part].name + "'; expected one definition, or .weak ones");
    if (!other || better(one, *other)) chosen = {part, &one};
  }

  bool stays(const Part& part, const Statement& one) const {
    return std::any_of(one.names.begin(), one.names.end(), [&](const std::string& name) {
      return chosen_.at(name_in(part, name)).statement == &one;
    });
  }

  template <typename TextOf>
  void add(std::string& text, const TextOf& text_of) const {
    for (const Part& part : parts_) {
      text += "// " + part.name + "\n";
      for (const Statement& one : part.statements) {
        const std::string more = text_of(part, one);
        text += more.empty() ? more : more + "\n";
      }
    }
  }

  // The tokens as written, with new names.
  std::string words(const Part& part, std::size_t begin, std::size_t end) const {
    std::string text;
    for (std::size_t i = begin; i < end; ++i) {
      const Token& token = part.tokens[i];
      const auto other = part.renamed.find(std::string(token.text));
      const bool name = token.kind == Token::Kind::kWord && other != part.renamed.end();
      text += name ? other->second : std::string(token.text);
      if (i + 1 == end) break;
      const char* const behind = token.text.data() + token.text.size();  // blanks and comments
      text.append(behind, part.tokens[i + 1].text.data());
    }
    return text;
  }

  std::vector<Part> parts_;
  std::map<std::string, Chosen> chosen_;
};

}  // namespace

std::string linked_text(const std::vector<TextPart>& parts) {
  if (parts.empty()) throw InputError("no parts of a program to link; expected at least one");
  std::vector<Part> split;
  split.reserve(parts.size());
  for (const TextPart& part : parts) split.push_back(Splitter(part).run());
  return Joiner(std::move(split)).run();
}

}  // namespace unibank::ptx
