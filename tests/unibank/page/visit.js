// Visits the page and reports for each step what was expected and found.
function visit(expect, wrong) {
  expect('points', shown.length, 12);
  expect('plots', ['scatter', 'parallel', 'heat', 'bars'].filter(id => document.getElementById(id).data).length, 4);
  const box = [...document.querySelectorAll('[data-filter="cache.ways"]')].find(input => input.value === '4');
  box.click();
  expect('without 4 ways', shown.length, 8);
  expect('points drawn', document.getElementById('scatter').data[0].x.length, 8);
  expect('heat map', document.getElementById('heat').data[0].z.flat().filter(v => v !== null).length, 4);
  box.click();
  expect('with 4 ways', shown.length, 12);
  brushes.set('dram.latency', [150, 250]);
  draw();
  expect('brushed', shown.length, 6);
  document.getElementById('all').click();
  expect('all', shown.length, 12);
  const pointer = {points: [{customdata: 11}], event: {pageX: 300, pageY: 300}};
  document.getElementById('scatter').emit('plotly_hover', pointer);
  expect('tip', document.getElementById('tip').textContent.split('\n').slice(0, 2).join(), 'program needle,arguments block=32 kernel=0 penalty=10 size=64');
  document.getElementById('scatter').emit('plotly_click', {points: [{customdata: 11}]});
  expect('command', document.getElementById('command').textContent,
         'unibank run needle --size tiny --design gebhart2012/unified-384k --set cache.ways=4 --set dram.latency=400');
  expect('values', document.querySelectorAll('#values tr').length, columns.length - 1);
  expect('small number', text(4.229e-05), '0.00004229');
  expect('unit', label(byName.get('dram.latency')), 'dram.latency (cycles)');
  document.getElementById('y').value = 'program';
  draw();
  expect('names', document.getElementById('scatter').layout.yaxis.ticktext.join(), 'vectoradd,needle');
}
