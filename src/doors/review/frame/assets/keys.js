/* Keys for who prefers them: nothing needs them, and none is taken from someone who types. */

const finder = document.querySelector('header search input');
const fields = 'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select';

const keys = { '/': focusFinder, '?': showKeys, j: () => focusRow(1), k: () => focusRow(-1), n: goOn };

document.addEventListener('keydown', (event) => {
  const isOnPage = document.querySelector('dialog[open]') === null;
  if (event.key === 'Escape' && isOnPage) return leave();
  if (event.defaultPrevented || event.altKey || !isOnPage || event.target.closest?.(fields)) return;
  const withCtrl = event.ctrlKey || event.metaKey;
  if (!withCtrl && event.key !== '?' && areOff()) return;
  const does = withCtrl ? event.key.toLowerCase() === 'k' && focusFinder : keys[event.key];
  if (!does) return;
  event.preventDefault();
  does();
});

/** An empty finder is left for the page; a search field empties itself first. */
function leave() {
  const { activeElement: at } = document;
  if (at === finder ? finder.value === '' : rows().some((row) => row.contains(at))) at.blur();
}

function focusFinder() {
  finder?.focus();
  finder?.select();
}

const linkIn = (row) => row.querySelector('a[href]');

function rows() {
  const all = [...document.querySelectorAll('main :is(tbody tr, li.row, .found li)')];
  return all.filter((row) => linkIn(row) !== null && row.checkVisibility());
}

function focusRow(step) {
  const all = rows();
  const at = all.findIndex((row) => row.contains(document.activeElement));
  const next = at < 0 ? all[0] : all[at + step];
  if (next !== undefined) linkIn(next).focus();
}

/** To the next question, or what comes next. A button is only reached: what it does is the person's to press. */
function goOn() {
  const next = document.querySelector('[data-next]');
  if (next?.matches('a')) next.click();
  else next?.focus();
}

const keysInWords = [
  ['/ or Ctrl K', 'find a client, a person, an amount or a month'],
  ['j', 'next row'],
  ['k', 'row before'],
  ['Enter', 'open the row'],
  ['n', 'the next question, or what comes next'],
  ['Esc', 'leave'],
  ['?', 'these keys'],
];

/* Who speaks to a computer, or hits keys by accident, turns single keys off: this browser remembers it. */
const offName = 'single-keys';
const areOff = () => localStorage.getItem(offName) === 'off';

function switchOfKeys() {
  const box = made('input', { type: 'checkbox' });
  box.checked = !areOff();
  box.addEventListener('change', () => {
    if (box.checked) localStorage.removeItem(offName);
    else localStorage.setItem(offName, 'off');
  });
  return made('label', {}, box, 'single keys (/, j, k, n) work in this browser');
}

function showKeys() {
  const dialog = made('dialog', { 'aria-labelledby': 'keys' });
  const list = made('dl', { class: 'facts' });
  for (const [key, words] of keysInWords) list.append(made('dt', {}, made('kbd', {}, key)), made('dd', {}, words));
  const close = made(
    'form',
    { method: 'dialog', class: 'stacked' },
    made('button', { type: 'submit', class: 'secondary' }, 'Close'),
  );
  dialog.append(made('article', {}, made('h2', { id: 'keys' }, 'Keys'), list, switchOfKeys(), close));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function made(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
}
