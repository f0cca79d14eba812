// Runs the page's visit(expect, wrong), and writes what was wrong into the document.
const wrong = [];
window.addEventListener('error', e => wrong.push('error: ' + e.message));
const expect = (what, found, expected) => { if (found !== expected) wrong.push(what + ': found ' + found + ', expected ' + expected); };
setTimeout(() => {
  try {
    visit(expect, wrong);
  } catch (error) {
    wrong.push(String(error.stack || error).replace(/[[\]]/g, ' '));
  }
  const seen = document.createElement('p');
  seen.textContent = 'VISIT[' + (wrong.join('; ').replace(/[[\]]/g, ' ') || 'all seen') + ']';
  document.body.append(seen);
}, 1500);
