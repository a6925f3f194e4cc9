import type { StoredLine } from '../record/runs/posting.entity.js';
import type { PayRunRecord, StoredPaid } from '../record/runs/pay-run.entity.js';

/** A reader of rows: of which companies, and whether with the pay of single people. */
export interface Viewer {
  /** Ids; null is every company. */
  readonly companies: readonly string[] | null;
  readonly pay: boolean;
}

/** A person who can run a command can read the database, so nothing is hidden. */
export const everything: Viewer = { companies: null, pay: true };

/** What each person has in a figure, in pence. */
export type Shares = readonly number[];

const peopleMin = 3;

/**
 * The one rule: no one without the right to see pay sees a figure that fewer than three people are behind. Of figures
 * side by side, every sum and difference is a figure too. Ash pays one director and three staff: the total of the four
 * is shown, and neither part, since the total less the staff's is the director's pay.
 */
export function seesFigures(viewer: Pick<Viewer, 'pay'>, figures: readonly Shares[]): boolean {
  if (viewer.pay) return true;
  let known: readonly Shares[] = [];
  for (const figure of figures) {
    known = [...known, figure, ...known.flatMap((one) => [less(one, figure), less(one, negated(figure))])];
  }
  return known.every(isOfMany);
}

const less = (one: Shares, other: Shares): Shares => one.map((share, person) => share - (other[person] ?? 0));
const negated = (figure: Shares): Shares => figure.map((share) => -share);

/** A figure in which no one has a part shows no one's pay. */
function isOfMany(figure: Shares): boolean {
  const people = figure.filter((share) => share !== 0).length;
  return people === 0 || people >= peopleMin;
}

/** What has to be read of a run to know who is behind its figures. */
export type Peopled = Pick<PayRunRecord, 'payslips' | 'taxAuthority' | 'mapped'>;

/** Gross, net and what is owed to HMRC. If we do not know who was paid, as after an erasure, nothing is shown. */
export function seesTotals(viewer: Pick<Viewer, 'pay'>, run: Peopled): boolean {
  if (viewer.pay) return true;
  if (run.payslips < peopleMin || run.mapped === null) return false;
  const { paid } = run.mapped;
  return paid.length >= peopleMin && seesFigures(viewer, [grossOf(paid), netOf(paid), owedToHmrc(run, paid)]);
}

/** What is owed to pension providers and third parties, which may be one person's only. */
export function seesTotal(
  viewer: Pick<Viewer, 'pay'>,
  run: Peopled & Pick<PayRunRecord, 'pension' | 'other'>,
  which: 'pension' | 'other',
): boolean {
  if (viewer.pay) return true;
  if (!seesTotals(viewer, run)) return false;
  if (run[which].isZero()) return true;
  const shares = sharesIn(run.mapped?.paid ?? [], which);
  // The employer's part is not stored by person: a total in which no one has a part of their own is someone's.
  return shares.some((share) => share !== 0) && seesFigures(viewer, [shares]);
}

/** Stored amounts have two decimals always. */
const pence = (text = '0.00') => Number(text.replace('.', ''));
const grossOf = (paid: readonly StoredPaid[]): Shares => paid.map(({ gross }) => pence(gross));
const netOf = (paid: readonly StoredPaid[]): Shares => paid.map(({ net }) => pence(net));

function sharesIn(paid: readonly StoredPaid[], which: 'pension' | 'other'): Shares {
  return paid.map(({ gross, tax, employeeNi, net, pension }) => {
    const deducted = pence(gross) - pence(tax) - pence(employeeNi) - pence(net);
    // Rows from before it was stored have pension and other deductions together.
    if (pension === undefined) return deducted;
    return which === 'pension' ? pence(pension) : deducted - pence(pension);
  });
}

/** The employment allowance may leave nothing of the employer's NI: then the total is tax and employees' NI alone. */
function owedToHmrc({ taxAuthority }: Peopled, paid: readonly StoredPaid[]): Shares {
  const own = paid.map(({ tax, employeeNi }) => pence(tax) + pence(employeeNi));
  const withEmployers = paid.map(({ employerNi }, person) => pence(employerNi) + (own[person] ?? 0));
  const isAllowedFor = own.reduce((sum, share) => sum + share, 0) === Number(taxAuthority.toPence());
  return isAllowedFor ? own : withEmployers;
}

/**
 * Whether a breakdown by account may be shown: each account's lines belong to no one or to three people. A summarised
 * journal does not name them, so we cannot know, and nothing is shown.
 */
export function seesAccounts(viewer: Pick<Viewer, 'pay'>, lines: readonly StoredLine[]): boolean {
  if (viewer.pay) return true;
  const accounts = new Map<string, Map<string, number>>();
  for (const line of lines) {
    if (isNobodys(line)) continue;
    const person = line.payslip ?? line.user;
    if (person === undefined) return false;
    const account = line.category.replace(/-\d+$/, '');
    const people = accounts.get(account) ?? new Map<string, number>();
    accounts.set(account, people.set(person, (people.get(person) ?? 0) + pence(line.debit)));
  }
  return [...accounts.values()].every((people) => isOfMany([...people.values()]));
}

/** The employment allowance is the company's. */
const isNobodys = ({ from = [] }: StoredLine) => from.length === 1 && from[0] === 'employment_allowance_amount';

const recovered =
  /^(additional_)?statutory_(maternity|paternity|adoption|parental_bereavement|neonatal_care|shared_parental)/;

/**
 * What HMRC is paid for a month is what its runs owe, less the statutory pay that the employer recovers: the difference
 * is the pay of the people who had some.
 */
export function seesDue(viewer: Pick<Viewer, 'pay'>, lines: readonly StoredLine[]): boolean {
  if (viewer.pay) return true;
  const having = lines.filter(({ from = [] }) => from.some((field) => recovered.test(field)));
  const people = new Set(having.map(({ payslip, user }) => payslip ?? user));
  return people.size === 0 || (people.size >= peopleMin && !people.has(undefined));
}
