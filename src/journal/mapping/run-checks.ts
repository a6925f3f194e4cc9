import { accountsIn } from '../policy/accounts-in-policy.js';
import type { Chart } from '../nouns/chart.js';
import { addDays, type DateRange, inWords, taxMonthRange, taxYearInWords, taxYearOf, within } from '../nouns/dates.js';
import type { Hold, Warning } from '../nouns/holds.js';
import type { Entry } from '../nouns/journal.js';
import type { PayRun, Person } from '../nouns/pay-run.js';
import { pathOf } from '../nouns/pay-run.js';
import type { Policy } from '../policy/policy.js';
import type { DecidedField } from '../policy/decided.js';
import { accountsNamed, type FieldTreatment } from '../policy/decision.js';
import { wordsOf } from '../policy/treatments.js';
import type { Workings } from './workings.js';

/** Pay a few days early or late is usual around weekends and holidays. */
const strayDaysMax = 5;

export function dateHolds(payRun: PayRun, closed: readonly DateRange[]): Hold[] {
  const { datedOn, year } = payRun;
  const about = { ...onlyPayslip(payRun), field: 'dated_on' };
  const holds: Hold[] = [];
  if (taxYearOf(datedOn) !== year) {
    holds.push({
      code: 'payslip_date_outside_tax_year',
      message: `The pay date ${inWords(datedOn)} is outside the tax year ${taxYearInWords(year)} that this payroll belongs to. Correct the pay date in payroll.`,
      ...about,
    });
  }
  if (closed.some((range) => within(datedOn, range))) {
    holds.push({
      code: 'accounts_closed',
      message: `The final accounts that contain ${inWords(datedOn)} are already prepared or filed. Approve to post into them anyway, or ignore this pay run.`,
      ...about,
    });
  }
  return holds;
}

export function dateWarnings(payRun: PayRun): Warning[] {
  const { datedOn, year, period } = payRun;
  const month = taxMonthRange(year, period + 1);
  if (taxYearOf(datedOn) !== year || within(datedOn, month)) return [];
  if (within(datedOn, { from: addDays(month.from, -strayDaysMax), to: addDays(month.to, strayDaysMax) })) return [];
  return [
    {
      code: 'date_outside_tax_month',
      message: `The pay date ${inWords(datedOn)} is well outside tax month ${period + 1} (${inWords(month.from)} to ${inWords(month.to)}). Check the pay date in payroll.`,
      ...onlyPayslip(payRun),
      field: 'dated_on',
    },
  ];
}

/** `namedBy`: where a person would have to name another account, in words. */
export function accountHolds(
  entries: readonly Entry[],
  chart: Chart | undefined,
  namedBy: (account: string) => readonly string[],
): Hold[] {
  if (chart === undefined) return [];
  const missing = new Set(entries.map((entry) => entry.category).filter((code) => !chart.has(code)));
  return [...missing].map((code) => ({
    code: 'missing_account',
    message: `The journal needs account ${code}, which is not in the company's chart of accounts. Add it there, or name another account: it is named by ${namedBy(code).join(', and by ')}.`,
  }));
}

/** Where the account of a pay run's line is named: only there can it be changed. */
export function whereNamed(
  { policy, decided = [] }: { readonly policy: Policy; readonly decided?: readonly DecidedField[] },
  tag: string,
): (account: string) => readonly string[] {
  return (account) => {
    const decisions = decided.filter((one) => (!('tag' in one) || one.tag === tag) && names(one.as, account));
    const ofPolicy = accountsIn(policy).filter((one) => one.account === account);
    const places = [
      ...decisions.map(({ field }) => `a decision about “${wordsOf(field)}” (take it back, or decide again)`),
      ...ofPolicy.map(({ place }) => settingInWords(place)),
    ];
    return places.length > 0 ? [...new Set(places)] : ['what was posted before'];
  };
}

const names = (as: FieldTreatment, account: string) => accountsNamed(as).includes(account);

function settingInWords(place: string): string {
  const [setting, ...rest] = place.split('.');
  if (setting === 'allocations') return 'an allocation of a person’s cost (change the allocations)';
  return setting === 'treatments' ? `the policy, for “${wordsOf(rest.join('.'))}”` : `the policy (${place})`;
}

/** In a merged set all net pay is owed to one control user, so that user must exist. */
export function controlUserHolds({ layout }: Policy, people: ReadonlyMap<string, Person>): Hold[] {
  if (typeof layout !== 'object' || !('controlUser' in layout.merged)) return [];
  const { controlUser } = layout.merged;
  if (people.has(pathOf(controlUser))) return [];
  return [
    {
      code: 'unknown_user',
      message: `The policy puts all net pay on the control user at ${pathOf(controlUser)}, who is not among the company's users. Name another control user in the policy.`,
      field: 'layout.merged.controlUser',
    },
  ];
}

/** The same payslip twice would be posted twice: no one is paid the same to the penny twice in a day on purpose. */
export function duplicateHolds(paid: readonly Workings[]): Hold[] {
  if (new Set(paid.map((one) => one.payslip.userPath)).size === paid.length) return [];
  const byPerson = new Map<string, Workings[]>();
  for (const one of paid) {
    const own = byPerson.get(one.payslip.userPath);
    if (own === undefined) byPerson.set(one.payslip.userPath, [one]);
    else own.push(one);
  }
  return [...byPerson.values()].flatMap((own) => {
    const same = own.find((one, index) => own.some((other, at) => at < index && isSameMoney(one, other)));
    return same === undefined ? [] : [duplicateHold(same)];
  });
}

function isSameMoney(one: Workings, other: Workings): boolean {
  const [a, b] = [moneyOf(one), moneyOf(other)];
  return a !== '' && a === b;
}

/** Every field that may post something, with its value; hours and other information are left out. */
function moneyOf({ payslip, plan }: Workings): string {
  const fields = [...payslip.figures, ...payslip.flaws.map(({ field, value }) => [field, value] as const)];
  return fields
    .filter(([field]) => plan(field, payslip.userPath).part.treatment !== 'information')
    .map(([field, amount]) => `${field} ${amount.toString()}`)
    .sort()
    .join('\n');
}

function duplicateHold({ payslip, name, net }: Workings): Hold {
  return {
    code: 'possible_duplicate_payslip',
    message: `${name} has two payslips paid ${inWords(payslip.datedOn)} with the same amounts throughout, net pay ${net.inPounds()} each: this may be one payslip twice. Compare with payroll; approve if both were really paid.`,
    payslip: payslip.user,
    amount: net.toString(),
  };
}

function onlyPayslip({ payslips }: PayRun): { payslip?: string } {
  const [first, second] = payslips;
  return first !== undefined && second === undefined ? { payslip: first.user } : {};
}
