'use strict';
// Columns: {name, unit, kind: "word" | "axis" | "search" | "value", names: [...] or null, data: [...]}. With names,
// data are indices into them. All plots show the points that pass every filter.
const columns = STUDY.columns, count = STUDY.count, byName = new Map(columns.map(c => [c.name, c]));
const $ = id => document.getElementById(id);
const choosable = columns.filter(c => c.kind !== 'word' || c.names.length > 1);
const values = columns.filter(c => c.kind === 'value');
const filters = new Map();        // name -> index => boolean
let brushes = new Map();          // of the parallel axes
let shown = [];
const kMostLines = 3000;
const CONFIG = {responsive: true, displaylogo: false};
const FONT = {family: 'system-ui, sans-serif', size: 12};

const label = c => c.unit && !c.name.split(/[._]/).includes(c.unit) ? c.name + ' (' + c.unit + ')' : c.name;
// Whole numbers in full, others with four digits; no powers of ten.
function text(value) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Number.isInteger(value)) return value.toLocaleString('en');
  return value.toLocaleString('en', {maximumSignificantDigits: 4, useGrouping: true});
}
const cell = (c, i) => c.names ? c.names[c.data[i]] : c.data[i];
const numeric = c => !c.names || c.names.every(n => n !== '' && !isNaN(n));
const number = (c, i) => c.names ? (numeric(c) ? Number(c.names[c.data[i]]) : c.data[i]) : c.data[i];
const of = (c, points) => points.map(i => number(c, i));
const quote = s => /^[\w./:=@,+-]+$/.test(s) ? s : "'" + s.replace(/'/g, "'\\''") + "'";

function command(i) {
  let words = STUDY.run[byName.get('run').data[i]] + STUDY.fixed;
  for (const c of columns)
    if (c.kind === 'axis' && !c.name.startsWith('arg.')) words += ' --set ' + quote(c.name + '=' + cell(c, i));
  return words;
}

function choice(where, id, what, among, first) {
  const box = document.createElement('label'), select = document.createElement('select');
  select.id = id;
  for (const c of among) select.add(new Option(label(c), c.name, false, c.name === first));
  box.append(what + ' ', select);
  $(where).append(box);
  select.addEventListener('change', draw);
  return () => byName.get(select.value);
}

function toggle(where, id, what) {
  const box = document.createElement('label'), input = document.createElement('input');
  input.type = 'checkbox';
  input.id = id;
  box.append(input, ' ' + what);
  $(where).append(box);
  input.addEventListener('change', draw);
  return () => input.checked;
}

const preferred = (names, otherwise) => names.find(n => byName.has(n)) || (otherwise ? otherwise.name : '');
const axes = choosable.filter(c => c.kind === 'axis');
const grouping = choosable.filter(c => c.names && c.names.length <= 60);
const goals = STUDY.goals || [];
const firstX = preferred([...goals.slice(1, 2).map(g => g.name), 'design.storage_kb', 'energy_pj.total', 'dram_kb'], values[0]);
const firstY = preferred([...goals.slice(0, 1).map(g => g.name), 'cycles'], values[1] || values[0]);
const scatterX = choice('scatter-choices', 'x', 'x', choosable, firstX);
const moreX = toggle('scatter-choices', 'more-x', 'more is better');
const scatterY = choice('scatter-choices', 'y', 'y', choosable, firstY);
const moreY = toggle('scatter-choices', 'more-y', 'more is better');
const scatterColour = choice('scatter-choices', 'colour', 'colour', choosable, (byName.get('generation') || axes[0] || choosable[0]).name);
for (const [id, name] of [['more-x', firstX], ['more-y', firstY]]) $(id).checked = goals.some(g => g.name === name && g.most);
const linesColour = choice('lines-choices', 'lines-colour', 'colour', choosable, firstY);
const heatX = choice('heat-choices', 'heat-x', 'across', grouping, (axes[0] || grouping[0] || {}).name);
const heatY = choice('heat-choices', 'heat-y', 'down', grouping, (axes[1] || axes[0] || grouping[0] || {}).name);
const heatZ = choice('heat-choices', 'heat-z', 'value', values, firstY);
const barsBy = choice('bars-choices', 'bars-by', 'a colour for each', grouping, (axes[0] || grouping[0] || {}).name);
const barsValue = choice('bars-choices', 'bars-value', 'value', values, firstY);

function addFilter(c) {
  const field = document.createElement('fieldset'), legend = document.createElement('legend');
  legend.textContent = label(c);
  field.append(legend);
  if (c.names && c.names.length <= 40) {
    const on = new Set(c.names.keys());
    c.names.forEach((name, place) => {
      const box = document.createElement('label'), input = document.createElement('input');
      input.type = 'checkbox';
      input.checked = true;
      input.dataset.filter = c.name;
      input.value = name;
      input.addEventListener('change', () => {
        if (input.checked) on.add(place); else on.delete(place);
        filters.set(c.name, i => on.has(c.data[i]));
        draw();
      });
      box.append(input, ' ' + name);
      field.append(box);
    });
  } else {
    let least = -Infinity, most = Infinity;
    for (const end of ['from', 'to']) {
      const box = document.createElement('label'), input = document.createElement('input');
      input.type = 'number';
      input.step = 'any';
      input.dataset.filter = c.name;
      input.addEventListener('change', () => {
        const value = input.value === '' ? null : Number(input.value);
        if (end === 'from') least = value === null ? -Infinity : value; else most = value === null ? Infinity : value;
        filters.set(c.name, i => number(c, i) >= least && number(c, i) <= most);
        draw();
      });
      box.append(end + ' ', input);
      field.append(box);
    }
  }
  $('filters').append(field);
}
choosable.filter(c => c.kind !== 'value' && c.name !== 'run').forEach(addFilter);
[firstX, firstY].filter((n, i, all) => n && all.indexOf(n) === i && byName.get(n).kind === 'value').forEach(n => addFilter(byName.get(n)));

function axis(c) {
  const one = {title: {text: label(c)}, automargin: true, separatethousands: true, exponentformat: 'SI'};
  if (c.names && !numeric(c)) Object.assign(one, {tickvals: [...c.names.keys()], ticktext: c.names});
  return one;
}

// The points in `points` that no other beats, in the order of x.
function front(points, x, y) {
  const sx = moreX() ? -1 : 1, sy = moreY() ? -1 : 1;
  const order = points.filter(i => number(x, i) !== null && number(y, i) !== null)
      .sort((a, b) => sx * (number(x, a) - number(x, b)) || sy * (number(y, a) - number(y, b)));
  let best = Infinity;
  return order.filter(i => sy * number(y, i) < best && ((best = sy * number(y, i)), true));
}

// One front for each program with its size, style and arguments, because only designs are alternatives.
const programs = STUDY.run.map(command => command.split(' --design ')[0]);
function fronts(x, y) {
  const run = byName.get('run'), points = new Map(programs.map(program => [program, []]));
  for (const i of shown) points.get(programs[run.data[i]]).push(i);
  return [...points.values()].map(of => front(of, x, y)).filter(best => best.length > 1);
}

function drawScatter() {
  const x = scatterX(), y = scatterY(), colour = scatterColour(), best = fronts(x, y);
  const kept = byName.get('front'), front = kept ? shown.filter(i => kept.names[kept.data[i]] === 'on the front') : [];
  const marker = {size: shown.length > 5000 ? 4 : 7, color: of(colour, shown), colorscale: 'Viridis', showscale: true,
                  colorbar: {title: {text: label(colour), side: 'right'}, exponentformat: 'SI'}};
  if (colour.names && !numeric(colour)) Object.assign(marker.colorbar, {tickvals: [...colour.names.keys()], ticktext: colour.names});
  Plotly.react('scatter', [
    {type: 'scattergl', mode: 'markers', x: of(x, shown), y: of(y, shown), customdata: shown, hoverinfo: 'none', marker, showlegend: false},
    {type: 'scattergl', mode: 'lines', x: best.flatMap(b => [...of(x, b), null]), y: best.flatMap(b => [...of(y, b), null]), connectgaps: false, line: {color: '#d62728', width: 2}, hoverinfo: 'skip', showlegend: false},
    // For a search: the front in all of its goals, of which only two are shown.
    {type: 'scattergl', mode: 'markers', x: of(x, front), y: of(y, front), hoverinfo: 'skip', showlegend: false,
     marker: {size: 13, symbol: 'circle-open', color: '#d62728', line: {width: 2}}},
  ], {margin: {l: 60, r: 10, t: 10, b: 45}, font: FONT, xaxis: axis(x), yaxis: axis(y), hovermode: 'closest'}, CONFIG);
}

function drawParallel() {
  // More lines than a screen has columns of pixels take seconds and show no more, so only every n-th point is drawn.
  const every = Math.ceil(shown.length / kMostLines), all = shown.length ? shown.filter((_, at) => at % every === 0) : [0];
  const colour = linesColour();
  $('lines-count').textContent = every > 1 ? '; ' + text(all.length) + ' of the ' + text(shown.length) + ' shown points are drawn' : '';
  const sides = [...choosable.filter(c => c.kind === 'word' && c.name !== 'run' && c.name !== 'arguments' && c.names.length <= 40), ...axes.slice(0, 8)];
  for (const name of [firstX, firstY, 'ipc', 'hit_percent', 'dram_kb'])
    if (byName.has(name) && !sides.includes(byName.get(name))) sides.push(byName.get(name));
  const dimensions = sides.map(c => {
    const one = {label: label(c), values: of(c, all)};
    if (c.names && !numeric(c)) Object.assign(one, {tickvals: [...c.names.keys()], ticktext: c.names});
    else if (c.names && c.names.length <= 12) one.tickvals = c.names.map(Number);
    if (brushes.has(c.name)) one.constraintrange = brushes.get(c.name);
    return one;
  });
  sideNames = sides.map(c => c.name);
  Plotly.react('parallel', [{type: 'parcoords', dimensions, labelangle: -12,
    line: {color: of(colour, all), colorscale: 'Viridis', showscale: true, colorbar: {title: {text: label(colour), side: 'right'}, exponentformat: 'SI'}}}],
    {margin: {l: 90, r: 60, t: 80, b: 25}, font: FONT}, CONFIG);
}
let sideNames = [];

function means(points, keys, value) {
  const sums = new Map();
  for (const i of points) {
    const v = number(value, i);
    if (v === null) continue;
    const key = keys.map(k => k.data[i]).join('\n'), sum = sums.get(key) || [0, 0];
    sums.set(key, [sum[0] + v, sum[1] + 1]);
  }
  return (...places) => { const sum = sums.get(places.join('\n')); return sum ? sum[0] / sum[1] : null; };
}

function drawHeat() {
  const x = heatX(), y = heatY(), z = heatZ();
  if (!x || !y || !z) return;
  const mean = means(shown, [x, y], z);
  const rows = y.names.map((_, j) => x.names.map((_, i) => mean(i, j)));
  Plotly.react('heat', [{type: 'heatmap', x: x.names, y: y.names, z: rows, colorscale: 'Viridis', text: rows.map(r => r.map(text)),
    hovertemplate: x.name + ' %{x}<br>' + y.name + ' %{y}<br>' + label(z) + ' %{text}<extra></extra>',
    colorbar: {title: {text: label(z), side: 'right'}, exponentformat: 'SI'}}],
    {margin: {l: 60, r: 10, t: 10, b: 45}, font: FONT, xaxis: {title: {text: label(x)}, type: 'category', automargin: true},
     yaxis: {title: {text: label(y)}, type: 'category', automargin: true}}, CONFIG);
}

function drawBars() {
  const by = barsBy(), value = barsValue(), program = byName.get('program');
  if (!by || !value) return;
  const mean = means(shown, [program, by], value);
  const traces = by.names.map((name, place) => ({type: 'bar', name, x: program.names, y: program.names.map((_, p) => mean(p, place)),
    hovertemplate: '%{x}<br>' + by.name + ' ' + name + '<br>' + label(value) + ' %{y:,.4~g}<extra></extra>'}));
  Plotly.react('bars', traces, {barmode: 'group', margin: {l: 60, r: 10, t: 10, b: 60}, font: FONT,
    xaxis: {automargin: true, tickangle: program.names.length > 12 ? -60 : 'auto', type: 'category'}, yaxis: axis(value),
    legend: {title: {text: label(by)}, font: {size: 11}}, showlegend: true}, CONFIG);
}

function drawGenerations() {
  const all = STUDY.generations || [];
  if (!all.length) return;
  $('search').hidden = false;
  const at = all.map(g => g[0]);
  Plotly.react('generations', [
    {type: 'scatter', mode: 'lines+markers', name: 'share', x: at, y: all.map(g => g[2]), hovertemplate: 'generation %{x}<br>share %{y:.4~f}<extra></extra>'},
    {type: 'scatter', mode: 'lines+markers', name: 'candidates on the front', x: at, y: all.map(g => g[1]), yaxis: 'y2', hovertemplate: 'generation %{x}<br>%{y} on the front<extra></extra>'},
  ], {margin: {l: 60, r: 60, t: 10, b: 45}, font: FONT, xaxis: {title: {text: 'generation'}, automargin: true},
      yaxis: {title: {text: 'share'}, rangemode: 'tozero', automargin: true},
      yaxis2: {title: {text: 'candidates'}, overlaying: 'y', side: 'right', rangemode: 'tozero', automargin: true},
      legend: {orientation: 'h', y: 1.12}}, CONFIG);
}

function through(i) {
  for (const filter of filters.values()) if (!filter(i)) return false;
  for (const [name, ranges] of brushes) {
    const v = number(byName.get(name), i), list = Array.isArray(ranges[0]) ? ranges : [ranges];
    if (!list.some(r => v >= r[0] && v <= r[1])) return false;
  }
  return true;
}

function select() {
  shown = [];
  for (let i = 0; i < count; ++i) if (through(i)) shown.push(i);
  $('count').textContent = text(shown.length) + ' of ' + text(count) + ' finished points' + STUDY.beside;
}

function draw() {
  select();
  drawScatter();
  // Without a graphics processor the parallel axes take longer than the other plots together, so the others are drawn
  // first.
  clearTimeout(later);
  if (!brushing) later = setTimeout(drawParallel, 50);
  drawHeat();
  drawBars();
}
let brushing = false, later = 0;

function show(i) {
  $('command').textContent = command(i);
  const table = document.createElement('table');
  for (const c of columns) {
    if (c.name === 'run') continue;
    const row = table.insertRow();
    row.insertCell().textContent = label(c);
    row.insertCell().textContent = text(cell(c, i));
  }
  $('values').replaceChildren(table);
}

draw();
drawGenerations();
clearTimeout(later);
drawParallel();
// Making 50,000 tooltip texts would take longer than all plots, so a text is made when it is needed.
$('scatter').on('plotly_hover', event => {
  const point = event.points.find(p => p.customdata !== undefined), tip = $('tip');
  if (!point) return;
  const i = point.customdata, lines = [];
  for (const c of columns) {
    const few = c.kind !== 'value' && c.name !== 'run' && (c.kind === 'axis' || (c.names && c.names.length > 1));
    if (few || c === scatterX() || c === scatterY() || c === scatterColour()) lines.push(label(c) + ' ' + text(cell(c, i)));
  }
  tip.textContent = lines.join('\n');
  tip.style.display = 'block';
  tip.style.left = event.event.pageX + 12 + 'px';
  tip.style.top = event.event.pageY + 12 + 'px';
  if (!pinned) show(i);
});
$('scatter').on('plotly_unhover', () => { $('tip').style.display = 'none'; });
let pinned = false;
$('scatter').on('plotly_click', event => {
  const point = event.points.find(p => p.customdata !== undefined);
  if (!point) return;
  pinned = true;
  show(point.customdata);
});
$('parallel').on('plotly_restyle', event => {
  for (const key of Object.keys(event[0])) {
    const match = /^dimensions\[(\d+)\]\.constraintrange$/.exec(key);
    if (!match) continue;
    const range = event[0][key] && event[0][key][0];
    if (range) brushes.set(sideNames[match[1]], range); else brushes.delete(sideNames[match[1]]);
  }
  brushing = true;
  draw();
  brushing = false;
});
$('copy').addEventListener('click', () => {
  const area = document.createElement('textarea');
  area.value = $('command').textContent;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
});
$('all').addEventListener('click', () => {
  filters.clear();
  brushes = new Map();
  document.querySelectorAll('#filters input').forEach(input => { if (input.type === 'checkbox') input.checked = true; else input.value = ''; });
  location.hash = '';
  draw();
});
