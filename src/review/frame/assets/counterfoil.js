/* Comfort only: every page reads and decides without it. */

for (const form of document.querySelectorAll('form[data-submits-itself]')) {
  for (const select of form.querySelectorAll('select')) select.addEventListener('change', () => form.requestSubmit());
}

for (const form of document.querySelectorAll('form[data-picks]')) {
  const boxes = [...form.querySelectorAll('input[type=checkbox][name=runs]')];
  const tell = () => {
    const picked = boxes.filter((box) => box.checked);
    const pence = picked.reduce((sum, box) => sum + BigInt(box.dataset.net ?? '0'), 0n);
    for (const place of form.querySelectorAll('[data-picked-count]')) place.textContent = String(picked.length);
    for (const place of form.querySelectorAll('[data-picked-net]')) place.textContent = pounds(pence);
  };
  form.addEventListener('change', tell);
}

function pounds(pence) {
  const size = pence < 0n ? -pence : pence;
  const whole = (size / 100n).toLocaleString('en-GB');
  return `${pence < 0n ? '-' : ''}£${whole}.${String(size % 100n).padStart(2, '0')}`;
}

// The answer that is chosen says what the journal will come to.
for (const form of document.querySelectorAll('form[data-worth]')) {
  form.addEventListener('change', () => {
    const worth = form.querySelector('input[name=as]:checked')?.dataset.worth;
    for (const place of form.querySelectorAll('[data-worth-words]')) if (worth) place.textContent = worth;
  });
}

// A payslip and the lines it went to light up together.
const slips = [...document.querySelectorAll('[data-slip]')];
const light = (slip) => {
  for (const row of slips) row.classList.toggle('lit', slip !== undefined && row.dataset.slip === slip);
};
for (const row of slips) {
  for (const event of ['mouseenter', 'focusin']) row.addEventListener(event, () => light(row.dataset.slip));
  for (const event of ['mouseleave', 'focusout']) row.addEventListener(event, () => light(undefined));
}

for (const button of document.querySelectorAll('[data-prints]')) {
  button.hidden = false;
  button.addEventListener('click', () => window.print());
}
