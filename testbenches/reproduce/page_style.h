// The style of a page: light and dark, narrow and wide, screen and paper.
#pragma once

namespace unibank {

constexpr const char* kPageStyle = R"css(
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #5a6472; --line: #d5dae1; --back: #ffffff; --card: #f5f7f9;
  --link: #0b5cad; --d0: #cfe8d5; --d1: #e3efc2; --d2: #fbeab0; --d3: #fbd0a2; --d4: #f5b5ae; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e7eb; --soft: #9aa5b1; --line: #39414c; --back: #14171b; --card: #1d2228; --link: #7db7f2;
    --d0: #1f4a2e; --d1: #3f4a17; --d2: #574610; --d3: #6a3b12; --d4: #74261f; }
  figure svg { filter: brightness(1.3); } }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--back); margin: 0 auto;
  max-width: 68rem; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.35rem; margin: 0; }
h3 { font-size: 1rem; margin: 1.5rem 0 .4rem; }
a { color: var(--link); }
p { margin: .4rem 0; max-width: 48rem; }
.soft, .source { color: var(--soft); }
section { border-top: 1px solid var(--line); margin-top: 2.5rem; padding-top: 1.5rem; }
figure { margin: 1rem 0; padding: .75rem; background: var(--card); border-radius: .5rem; }
figure svg { display: block; width: 100%; height: auto; }
figure svg [fill="black"] { fill: var(--ink); }
figure svg [stroke="black"] { stroke: var(--ink); }
figure svg [stroke="rgb(200, 200, 200)"] { stroke: var(--line); }
figure svg rect[fill="#ffffff"] { fill: none; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
thead th { font-weight: 600; vertical-align: bottom; }
thead tr:first-child th[scope=colgroup] { text-align: center; border-left: 1px solid var(--line); }
thead tr + tr th { font-weight: 400; color: var(--soft); }
th[scope=row], thead th:first-child, .words, table.pairs td { text-align: left; }
th[scope=row] { font-weight: 500; position: sticky; left: 0; background: var(--back); }
td.words { white-space: normal; }
td.first { border-left: 1px solid var(--line); }
td.published { color: var(--soft); }
td.open { color: var(--soft); font-style: italic; }
table.pairs td { white-space: normal; overflow-wrap: anywhere; }
small { font-size: .85em; opacity: .75; }
.d0 { background: var(--d0); } .d1 { background: var(--d1); } .d2 { background: var(--d2); }
.d3 { background: var(--d3); } .d4 { background: var(--d4); }
.legend { font-size: .875rem; } .legend span { padding: .1rem .45rem; border-radius: .25rem; }
progress { width: 5rem; vertical-align: middle; accent-color: #009e73; }
summary { cursor: pointer; margin: 1rem 0 .4rem; font-weight: 600; }
@media print { body { max-width: none; padding: 0; } figure, tr { break-inside: avoid; } }
)css";

}  // namespace unibank
