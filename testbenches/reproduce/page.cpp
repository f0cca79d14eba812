#include "reproduce/page.h"

#include <algorithm>
#include <cstring>

#include "reproduce/metrics.h"
#include "reproduce/page_style.h"
#include "reproduce/page_table.h"
#include "reproduce/values.h"
#include "reproduce/winners.h"

namespace unibank {

namespace {

using Parameters = std::vector<std::pair<std::string, std::string>>;

std::string points(const Outcome& outcome) {
  return std::to_string(outcome.finished) + " of " + std::to_string(outcome.points);
}

bool has(const Parameters& parameters, const std::pair<std::string, std::string>& one) {
  return std::find(parameters.begin(), parameters.end(), one) != parameters.end();
}

// Parameters that are equal in all experiments are listed once.
Parameters common(const std::vector<Exhibit>& exhibits) {
  Parameters list;
  for (const auto& one : exhibits.front().outcome->parameters)
    if (std::all_of(exhibits.begin(), exhibits.end(),
                    [&](const Exhibit& exhibit) { return has(exhibit.outcome->parameters, one); }))
      list.push_back(one);
  return list;
}

std::string parameters_html(const Parameters& parameters, const Parameters& without) {
  std::string text;
  for (const auto& one : parameters)
    if (!has(without, one))
      text += "<tr><th scope=\"row\">" + escaped(one.first) + "</th><td>" + escaped(one.second) + "</td></tr>\n";
  return text.empty() ? "" : "<table class=\"pairs\"><tbody>\n" + text + "</tbody></table>\n";
}

std::string agreement_text(const Agreement& agreement) {
  std::string text = escaped(with_unit(agreement.metric)) + ": ";
  if (agreement.compared)
    text += for_page(agreement.mean_absolute) + " over " + std::to_string(agreement.compared) +
            (agreement.compared == 1 ? " value" : " values");
  if (agreement.bounds)
    text += std::string(agreement.compared ? ", " : "") + std::to_string(agreement.kept) + " of " +
            std::to_string(agreement.bounds) + (agreement.bounds == 1 ? " bound holds" : " bounds hold");
  return text;
}

std::string agreements_html(const Outcome& outcome) {
  std::string text;
  for (const Agreement& agreement : agreements(outcome))
    text += (text.empty() ? "" : "<br>") + agreement_text(agreement);
  if (!text.empty()) return text;
  return std::string("<span class=\"soft\">") +
         (outcome.finished < outcome.points ? "nothing to compare yet" : "the paper gives no number") + "</span>";
}

std::string contents(const std::vector<Exhibit>& exhibits) {
  std::string text =
      "<nav aria-label=\"Contents\"><div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\">experiment</th>"
      "<th scope=\"col\" class=\"words\">what it shows</th><th scope=\"col\">points finished</th>"
      "<th scope=\"col\" class=\"words\">mean absolute deviation</th></tr></thead>\n<tbody>\n";
  for (const Exhibit& exhibit : exhibits) {
    const Outcome& outcome = *exhibit.outcome;
    const std::string name = escaped(outcome.name);
    text += "<tr><th scope=\"row\"><a href=\"#" + name + "\">" + name + "</a></th><td class=\"words\">" +
            escaped(outcome.title) + "</td><td>" + points(outcome) + " <progress max=\"" +
            std::to_string(std::max(outcome.points, 1u)) + "\" value=\"" + std::to_string(outcome.finished) +
            "\"></progress></td><td class=\"words\">" + agreements_html(outcome) + "</td></tr>\n";
  }
  return text + "</tbody></table></div></nav>\n";
}

std::string section(const Exhibit& exhibit, const Parameters& said) {
  const Outcome& outcome = *exhibit.outcome;
  const std::string name = escaped(outcome.name);
  std::string text = "<section id=\"" + name + "\">\n<h2>" + escaped(outcome.title) + "</h2>\n<p class=\"source\">" +
                     escaped(outcome.source) + " \u00b7 size " + escaped(outcome.size) + " \u00b7 " + points(outcome) +
                     " points finished</p>\n";
  text += "<p>Mean absolute deviation:<br>" + agreements_html(outcome) + "</p>\n";
  text += winners_html(outcome);
  for (std::size_t i = 0; i < exhibit.pictures.size(); ++i)
    text +=
        "<figure>" +
        inline_picture(exhibit.pictures[i], outcome.name + "-" + std::to_string(i + 1) + "-", outcome.plots[i].title) +
        "</figure>\n";
  for (const std::string& note : outcome.notes) text += "<p>" + escaped(note) + "</p>\n";
  text += tables_html(outcome);
  const std::string parameters = parameters_html(outcome.parameters, said);
  if (!parameters.empty()) text += "<details><summary>Parameters</summary>\n" + parameters + "</details>\n";
  return text + "</section>\n";
}

void replace_all(std::string& text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

}  // namespace

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '&') out += "&amp;";
    else if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '"') out += "&quot;";
    else if (c == '\'') out += "&#39;";
    else if ((code < ' ' && !std::strchr("\t\n\r", c)) || code == 0x7f) out += "\ufffd";
    else out += c;
  }
  return out;
}

std::string inline_picture(const std::string& svg, const std::string& name, const std::string& title) {
  const std::size_t begin = svg.find("<svg");
  std::string text = begin == std::string::npos ? "" : svg.substr(begin);
  const std::string lead = escaped(name);
  for (const char* quote : {"'", "\""}) {
    replace_all(text, std::string(" id=") + quote, std::string(" id=") + quote + lead);
    replace_all(text, std::string("xlink:href=") + quote + "#", std::string("xlink:href=") + quote + "#" + lead);
  }
  replace_all(text, "url(#", "url(#" + lead);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  if (!text.empty()) text.insert(std::strlen("<svg"), " role=\"img\" aria-label=\"" + escaped(title) + "\"");
  return text;
}

std::string page(const std::vector<Exhibit>& exhibits) {
  if (exhibits.empty()) return "";
  const std::string paper = escaped(exhibits.front().outcome->paper);
  const Parameters said = common(exhibits);
  std::string text =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
      paper + " reproduced with Unibank</title>\n<style>" + kPageStyle + "</style>\n</head>\n<body>\n<header>\n<h1>" +
      paper +
      " reproduced</h1>\n<p class=\"soft\">Values that Unibank measured beside those that the paper prints. Pictures "
      "show measured values in full colour and published ones lighter.</p>\n" +
      legend_html() + "</header>\n" + contents(exhibits);
  const std::string shared = parameters_html(said, {});
  if (!shared.empty()) text += "<h3>The same in all experiments</h3>\n" + shared;
  text += "<main>\n";
  for (const Exhibit& exhibit : exhibits) text += section(exhibit, said);
  return text + "</main>\n</body>\n</html>\n";
}

}  // namespace unibank
