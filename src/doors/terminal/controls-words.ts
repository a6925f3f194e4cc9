import type { CompanyJson } from '../../controls/show/json.js';
import { dayInWords } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import { needsAPerson } from '../../record/control-answer.js';
import { openWords, payBy } from '../../record/control-words.js';
import { inPounds } from './pounds.js';
import { inSentence } from '../../views/words/words.js';

export const isOpen = ({ state }: CompanyJson) => state !== 'clear';

/** Open items come first: forty clear companies must not push them off the screen. */
export function controlsInWords(rows: readonly CompanyJson[]): string {
  const [bank, others] = [rows.filter(isOfBankAlone), rows.filter((row) => !isOfBankAlone(row))];
  const open = others.filter(isOpen).map(companyShown);
  const clear = others.filter((row) => !isOpen(row)).map(companyShown);
  return [...open, ...(bank.length > 1 ? [withoutBank(bank)] : bank.map(companyShown)), ...clear].join('\n');
}

const needed = ({ accounts }: CompanyJson) => accounts.flatMap(({ open }) => open.filter(needsAPerson));

/** The bank ends too early to tell, and there is nothing else to look at. */
const isOfBankAlone = (row: CompanyJson) =>
  row.causes.length === 1 && row.causes[0]?.isOfBank === true && needed(row).length === 0;

/** Forty clients without bank lines are one matter. */
function withoutBank(rows: readonly CompanyJson[]): string {
  const lines = rows.map(
    ({ company, causes: [cause] }) => `  ${company}: ${inSentence(cause?.what.split(':')[0] ?? '')}`,
  );
  const [first] = rows;
  return [
    `${rows.length} companies without bank lines: which payments were made cannot be told yet`,
    ...lines,
    `    → ${first?.causes[0]?.todo ?? ''}`,
  ].join('\n');
}

/** More places of one account than this are one line: the page has them all, and `--json`. */
const placesMax = 3;

/** "£13,733.64  902, 5 payments" */
function amountsOf(places: CompanyJson['causes'][number]['accounts']): readonly (readonly [string, string])[] {
  const codes = [...new Set(places.map(({ account }) => account))].sort();
  return codes.flatMap((account): (readonly [string, string])[] => {
    const own = places.filter((one) => one.account === account);
    if (own.length <= placesMax)
      return own.map((one) => [one.amount ?? '', `${accountOf(one)}${one.item === undefined ? '' : `: ${one.item}`}`]);
    const sum = Money.sum(own.map(({ amount = '0' }) => Money.parse(amount))).toString();
    const people = new Set(own.map(({ user }) => user)).size;
    return [[sum, `${account}, ${own[0]?.id === undefined ? `${people} people` : `${own.length} payments`}`]];
  });
}

/** A clear company is one line; else its causes, each with what to do, then what is open. What needs no one is counted. */
function companyShown({ company, state, causes, accounts, asOn }: CompanyJson): string {
  const open = accounts.flatMap((one) => one.open.map((part) => ({ ...part, place: accountOf(one) })));
  const day = asOn === null ? '' : ` on ${dayInWords(asOn)}`;
  const due = open.filter((part) => !needsAPerson(part)).length;
  if (state === 'clear') {
    return `${company}: clear${day}${due === 0 ? '' : `, ${due} due or named`}`;
  }
  const known = causes.flatMap(({ what, todo, accounts: on }) => [
    `  ${what}`,
    ...inColumns(amountsOf(on)),
    `    → ${todo}`,
  ]);
  const items = open
    .filter(needsAPerson)
    .flatMap(({ amount = '', place, id, item, due, state: is, hints }) => [
      ...inColumns([
        [amount, `${place}: ${item}, due ${dayInWords(payBy({ id, due }))}: ${openWords[is].toLowerCase()}`],
      ]),
      ...hints.map((hint) => `      ${hint}`),
    ]);
  const quiet = due === 0 ? [] : [`  ${due} more due or named`];
  return [`${company}: ${state === 'open' ? 'open' : 'cannot tell'}${day}`, ...known, ...items, ...quiet].join('\n');
}

export function inColumns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const pounds = rows.map(([amount, words]) => [amount === '' ? '' : inPounds(amount), words] as const);
  const width = Math.max(...pounds.map(([amount]) => amount.length), 10);
  return pounds.map(([amount, words]) => `    ${amount.padStart(width)}  ${words}`);
}

export const accountOf = ({ account, name }: { readonly account: string; readonly name: string }) =>
  `${account} ${name}`.trim();
