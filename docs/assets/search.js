// A query is split at dots, as the index is (mkdocs.yml), and all parts are needed: dram.latency finds the key.
const split_at_dots = word =>
  /[^.]\.[^.\d]/.test(word) ? word.split(/\.(?!\d)/).filter(Boolean).map(part => "+" + part).join(" ") : word;

var __search = {  // the theme's hook: its own change of a query, behind ours
  transform: query => query.split(/\s+/).map(split_at_dots).join(" ")
    .replace(/"|(?:^|\s+)[*+\-:^~]+(?=\s+|$)/g, "").trim()
};
