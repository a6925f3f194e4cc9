/* Every page works without this file; it only makes some things more convenient. */

for (const form of document.querySelectorAll('form[data-submits-itself]')) {
  for (const select of form.querySelectorAll('select')) select.addEventListener('change', () => form.requestSubmit());
}

for (const form of document.querySelectorAll('form[data-picks]')) {
  const showPicked = () => {
    const picked = [...form.querySelectorAll('input[type=checkbox]:is([name=runs], [name=rest]):checked')];
    // One box covers all the clean runs that are not shown.
    const count = picked.reduce((sum, box) => sum + Number(box.dataset.runs ?? 1), 0);
    const pence = picked.reduce((sum, box) => sum + BigInt(box.dataset.net ?? '0'), 0n);
    const all = count + (Number(form.dataset.picks) || 0);
    for (const place of form.querySelectorAll('[data-picked-words]'))
      place.textContent = all === 0 ? place.dataset.pickedWords : String(all);
    for (const place of form.querySelectorAll('[data-picked-net]')) place.textContent = pounds(pence);
  };
  form.addEventListener('change', showPicked);
  showPicked();
  // Rows were added, some of them ticked.
  form.addEventListener('htmx:afterSettle', showPicked);
}

function pounds(pence) {
  const size = pence < 0n ? -pence : pence;
  const whole = (size / 100n).toLocaleString('en-GB');
  return `${pence < 0n ? '-' : ''}£${whole}.${String(size % 100n).padStart(2, '0')}`;
}

// Shows the journal's total with the chosen answer.
for (const form of document.querySelectorAll('form[data-worth]')) {
  form.addEventListener('change', () => {
    const worth = form.querySelector('input[name=as]:checked')?.dataset.worth;
    for (const place of form.querySelectorAll('[data-worth-words]')) if (worth) place.textContent = worth;
  });
}

// A link that downloads leaves its page as it is: what shows how far the download is begins to look.
for (const link of document.querySelectorAll('[data-asks]')) {
  link.addEventListener('click', () => document.getElementById(link.dataset.asks)?.dispatchEvent(new Event('asked')));
}

// Highlights a payslip together with the journal lines it went to.
const slips = [...document.querySelectorAll('[data-slip]')];
const light = (slip) => {
  for (const row of slips) row.classList.toggle('lit', slip !== undefined && row.dataset.slip === slip);
};
for (const row of slips) {
  for (const event of ['mouseenter', 'focusin']) row.addEventListener(event, () => light(row.dataset.slip));
  for (const event of ['mouseleave', 'focusout']) row.addEventListener(event, () => light(undefined));
}

for (const part of document.querySelectorAll('[data-scripted]')) part.hidden = false;

// A reason given before, in the box once it is chosen.
for (const button of document.querySelectorAll('button[data-fills]')) {
  button.addEventListener('click', () => {
    const box = button.form.elements[button.dataset.fills];
    box.value = button.value;
    box.focus();
  });
}

for (const button of document.querySelectorAll('[data-prints]')) {
  button.hidden = false;
  button.addEventListener('click', () => window.print());
}

// Clicking a heading sorts the rows on the page, figures as figures and dates as dates; a second click reverses the
// order.
for (const table of document.querySelectorAll('table[data-sorts]')) {
  const headings = [...table.tHead.rows[0].cells];
  for (const [column, heading] of headings.entries()) {
    if (heading.querySelector('.sr-only')) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'sorts';
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener('click', () => sort(table, column, headings));
  }
}

function sort(table, column, headings) {
  const down = headings[column].getAttribute('aria-sort') === 'ascending';
  for (const heading of headings) heading.removeAttribute('aria-sort');
  headings[column].setAttribute('aria-sort', down ? 'descending' : 'ascending');
  const [body] = table.tBodies;
  const rows = [...body.rows].filter((row) => !row.classList.contains('more-row'));
  const keyed = rows.map((row) => ({ row, key: sortKey(row.cells[column]) }));
  keyed.sort((a, b) => (down ? -1 : 1) * order(a.key, b.key));
  body.prepend(...keyed.map(({ row }) => row));
}

function sortKey(cell) {
  const text = (cell?.dataset.sort ?? cell?.textContent ?? '').trim();
  const figure = text
    .replaceAll(',', '')
    .replace('\u2212', '-')
    .match(/^[+-]?[0-9]+(\.[0-9]+)?(?=$|[ %])/);
  const day = Date.parse(/^\d{1,2} [A-Z][a-z]{2} \d{4}$/.test(text) ? `${text} UTC` : '');
  return Number.isNaN(day) ? (figure ? Number(figure[0]) : text) : day;
}

function order(a, b) {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en-GB');
}
