import { dayInLondon, momentInWords } from '../ground/london.js';
import { Forbidden } from '../books/errors.js';
import { ServicePayroll } from '../payrolls/service/service-payroll.js';
import { isUnfiled, type ListedYear, type PayrollSource } from '../payrolls/source.js';
import { allocatedAccounts } from '../journal/nouns/allocation-of-cost.js';
import type { Chart } from '../journal/nouns/chart.js';
import { taxYearOf } from '../journal/nouns/dates.js';
import { accountsNamed } from '../journal/policy/decision.js';
import type { PayPeriod, Person } from '../journal/nouns/pay-run.js';
import type { Policy } from '../journal/policy/policy.js';
import { asProblem } from '../ground/problem.js';
import type { Companies } from './companies.js';
import type { Company } from './company.js';
import type { Waiting } from './connections.js';

/** One line of the doctor's report: either all is well, or `todo` is what to do. */
export interface Finding {
  readonly check:
    | '.env'
    | 'configuration'
    | 'database'
    | 'key'
    | 'companies'
    | 'clock'
    | 'sign-in'
    | 'mail'
    | 'syncs'
    | 'waits'
    | 'token'
    | 'access level'
    | 'payroll'
    | 'accounts'
    | 'users';
  readonly company?: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly todo?: string;
}

/** The service's access levels that we need, by what we read with them. */
const levels = {
  accounts: '2, My Money',
  payroll: 'Tax and Limited Accounting',
  users: '7, Tax, Accounting & Users',
} as const;

/** What was read, or why it could not be. */
type Read<T> = { readonly value: T } | { readonly error: unknown };

/** Checks everything that posting for one company needs, each check after those it depends on. */
export async function* examine(company: Company, companies: Companies): AsyncGenerator<Finding> {
  const about = (finding: Omit<Finding, 'company'>): Finding => ({ ...finding, company: company.name });
  const [waiting] = await companies.waiting(company);
  // Until then nothing about it can be asked.
  if (waiting !== undefined) return yield about(waits(waiting));
  const books = await companies.books(company);
  const record = await attempt(books.ours());
  if ('error' in record) return yield about(trouble('token', record.error));
  yield about({ check: 'token', ok: true, detail: `accepted; the books are those of ${record.value.value.name}` });

  const year = taxYearOf(dayInLondon(record.value.at));
  const chart = await attempt(books.chart());
  const source = new ServicePayroll(books.reader);
  const isOfFiles = company.policy.payroll.from === 'files';
  const nothing: ListedYear = { year, periods: [], payments: [] };
  const payroll = isOfFiles ? { value: nothing } : await attempt(source.year(year));
  const users = await attempt(source.people());
  yield about(accessLevel({ accounts: chart, payroll, users }));
  if (isOfFiles) yield about(filesNamed(company.policy));
  else if (!isRefused(payroll)) yield about(payrollAvailable(payroll, year, company.policy));
  if ('value' in chart) yield about(accountsThere(chart.value, company.policy));
  else if (!isRefused(chart)) yield about(trouble('accounts', chart.error));
  if ('error' in users && !isRefused(users)) yield about(trouble('users', users.error));
  if (!isOfFiles && 'value' in payroll && 'value' in users)
    yield about(await usersThere(source, payroll.value, users.value));
}

function waits({ what, at, until }: Waiting): Finding {
  const who = what === 'tokens' ? 'the token endpoint' : 'the accounting service';
  return {
    check: 'waits',
    ok: false,
    detail: `nothing is sent until ${momentInWords(until)}: ${who}, or a proxy in front of it, answered 429 on ${momentInWords(at)} and asked to wait.`,
    todo: 'Nothing to do: it continues by itself then. No wait exceeds an hour. If it is asked for again and again, ask the person who runs the proxy; connecting the company again ends the wait.',
  };
}

async function attempt<T>(reading: Promise<T>): Promise<Read<T>> {
  try {
    return { value: await reading };
  } catch (error) {
    return { error };
  }
}

function trouble(check: Finding['check'], error: unknown): Finding {
  const { detail, todo } = asProblem(error);
  return { check, ok: false, detail, todo };
}

function accessLevel(read: Record<keyof typeof levels, Read<unknown>>): Finding {
  const check = 'access level';
  const refused = (Object.keys(levels) as (keyof typeof levels)[]).filter((what) => isRefused(read[what]));
  const highest = refused.at(-1);
  if (highest === undefined) return { check, ok: true, detail: 'high enough for everything that is read and posted' };
  return {
    check,
    ok: false,
    detail: `The user who authorised may not read ${refused.join(', ')}: the level is too low.`,
    todo: `Give that user at least the level "${levels[highest]}" in the accounting service.`,
  };
}

function isRefused(read: Read<unknown>): boolean {
  return 'error' in read && read.error instanceof Forbidden;
}

/** A PAYE reference says which payroll files belong to this company. */
function filesNamed({ controls: { payeReference } }: Policy): Finding {
  const check = 'payroll';
  if (payeReference !== null) return { check, ok: true, detail: `comes as files of PAYE reference ${payeReference}` };
  return {
    check,
    ok: false,
    detail: 'Payroll comes as files, and no PAYE reference says which are this company’s.',
    todo: 'Enter it: `counterfoil policy COMPANY --set controls.payeReference=123/AB456`.',
  };
}

function payrollAvailable(payroll: Read<ListedYear>, year: number, { statuses }: Policy): Finding {
  const check = 'payroll';
  if ('error' in payroll) {
    const { detail } = asProblem(payroll.error);
    return {
      check,
      ok: false,
      detail,
      todo: 'Check in the accounting service that payroll is set up for this company, and that it is a UK company.',
    };
  }
  const posted = payroll.value.periods.filter(({ status }) => statuses.includes(status)).length;
  return {
    check,
    ok: true,
    detail: `tax year ${year}: ${payroll.value.periods.length} periods, ${posted} of them ${statuses.join(' or ')}`,
  };
}

function accountsThere(chart: Chart, policy: Policy): Finding {
  const missing = accountsOf(policy).filter((code) => !chart.has(code));
  if (missing.length === 0)
    return { check: 'accounts', ok: true, detail: 'every account of the policy is in the chart' };
  return {
    check: 'accounts',
    ok: false,
    detail: `Not in the chart of accounts: ${missing.join(', ')}.`,
    todo: 'Add them in the accounting service, or name other accounts in the policy (`counterfoil policy COMPANY --set accounts.…=…`).',
  };
}

function accountsOf({ accounts, treatments, layout, allocations }: Policy): readonly string[] {
  const treated = Object.values(treatments).flatMap(accountsNamed);
  const merged =
    typeof layout === 'object' && 'liabilityCategory' in layout.merged ? [layout.merged.liabilityCategory] : [];
  return [...new Set([...Object.values(accounts), ...treated, ...merged, ...allocatedAccounts(allocations)])].sort();
}

/** Checks the newest period that has payslips. People are named by their path, because the operator may read this. */
async function usersThere(source: PayrollSource, payroll: ListedYear, users: readonly Person[]): Promise<Finding> {
  const check = 'users';
  const latest = await attempt(latestWithPayslips(source, payroll));
  if ('error' in latest) return trouble(check, latest.error);
  if (!latest.value) return { check, ok: true, detail: 'no payslips yet this tax year' };
  const known = new Set(users.map((user) => user.path));
  const { payslips, year, period } = latest.value;
  const unknown = [...new Set(payslips.map((payslip) => payslip.userPath).filter((path) => !known.has(path)))];
  if (unknown.length === 0)
    return { check, ok: true, detail: `everyone on the payslips of ${year}/${period} is a user of the company` };
  return {
    check,
    ok: false,
    detail: `On the payslips of ${year}/${period}, but no user of the company: ${unknown.join(', ')}.`,
    todo: 'Make them users of the company again in the accounting service (hidden ones count): until then their pay is held.',
  };
}

const periodsLookedAtMax = 3;

async function latestWithPayslips(
  source: PayrollSource,
  { year, periods }: ListedYear,
): Promise<PayPeriod | undefined> {
  const newestFirst = [...periods].sort((a, b) => b.period - a.period).filter((period) => !isUnfiled(period));
  for (const { period } of newestFirst.slice(0, periodsLookedAtMax)) {
    const found = await source.period(year, period);
    if (found.period.payslips.length > 0) return found.period;
  }
  return undefined;
}
