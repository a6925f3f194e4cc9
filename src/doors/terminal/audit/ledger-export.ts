import { WrongShape } from '../../../books/wrong-shape.js';
import { dateTyped, monthNumbered } from '../../../journal/nouns/dates.js';
import { Money } from '../../../journal/nouns/money.js';
import { amountWritten } from '../../../payrolls/files/amount-written.js';
import {
  accountPlaces,
  type ColumnName,
  type Columns,
  hasAmounts,
  headingsIn,
  information,
  type Places,
  placesIn,
  plain,
} from './ledger-columns.js';

/** One line of a ledger's export. */
export interface ExportLine {
  readonly date: string;
  /** What its account is called there: a code, a name, or what both come to. */
  readonly accounts: readonly string[];
  readonly person?: string;
  readonly pence: bigint;
  readonly description: string;
  /** What its journal is called: a number, else a reference. */
  readonly journal: string;
}

/**
 * The lines of an export. Where a journal's date stands on its first line alone, the others have it too. A report by
 * account has the account's name on a line above; what has no account is a heading or a total.
 */
export function linesInExport(rows: readonly (readonly string[])[], given: Columns): readonly ExportLine[] {
  const count = headingsIn(given);
  const at = rows.findIndex((cells) => count(cells) > 0);
  const places = placesIn(rows[at] ?? [], given);
  if (at < 0 || !hasAmounts(places))
    throw new WrongShape(['its columns are not known: a date, an account, and a debit and a credit or one amount']);
  refuseUnknownMoney(rows, at, places);
  const inAccounts = accountPlaces(rows[at] ?? [], places, given);
  const table = rows.slice(at + 1);
  const sign = creditSign(table, places);
  const found: ExportLine[] = [];
  let [date, journal] = ['', ''];
  let above: Heading = {};
  for (const [index, cells] of table.entries()) {
    const line = at + index + 2;
    const cell = (name: ColumnName) => cells[places[name] ?? -1]?.trim() ?? '';
    const written = cell('date');
    const dated = written === '' ? undefined : dateIn(written);
    if (dated !== undefined) {
      date = dated;
      journal = cell('journal') || cell('reference');
    } else if (written !== '') {
      // A heading or a total within the table stands where dates do.
      date = '';
    }
    above = dated === undefined ? (headingIn(cells) ?? above) : above;
    const named = inAccounts.map((place) => cells[place]?.trim() ?? '').filter((text) => text !== '');
    const ofReport = above.nominal ?? (inAccounts.length === 0 ? above.only : undefined);
    const accounts = ofReport === undefined ? named : dated === undefined ? [] : [ofReport];
    if (accounts.length === 0 || (date === '' && !isDigit(written))) continue;
    const pence = penceIn(cell, line, sign);
    if (pence === 0n) continue;
    if (date === '') throw new WrongShape([`line ${line}: “${written}” is no date: day, month and year are expected`]);
    found.push({
      ...{ date, journal, pence, accounts },
      ...(cell('person') !== '' && { person: cell('person') }),
      description: cell('description'),
    });
  }
  return found;
}

const isDigit = (text: string) => /^\d/.test(text);

/** Reports by account name it above its lines, alone in a row; Sage after "N/C:", whatever else the row has. */
interface Heading {
  readonly only?: string;
  readonly nominal?: string;
}

function headingIn(cells: readonly string[]): Heading | undefined {
  const [first = '', ...more] = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (/^n\/c:?$/i.test(first)) return { nominal: more[0] };
  // Balances and totals may be alone in their rows too.
  if (more.length > 0 || /^(?:total|opening|closing|beginning|net movement)\b/i.test(first)) return undefined;
  return first === '' ? undefined : { only: first };
}

/** 31/10/2025, 31/10/25, 2025-10-31, 31 Oct 2025, 31-Oct-25; a time of day after it is let go. */
function dateIn(text: string): string | undefined {
  const [, bare = ''] = /^(.*?)(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?Z?)?$/.exec(text) ?? [];
  const [, day, month = '', year = ''] = /^(\d{1,2})[ /.-]([A-Za-z]{3,9}|\d{1,2})[ /.-](\d{2}|\d{4})$/.exec(bare) ?? [];
  if (day === undefined) return dateTyped(bare);
  const number = isDigit(month) ? month : monthNumbered(month);
  return number === undefined ? undefined : dateTyped(`${day}/${number}/${year.length === 2 ? `20${year}` : year}`);
}

const signOf = (money = Money.zero) => (money.isZero() ? 0 : money.isNegative() ? -1 : 1);

/** Most write a credit without a sign; where no credit is without one, the sign says it already. */
function creditSign(table: readonly (readonly string[])[], { debit, credit }: Places): 1n | -1n {
  const signs = (place = -1) => new Set(table.map((cells) => signOf(amountWritten(cells[place] ?? ''))));
  return signs(credit).has(-1) && !signs(credit).has(1) && !signs(debit).has(-1) ? 1n : -1n;
}

function penceIn(cell: (name: ColumnName) => string, line: number, sign: 1n | -1n): bigint {
  const money = (name: ColumnName) => {
    const side = ['dr', 'cr'].find((one) => cell(name).toLowerCase().endsWith(one)) ?? '';
    const found = amountWritten(cell(name).slice(0, cell(name).length - side.length));
    if (found === undefined) throw new WrongShape([`line ${line}: “${cell(name)}” is no amount`]);
    return side === 'cr' && name === 'amount' ? -found.toPence() : found.toPence();
  };
  const both = money('debit') + sign * money('credit');
  if (both !== 0n) return both;
  const amount = money('amount');
  // Sage writes both sides without a sign, and says in the type which it is.
  return cell('type').toUpperCase() === 'JC' ? -amount : amount;
}

/** A column of money that no one named could be the one that counts. */
function refuseUnknownMoney(rows: readonly (readonly string[])[], at: number, places: Places): void {
  const known = new Set(Object.values(places));
  for (const [place, heading] of (rows[at] ?? []).entries()) {
    if (known.has(place) || information.includes(plain(heading))) continue;
    const isMoney = (text = '') => /\d\.\d{2}\)?-?$/.test(text.trim()) && !(amountWritten(text) ?? Money.zero).isZero();
    if (rows.slice(at + 1).some((cells) => isMoney(cells[place])))
      throw new WrongShape([`column “${heading}” holds money and is not known: name its columns with --columns`]);
  }
}
