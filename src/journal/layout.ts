import type { Entry } from './journal.js';
import type { Layout } from './policy.js';
import type { LineKind } from './treatments.js';
import type { Piece, Workings } from './workings.js';
import { Money } from './money.js';

/** One set of figures, told in three ways: the totals of each account are the same in all. */
export function layOut(paid: readonly Workings[], layout: Layout): Entry[] {
  if (layout === 'itemised') return paid.flatMap(itemise);
  if (layout === 'summarised') return summarise(paid);
  return merge(paid, layout.merged);
}

/** Kinds in the order an accountant reads them, with their words. */
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
const order = Object.keys(words);

const beforePension = 'Pay after tax and NI, before pension';

/** Lines that become one: same account, same user, same kind. */
interface Group {
  readonly account: string;
  readonly user?: string;
  readonly kind: LineKind;
  amount: Money;
  readonly from: string[];
}

function itemise(one: Workings): Entry[] {
  // On one payslip the two contributions are one amount owed to the provider.
  const pieces = one.pieces.map((piece) =>
    piece.kind === 'employerPensionOwed' ? { ...piece, kind: 'employeePensionOwed' as const } : piece,
  );
  return told(group(pieces), (entry) => ({
    ...entry,
    description: `${entry.description === words.employeePensionOwed ? 'Pension contributions' : entry.description}, ${one.name}`,
    payslip: one.payslip.user,
  }));
}

function summarise(paid: readonly Workings[]): Entry[] {
  const names = new Map(paid.map((one) => [one.payslip.user, one.name]));
  return told(group(paid.flatMap((one) => one.pieces)), (entry) =>
    entry.user === undefined ? entry : { ...entry, description: `${entry.description}, ${names.get(entry.user)}` },
  );
}

/** For confidentiality: nobody's name, and all net pay on one account. */
function merge(paid: readonly Workings[], into: { controlUser: string } | { liabilityCategory: string }): Entry[] {
  const pieces = paid.flatMap((one) => one.pieces.map((piece) => (piece.user === undefined ? piece : moved(piece))));
  return told(group(pieces), (entry) => entry);

  function moved({ user: _, ...piece }: Piece): Piece {
    return 'controlUser' in into ? { ...piece, user: into.controlUser } : { ...piece, account: into.liabilityCategory };
  }
}

function group(pieces: readonly Piece[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { account, user, kind, amount, from } of pieces) {
    const key = `${account} ${kind} ${user ?? ''}`;
    const same = groups.get(key);
    if (same === undefined) {
      groups.set(key, { account, kind, amount, from: [...from], ...(user === undefined ? {} : { user }) });
      continue;
    }
    same.amount = same.amount.plus(amount);
    for (const field of from) if (!same.from.includes(field)) same.from.push(field);
  }
  return [...groups.values()].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

function told(groups: readonly Group[], finish: (entry: Entry) => Entry): Entry[] {
  const pensioned = new Set(groups.filter((one) => one.kind === 'employeePension').map((one) => one.user));
  return groups
    .filter((one) => !one.amount.isZero())
    .map(({ account, user, kind, amount, from }) =>
      finish({
        category: account,
        ...(user === undefined ? {} : { user }),
        debit: amount,
        description: kind === 'net' && pensioned.has(user) ? beforePension : words[kind],
        from,
      }),
    );
}
