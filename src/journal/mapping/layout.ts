import type { Entry } from '../nouns/journal.js';
import type { Money } from '../nouns/money.js';
import { pathOf } from '../nouns/pay-run.js';
import type { Layout } from '../policy/policy.js';
import type { LineKind } from '../policy/treatments.js';
import type { Piece } from '../allocation/piece.js';
import { gathered, type Why } from '../nouns/why.js';
import type { Workings } from './workings.js';

/** One set of figures in three layouts: the totals of each account are the same in all. */
export function layOut(paid: readonly Workings[], layout: Layout): Entry[] {
  if (layout === 'itemised') return itemise(paid);
  if (layout === 'summarised') return summarise(paid);
  return merge(paid, layout.merged);
}

/** Kinds in the order an accountant reads them, with their descriptions. */
const words: Readonly<Record<LineKind, string>> = {
  gross: 'Gross pay',
  employerNi: 'Employer NI',
  employerCost: 'Employer costs owed to HMRC',
  taxAuthority: 'PAYE tax and NI',
  net: 'Net pay',
  employeePension: 'Employee pension',
  employeePensionOwed: 'Employee pension contributions',
  employerPensionOwed: 'Employer pension contributions',
  employerPension: 'Employer pension',
  studentLoans: 'Student and postgraduate loans',
  salarySacrifice: 'Salary sacrifice',
  attachments: 'Attachment of earnings',
  payrollGiving: 'Payroll giving',
  otherDeductions: 'Other deductions',
};
const order = Object.keys(words) as readonly LineKind[];

const beforePension = 'Pay after tax and NI, before pension';
const bothContributions = 'Pension contributions';

function itemise(paid: readonly Workings[]): Entry[] {
  const entries: Entry[] = [];
  // Not flatMap: joining the lists took longer than making them.
  for (const { pieces, name, payslip } of paid)
    entries.push(...entriesOf(asOneContribution(pieces), payslip.user, () => name));
  return entries;
}

/** On one payslip the employee's and the employer's contribution are one amount owed to the provider. */
function asOneContribution(pieces: readonly Piece[]): readonly Piece[] {
  const own = pieces.find(({ kind }) => kind === 'employeePensionOwed');
  const employers = pieces.find(({ kind }) => kind === 'employerPensionOwed');
  if (own === undefined || employers === undefined) return pieces;
  const { account, kind, user, named, why } = own;
  const from = [...own.from, ...employers.from];
  const both = { account, kind, amount: own.amount.plus(employers.amount), from, user, named, why };
  return [...pieces.filter((piece) => piece !== own && piece !== employers), both];
}

function summarise(paid: readonly Workings[]): Entry[] {
  const names = new Map(paid.map((one) => [one.payslip.userPath, one.name]));
  return entriesOf(grouped(paid.flatMap((one) => one.pieces)), undefined, (user) => names.get(pathOf(user)));
}

/**
 * For confidentiality: no names, and all net pay on one account. What a decision put on a person's account stays there.
 */
function merge(paid: readonly Workings[], into: { controlUser: string } | { liabilityCategory: string }): Entry[] {
  const owed =
    'controlUser' in into ? { user: into.controlUser } : { user: undefined, account: into.liabilityCategory };
  const pieces = paid.flatMap((one) =>
    one.pieces.map((piece) => ({ ...piece, ...(isNetPay(piece) ? owed : {}), why: piece.why?.map(unnamed) })),
  );
  return entriesOf(grouped(pieces), undefined, () => undefined);
}

function isNetPay({ kind }: Piece): boolean {
  return kind === 'net' || kind === 'employeePension';
}

function unnamed(why: Why): Why {
  return { ...why, payslip: undefined };
}

/** Adds up the pieces of one kind on one account, separately for each user. */
function grouped(pieces: readonly Piece[]): Piece[] {
  const groups = new Map<string, Piece & { amount: Money; from: string[]; why?: Why[] }>();
  for (const piece of pieces) {
    const key = `${piece.account} ${piece.kind} ${piece.user === undefined ? '' : pathOf(piece.user)}`;
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, { ...piece, from: [...piece.from], why: piece.why && [...piece.why] });
      continue;
    }
    group.amount = group.amount.plus(piece.amount);
    for (const field of piece.from) if (!group.from.includes(field)) group.from.push(field);
    if (piece.why !== undefined) (group.why ??= []).push(...piece.why);
  }
  return [...groups.values()];
}

function entriesOf(
  pieces: readonly Piece[],
  payslip: string | undefined,
  nameOf: (user: string) => string | undefined,
): Entry[] {
  const pensioned = new Set(pieces.filter(({ kind }) => kind === 'employeePension').map(({ user }) => user));
  const entries: Entry[] = [];
  for (const kind of order) {
    for (const piece of pieces) {
      if (piece.kind !== kind || piece.amount.isZero()) continue;
      const { account, user, amount, from, why } = piece;
      const about = describe(kind, pensioned.has(user), payslip !== undefined);
      const name = nameOf(user ?? '');
      const description = name === undefined ? about : `${about}, ${name}`;
      entries.push({
        category: account,
        user,
        debit: amount,
        description,
        payslip,
        from,
        why: why && gathered(why),
      });
    }
  }
  return entries;
}

function describe(kind: LineKind, pensioned: boolean, onePayslip: boolean): string {
  if (kind === 'net') return pensioned ? beforePension : words.net;
  const owed = kind === 'employeePensionOwed' || kind === 'employerPensionOwed';
  return owed && onePayslip ? bothContributions : words[kind];
}
