// Visits a paper's page and describes its faults: labels in pictures must not overlap or be cut off, text must contrast
// with its background, tables and pictures must have units, and no number may have an exponent.
const wrong = [];
const dark = matchMedia('(prefers-color-scheme: dark)').matches;
const say = text => { if (wrong.length < 8) wrong.push(text); };

const luminance = colour => {
  const parts = colour.match(/[\d.]+/g).slice(0, 3).map(part => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
};
const contrast = (one, other) => {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

// gnuplot rotates a group around the text; the group's matrix gives the angle.
const turned = text => {
  const matrix = text.getScreenCTM();
  return Math.atan2(matrix.b, matrix.a);
};

function labels(svg, name) {
  const all = [...svg.querySelectorAll('text')].filter(text => text.textContent.trim()).map(text => ({
    text: text.textContent.trim(), box: text.getBoundingClientRect(), angle: turned(text),
    height: parseFloat(getComputedStyle(text).fontSize) * Math.hypot(text.getScreenCTM().a, text.getScreenCTM().b)}));
  const level = all.filter(label => Math.abs(label.angle) < 0.01);
  const inset = 0.15;  // part of a line's height: boxes have room above and below the letters
  for (let i = 0; i < level.length; ++i)
    for (let k = i + 1; k < level.length; ++k) {
      const a = level[i].box, b = level[k].box, room = inset * level[i].height;
      if (a.left < b.right - 1 && b.left < a.right - 1 && a.top + room < b.bottom - room && b.top + room < a.bottom - room)
        say(`${name}: '${level[i].text}' and '${level[k].text}' overlap`);
    }
  // Slanted labels whose ends are on one line are parallel, so the distance between their lines counts.
  const leaning = all.filter(label => Math.abs(label.angle) > 0.1 && Math.abs(label.angle) < 1.2);
  for (let i = 0; i < leaning.length; ++i)
    for (let k = i + 1; k < leaning.length; ++k) {
      const a = leaning[i], b = leaning[k];
      const up = a.angle < 0, tip = label => up ? [label.box.right, label.box.top] : [label.box.left, label.box.top];
      const [ax, ay] = tip(a), [bx, by] = tip(b);
      if (Math.abs(ay - by) > 2 || Math.abs(a.angle - b.angle) > 0.01) continue;
      if (Math.abs(ax - bx) * Math.sin(Math.abs(a.angle)) < 0.75 * a.height)
        say(`${name}: '${a.text}' and '${b.text}' are too close`);
    }
  const picture = svg.getBoundingClientRect();
  for (const label of all)
    if (label.box.left < picture.left - 1 || label.box.right > picture.right + 1 || label.box.top < picture.top - 1 ||
        label.box.bottom > picture.bottom + 1)
      say(`${name}: '${label.text}' is cut off`);
  for (const label of all) if (/\de[+-]\d/.test(label.text)) say(`${name}: the number ${label.text}`);
}

function visit() {
  const figures = [...document.querySelectorAll('figure svg')];
  if (figures.length < 5) say(`only ${figures.length} pictures`);
  for (const svg of figures) {
    const name = svg.getAttribute('aria-label') + ' of ' + svg.closest('section').id;
    labels(svg, name);
    const ink = getComputedStyle(svg.querySelector('text').closest('g')).fill, card = getComputedStyle(svg.parentElement).backgroundColor;
    if (contrast(ink, card) < 4.5) say(`${name}: text ${ink} on ${card}`);
  }
  for (const cell of document.querySelectorAll('td, p'))
    if (/\de[+-]\d/.test(cell.textContent)) say(`the number ${cell.textContent}`);
  const heads = [...document.querySelectorAll('section h3, section summary')].map(head => head.textContent)
    .filter(text => !/^(Parameters|The best series|Where ideas|More of)/.test(text));
  for (const head of heads) if (!/\(.+\)/.test(head)) say(`no unit: ${head}`);
  if (heads.length < 5) say(`only ${heads.length} tables`);
  const body = getComputedStyle(document.body);
  if (contrast(body.color, body.backgroundColor) < 7) say(`text ${body.color} on ${body.backgroundColor}`);
  if ((luminance(body.backgroundColor) < 0.2) !== dark) say('the page is not ' + (dark ? 'dark' : 'light'));
}

window.addEventListener('load', () => {
  try {
    visit();
  } catch (error) {
    say(String(error.stack || error));
  }
  const seen = document.createElement('p');
  seen.textContent = 'VISIT[' + (wrong.join('; ').replace(/[[\]]/g, ' ') || 'all seen, ' + (dark ? 'dark' : 'light')) + ']';
  document.body.append(seen);
});
