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
  const digits = String(pence < 0n ? -pence : pence).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${pence < 0n ? '-' : ''}£${whole}.${digits.slice(-2)}`;
}
