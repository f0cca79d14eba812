// Visits the page of a program with several sizes and arguments: each has its own front.
function visit(expect, wrong) {
  expect('points', shown.length, 12);
  // Faster memory costs bandwidth: no point of a front beats another.
  const found = fronts(byName.get('dram.bytes_per_cycle'), byName.get('cycles'));
  expect('points of each front', found.map(one => one.length).join(), '3,3,3,3');
  const n = byName.get('arg.n'), size = byName.get('size');
  for (const one of found)
    expect('programs on a front', new Set(one.map(i => cell(n, i) + ' ' + cell(size, i))).size, 1);
}
