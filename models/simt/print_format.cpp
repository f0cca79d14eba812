#include "simt/print_format.h"

#include <cstdio>
#include <string_view>

namespace unibank::simt {
namespace {

// One conversion of a format, between % and its letter.
struct Conversion {
  struct Number {
    bool given = false, argument = false;  // argument: given by *
    std::int64_t value = 0;
  };
  std::string flags;
  Number width, precision;
  unsigned halves = 0, longs = 0;  // number of h, and of l and equivalents
  char letter = 0;                 // 0: the format ends before it
};

bool is_one_of(char letter, std::string_view letters) {
  return letter != 0 && letters.find(letter) != std::string_view::npos;
}

class FormatReader {
 public:
  FormatReader(const std::string& format, std::size_t begin) : format_(format), at_(begin) {}

  Conversion read() {
    Conversion read;
    while (is_one_of(look(), "-+ #0")) read.flags += take();
    read.width = number();
    if (look() == '.') {
      take();
      read.precision = number();
      read.precision.given = true;
    }
    while (is_one_of(look(), "hlLjzt")) ++(take() == 'h' ? read.halves : read.longs);
    read.letter = look();
    if (read.letter != 0) take();
    return read;
  }
  std::size_t at() const { return at_; }

 private:
  char look() const { return at_ < format_.size() ? format_[at_] : '\0'; }
  char take() { return format_[at_++]; }

  Conversion::Number number() {
    constexpr std::int64_t kEnough = 1'000'000'000;
    Conversion::Number number;
    number.argument = look() == '*';
    if (number.argument) take();
    number.given = number.argument;
    for (; !number.argument && is_one_of(look(), "0123456789"); number.given = true)
      number.value = number.value < kEnough ? number.value * 10 + (take() - '0') : (take(), kEnough);
    return number;
  }

  const std::string& format_;
  std::size_t at_;
};

class Printing {
 public:
  Printing(const std::string& format, std::uint64_t arguments, const ThreadMemory& memory, std::string& text)
      : format_(format), arguments_(arguments), thread_memory_(memory), text_(text) {}

  int run() {
    for (std::size_t at = 0; at < format_.size();) {
      if (format_[at] != '%') {
        text_ += format_[at++];
        continue;
      }
      FormatReader reader(format_, at + 1);
      Conversion conversion = reader.read();
      if (conversion.letter == '%') text_ += '%';
      else if (!convert(conversion)) text_ += format_.substr(at, reader.at() - at);
      at = reader.at();
    }
    return read_;
  }

 private:
  // False if it is not a conversion, or if it is after the last argument that CUDA passes.
  bool convert(Conversion& conversion) {
    const int wanted = 1 + conversion.width.argument + conversion.precision.argument;
    if (!is_one_of(conversion.letter, "diouxXcspfFeEgGaA") || read_ + wanted > kMostPrintArguments) return false;
    if (conversion.width.argument) take_width(conversion);
    if (conversion.precision.argument) {
      conversion.precision.value = argument<std::int32_t>();
      conversion.precision.given = conversion.precision.value >= 0;
    }
    check(conversion.width, "width");
    check(conversion.precision, "precision");
    switch (conversion.letter) {
      case 'd': case 'i': print(conversion, "ll", signed_argument(conversion)); break;
      case 'c': print(conversion, "", argument<std::int32_t>()); break;
      case 's': print_text(conversion); break;
      case 'p':
        // NOLINTNEXTLINE(performance-no-int-to-ptr): printed only
        print(conversion, "", reinterpret_cast<const void*>(argument<std::uint64_t>()));
        break;
      case 'o': case 'u': case 'x': case 'X': print(conversion, "ll", unsigned_argument(conversion)); break;
      default: print(conversion, "", argument<double>());
    }
    return true;
  }

  // A negative width is the flag '-' and a width.
  void take_width(Conversion& conversion) {
    conversion.width.value = argument<std::int32_t>();
    if (conversion.width.value >= 0) return;
    conversion.flags += '-';
    conversion.width.value = -conversion.width.value;
  }

  void check(const Conversion::Number& number, const char* what) const {
    if (!number.given || number.value <= kMostPrintWidth) return;
    throw PrintFault{std::string("found a ") + what + " of " + std::to_string(number.value) + "; expected at most " +
                     std::to_string(kMostPrintWidth)};
  }

  long long signed_argument(const Conversion& conversion) {
    if (conversion.longs != 0) return argument<std::int64_t>();
    const auto value = argument<std::int32_t>();
    if (conversion.halves == 0) return value;
    return conversion.halves == 1 ? static_cast<std::int16_t>(value) : static_cast<std::int8_t>(value);
  }

  unsigned long long unsigned_argument(const Conversion& conversion) {
    if (conversion.longs != 0) return argument<std::uint64_t>();
    const auto value = argument<std::uint32_t>();
    if (conversion.halves == 0) return value;
    return conversion.halves == 1 ? static_cast<std::uint16_t>(value) : static_cast<std::uint8_t>(value);
  }

  void print_text(const Conversion& conversion) {
    const auto address = argument<std::uint64_t>();
    if (address == 0) return print(conversion, "", "(null)");
    const std::uint64_t most = conversion.precision.given ? static_cast<std::uint64_t>(conversion.precision.value)
                                                          : ~std::uint64_t{0};
    const std::optional<std::string> text = thread_memory_.text(address, most);
    if (!text)
      throw PrintFault{"argument " + std::to_string(read_) + " of '" + format_ +
                       "' points to no text: it has no terminating zero"};
    print(conversion, "", text->c_str());
  }

  template <typename T>
  T argument() {
    T value{};
    next_ = (next_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    ++read_;
    if (!thread_memory_.read(arguments_ + next_, &value, sizeof value))
      throw PrintFault{"argument " + std::to_string(read_) + " of '" + format_ + "' is missing"};
    next_ += sizeof(T);
    return value;
  }

  // Formats it with the host's printf, which gives the same text as a GPU.
  template <typename T>
  void print(const Conversion& conversion, const char* size, T value) {
    std::string one = "%" + conversion.flags;
    if (conversion.width.given) one += std::to_string(conversion.width.value);
    if (conversion.precision.given) one += "." + std::to_string(conversion.precision.value);
    one += std::string(size) + conversion.letter;
    const int length = std::snprintf(nullptr, 0, one.c_str(), value);
    const std::size_t begin = text_.size();
    text_.resize(begin + static_cast<std::size_t>(length) + 1);
    std::snprintf(text_.data() + begin, static_cast<std::size_t>(length) + 1, one.c_str(), value);
    text_.pop_back();
  }

  const std::string& format_;
  const std::uint64_t arguments_;
  const ThreadMemory& thread_memory_;
  std::string& text_;
  std::uint64_t next_ = 0;  // offset of the next unread argument
  int read_ = 0;
};

}  // namespace

int print_format(const std::string& format, std::uint64_t arguments, const ThreadMemory& memory, std::string& text) {
  return Printing(format, arguments, memory, text).run();
}

}  // namespace unibank::simt
