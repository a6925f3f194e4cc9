import { monthAt, penceIn, type Said, userOf } from '../said.js';
import type { Doors } from './open.js';

/** What the API says of pay runs, adjustments and control accounts. */

export interface ApiRun {
  readonly company: string;
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
  readonly source?: string;
  readonly tag: string;
  readonly state: string;
  readonly payslips: number;
  readonly signedOffBy?: string;
  readonly journalSet?: string;
  readonly totals?: {
    readonly gross: string;
    readonly net: string;
    readonly taxAuthority: string;
    readonly pension?: string;
    readonly other?: string;
  };
}

interface Detail extends ApiRun {
  readonly paid?: readonly {
    readonly user: string;
    readonly gross: string;
    readonly tax: string;
    readonly employeeNi: string;
    readonly employerNi: string;
    readonly net: string;
  }[];
}

/** As addresses name a pay run within its month. */
export const keyOfRun = ({ datedOn, source }: Pick<ApiRun, 'datedOn' | 'source'>): string =>
  `${datedOn}${source === undefined ? '' : `.${source}`}`;

export async function runsOfApi(doors: Doors): Promise<readonly ApiRun[]> {
  const found: ApiRun[] = [];
  for (let next: string | undefined = ''; next !== undefined; ) {
    const page: { items: ApiRun[]; next?: string } = await doors.api(
      `/api/pay-runs?limit=200${next && `&after=${next}`}`,
    );
    found.push(...page.items);
    next = page.next;
  }
  return found;
}

export async function readApi(doors: Doors, runs: readonly ApiRun[]): Promise<readonly Said[]> {
  const said = runs.flatMap((run) => ofRun(run, 'API'));
  for (const run of runs) {
    const at = `${encodeURIComponent(run.company)}/${run.year}/${run.period}/${keyOfRun(run)}`;
    const detail = await doors.api<Detail>(`/api/pay-runs/${at}`);
    said.push(...ofRun(detail, 'API, one run'), ...ofPeople(detail, 'API, one run'));
  }
  said.push(...countsOf(runs, 'API'));
  const { items } = await doors.api<{ items: readonly ApiControls[] }>('/api/control-accounts');
  said.push(...items.flatMap((one) => ofControls(one, 'API')));
  return said;
}

export function ofRun({ tag, state, totals, payslips }: ApiRun, door: string): Said[] {
  const amounts = totals && [
    ['run.gross', totals.gross],
    ['run.net', totals.net],
    ['run.paye', totals.taxAuthority],
    ['run.pension', totals.pension],
    ['run.others', totals.other],
  ];
  return [
    { is: 'run.state', of: tag, says: state, door },
    { is: 'run.payslips', of: tag, says: payslips, door },
    ...(amounts ?? []).flatMap(([is = '', amount]) =>
      amount === undefined ? [] : [{ is, of: tag, says: penceIn(amount), door }],
    ),
  ];
}

function ofPeople({ tag, paid = [] }: Detail, door: string): Said[] {
  return paid.flatMap(({ user, gross, tax, employeeNi, employerNi, net }) =>
    Object.entries({ gross, tax, employeeNi, employerNi, net }).map(([name, amount]) => ({
      is: `person.${name}`,
      of: `${userOf(user)} ${tag}`,
      says: penceIn(amount),
      door,
    })),
  );
}

/** What Month's third and fourth step count. */
const done: ReadonlySet<string> = new Set(['posted', 'agrees']);
const needsYou: ReadonlySet<string> = new Set(['drift', 'changed', 'refused', 'held', 'differs', 'overdue']);

/** While a run of it waits, a month is not closed. */
const waits: ReadonlySet<string> = new Set([...needsYou, 'in_doubt', 'ready', 'not_ready']);

export function countsOf(
  runs: readonly Pick<ApiRun, 'year' | 'period' | 'state' | 'signedOffBy'>[],
  door: string,
): Said[] {
  const months = [...new Set(runs.map(monthAt))];
  const waiting = runs.filter((run) => needsYou.has(run.state)).length;
  return [
    { is: 'count.waiting', of: '', says: waiting, door },
    ...months.flatMap((of) => {
      const own = runs.filter((run) => monthAt(run) === of);
      const posted = own.filter(({ state }) => done.has(state));
      const signedOff = posted.filter(({ signedOffBy }) => signedOffBy !== undefined).length;
      const isLeft = posted.length > signedOff || own.some(({ state }) => waits.has(state));
      return [
        // Of one client.
        { is: 'count.left', of, says: isLeft ? 1 : 0, door },
        { is: 'count.ready', of, says: own.filter(({ state }) => state === 'ready').length, door },
        { is: 'count.done', of, says: posted.length, door },
        { is: 'count.signedOff', of, says: signedOff, door },
        { is: 'count.unsigned', of, says: posted.length - signedOff, door },
      ];
    }),
    ...[...new Set(runs.map(({ state }) => state))].map((of) => ({
      is: 'count.state',
      of,
      says: runs.filter(({ state }) => state === of).length,
      door,
    })),
  ];
}

export interface ApiControls {
  readonly state: string;
  readonly accounts: readonly {
    readonly account: string;
    readonly user?: string;
    readonly balance?: string;
    readonly notDue?: string;
    readonly known?: string;
    readonly open: readonly {
      readonly id: string;
      readonly item: string;
      readonly amount?: string;
      readonly state: string;
    }[];
  }[];
}

/** By account, as Reconciliation has it, and by person. */
export function ofControls({ state, accounts }: ApiControls, door: string): Said[] {
  const sums = new Map<string, number>();
  const said: Said[] = [{ is: 'control.state', of: '', says: state, door }];
  for (const { account, user, balance = '0', notDue = '0', known = '0', open } of accounts) {
    const parts = {
      balance: penceIn(balance),
      notDue: penceIn(notDue),
      known: penceIn(known),
      open: open.reduce((sum, { amount = '0' }) => sum + penceIn(amount), 0),
    };
    for (const [name, pence] of Object.entries(parts)) {
      const whole = `control.${name} ${account}`;
      sums.set(whole, (sums.get(whole) ?? 0) + pence);
      if (user !== undefined) said.push({ is: `control.${name}`, of: `${account} ${userOf(user)}`, says: pence, door });
    }
    for (const { id, item, amount = '0', state: is } of open) {
      // Whole: nothing of it was paid, and all of it since the account is read.
      const [, year, month] = /^paye (\d{4})-(\d{2})$/.exec(id) ?? [];
      if (month !== undefined && (is === 'due' || is === 'no_payment_posted') && !item.includes('paid from'))
        said.push({
          is: 'hmrc.due',
          of: monthAt({ year: Number(year), period: Number(month) - 1 }),
          says: penceIn(amount),
          door: `${door}, control accounts`,
        });
      const of = [account, user && userOf(user), id].filter(Boolean).join(' ');
      said.push({ is: 'item.open', of, says: penceIn(amount), door });
    }
  }
  for (const [whole, says] of sums) {
    const [is = '', of = ''] = whole.split(' ');
    said.push({ is, of, says, door });
  }
  return said;
}
