// Visits a search's page: its generations, its front, and a command without them.
function visit(expect, wrong) {
  expect('points', shown.length, 14);
  expect('generations are shown', document.getElementById('search').hidden, false);
  expect('generations', document.getElementById('generations').data[0].x.length, STUDY.generations.length);
  if (STUDY.generations.length < 2) wrong.push('fewer than two generations');
  const front = byName.get('front'), kept = [...Array(count).keys()].filter(i => front.names[front.data[i]] === 'on the front');
  if (kept.length === 0) wrong.push('no point is on the front');
  expect('points of the front drawn', document.getElementById('scatter').data[2].x.length, kept.length);
  expect('axes are the goals', [document.getElementById('x').value, document.getElementById('y').value].join(), 'energy_pj.total,cycles');
  expect('colour', document.getElementById('colour').value, 'generation');
  [...document.querySelectorAll('[data-filter="front"]')].find(input => input.value === 'beaten').click();
  expect('without the beaten', shown.length, kept.length);
  const i = kept[0];
  document.getElementById('scatter').emit('plotly_click', {points: [{customdata: i}]});
  expect('command', document.getElementById('command').textContent,
         'unibank run vectoradd --size tiny --design gebhart2012/unified-384k --set cache.ways=' + cell(byName.get('cache.ways'), i) +
         ' --set dram.latency=' + cell(byName.get('dram.latency'), i) + ' --set dram.bytes_per_cycle=' + cell(byName.get('dram.bytes_per_cycle'), i));
  document.getElementById('scatter').emit('plotly_hover', {points: [{customdata: i}], event: {pageX: 300, pageY: 300}});
  if (!document.getElementById('tip').textContent.includes('generation')) wrong.push('the tip does not say the generation');
}
