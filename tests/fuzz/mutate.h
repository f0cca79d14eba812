// A bounded, repeatable fuzz run without a fuzzer: every file of a corpus unchanged, then seeded mutations of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace unibank::fuzz {

// The files of a folder in alphabetical order, so that a seed gives the same run everywhere.
inline std::vector<std::string> read_corpus(const std::string& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.is_regular_file()) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const auto& path : paths) {
    std::ifstream file(path, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return texts;
}

class Mutator {
 public:
  Mutator(std::vector<std::string> corpus, std::uint32_t seed) : corpus_(std::move(corpus)), random_(seed) {}

  // One to four changes to a file of the corpus: changed bytes, truncation, parts removed or repeated, parts of another
  // file inserted.
  std::string next() {
    std::string text = pick();
    for (std::size_t changes = 1 + below(4); changes > 0; --changes) change(text);
    return text;
  }

 private:
  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }
  const std::string& pick() { return corpus_[below(corpus_.size())]; }

  void change(std::string& text) {
    constexpr std::size_t kLongestPart = 64;
    const std::size_t at = below(text.size() + 1), length = 1 + below(kLongestPart);
    switch (below(6)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(below(256));
        break;
      case 1: text.insert(at, 1, kInteresting[below(sizeof kInteresting - 1)]); break;
      case 2: text.erase(at, length); break;
      case 3: text.resize(at); break;
      case 4: text.insert(at, text.substr(at, length)); break;
      default: {
        const std::string& other = pick();
        text.insert(at, other.substr(below(other.size() + 1), length));
      }
    }
  }

  static constexpr char kInteresting[] = "{}[]()<>.,;:@!%_-+=\"'/*#0123456789xf \n";
  std::vector<std::string> corpus_;
  std::mt19937 random_;
};

// Passes the corpus and then `count` mutations to `target`. `target` returns when it accepts or properly refuses a
// text; anything it throws is a failure, which is printed with the text. Returns the exit status.
template <typename Target>
int replay_and_mutate(Target target, const std::string& folder, std::uint32_t seed, std::size_t count) {
  const std::vector<std::string> corpus = read_corpus(folder);
  if (corpus.empty()) {
    std::cerr << folder << ": no files\n";
    return 2;
  }
  Mutator mutator(corpus, seed);
  for (std::size_t i = 0; i < corpus.size() + count; ++i) {
    const std::string text = i < corpus.size() ? corpus[i] : mutator.next();
    try {
      target(text);
    } catch (const std::exception& error) {
      std::cerr << "text " << i << " of seed " << seed << ": " << error.what() << "\n" << text << "\n";
      return 1;
    }
  }
  std::cout << corpus.size() << " files and " << count << " mutations\n";
  return 0;
}

// main() of a replay program: FOLDER [SEED [COUNT]]
template <typename Target>
int replay_main(int argc, char** argv, Target target) {
  if (argc < 2 || argc > 4) {
    std::cerr << "usage: " << argv[0] << " FOLDER [SEED [COUNT]]\n";
    return 2;
  }
  const auto number = [&](int i, unsigned long otherwise) {
    return argc > i ? std::strtoul(argv[i], nullptr, 10) : otherwise;
  };
  return replay_and_mutate(target, argv[1], static_cast<std::uint32_t>(number(2, 1)), number(3, 0));
}

}  // namespace unibank::fuzz
