import { AppModule } from '../../src/app/app.module.js';
import type { Role } from '../../src/access/principal.js';
import type { Database } from '../../src/ground/database.js';
import { Money } from '../../src/journal/nouns/money.js';
import { LogFigures } from '../../src/record/log/log-figures.entity.js';
import { TaxYearRecord } from '../../src/record/runs/pay-period.entity.js';
import { YearInBooks } from '../../src/record/year-in-books.entity.js';
import { type Door, openDoor, StillClock } from '../doors/api/door.js';
import { routeTable } from '../doors/api/route-table.js';
import { insertReading, openAccount } from '../factories/balances.js';
import { insertCompany } from '../factories/companies.js';
import { type TempDatabase, tempDatabase } from '../factories/database.js';
import { insertLogEntry } from '../factories/log.js';
import { type Payroll, payrollOf, type Slip } from '../factories/payroll.js';
import { insertRun } from '../factories/runs.js';
import { asBytes } from '../harness/as-bytes.js';
import { figuresIn } from '../harness/figures-in.js';

/**
 * Large and odd, so that no two figures differ by a third by chance: with some hundred figures on the pages, amounts of
 * everyday pay would.
 */
let seed = 46;
function amount(most: number): string {
  seed = (seed * 48_271) % 2_147_483_647;
  const pence = BigInt(Math.floor((most * 100 * (seed / 2_147_483_647 + 1)) / 2));
  return Money.pence(pence).toString();
}

interface Staff {
  readonly directors: number;
  readonly employees: number;
  /** How many of them have a pension. */
  readonly pensions: number;
  /** How many of them pay tax. */
  readonly taxed?: number;
}

/** The first and the last three are all that such a viewer sees something of. */
const companies: Readonly<Record<string, Staff>> = {
  single: { directors: 0, employees: 1, pensions: 1 },
  'one director, two staff': { directors: 1, employees: 2, pensions: 3 },
  'one director, three staff': { directors: 1, employees: 3, pensions: 4 },
  'three directors, four staff, two pensions': { directors: 3, employees: 4, pensions: 2 },
  'four staff, one taxed': { directors: 0, employees: 4, pensions: 0, taxed: 1 },
  'three directors, three staff': { directors: 3, employees: 3, pensions: 6 },
};
const months = [
  { datedOn: '2025-08-29', state: 'posted' },
  { datedOn: '2025-09-30', state: 'posted' },
  { datedOn: '2025-10-31', state: 'ready' },
] as const;

function slipsOf({ directors, employees, pensions, taxed = 99 }: Staff): readonly Slip[] {
  return Array.from({ length: directors + employees }, (_, index): Slip => {
    const pension = index >= directors + employees - pensions;
    return {
      ...{ id: index + 1, name: `Person ${index + 1}`, role: index < directors ? 'Director' : 'Employee' },
      ...{ basic: amount(80_000_000) },
      ...(index < taxed
        ? { tax: amount(9_000_000), ni: amount(2_000_000), employerNi: amount(5_000_000) }
        : { tax: '0.00', ni: '0.00', employerNi: '0.00' }),
      ...(pension && { pension: amount(900_000), employerPension: amount(700_000) }),
    };
  });
}

/** What one or two people are paid, by every measure that a page may sum. */
function paysOfFew({ lines, slips }: Payroll): readonly number[] {
  const people = slips.map(({ id }) => {
    const own = lines.filter(({ payslip }) => payslip?.endsWith(`/${id}`));
    const on = (codes: readonly string[]) =>
      own.reduce(
        (sum, { category, debit }) => sum.plus(codes.includes(category) ? Money.parse(debit) : Money.zero),
        Money.zero,
      );
    const slip = slips.find((one) => one.id === id) as Slip;
    const of = (text = '0') => Money.parse(text);
    return [
      ...[['401', '407'], ['402', '408'], ['403'], ['813'], ['814'], ['902'], ['401', '402', '403', '407', '408']].map(
        on,
      ),
      ...[of(slip.tax), of(slip.ni), of(slip.tax).plus(of(slip.ni)), of(slip.pension), of(slip.employerPension)],
    ];
  });
  const few = people.flatMap((one, at) => [
    one,
    ...people.slice(at + 1).map((other) => one.map((sum, n) => sum.plus(other[n] ?? Money.zero))),
  ]);
  return few
    .flat()
    .map((sum) => Number(sum.abs().toPence()))
    .filter((sum) => sum !== 0);
}

const sum = (amounts: readonly string[]) => Money.sum(amounts.map((one) => Money.parse(one)));

describe('no figure that fewer than three people stand behind', () => {
  let temp: TempDatabase;
  let door: Door;
  const few = new Map<number, string>();
  const whole = new Map<string, Payroll>();
  const readyTags: { company: string; tag: string; fingerprint: string | null }[] = [];

  beforeAll(async () => {
    temp = await tempDatabase(new StillClock());
    for (const [name, staff] of Object.entries(companies)) await fill(temp.database, name, staff);
    door = await openDoor(temp.database, [AppModule]);
  });
  afterAll(async () => {
    await door.close();
    await temp.remove();
  });

  const idOf = (name: string) => name.replaceAll(/\W+/g, '-');

  async function fill(database: Database, name: string, staff: Staff): Promise<void> {
    const id = idOf(name);
    await insertCompany(database, { id, name });
    const payments: object[] = [];
    let charged = new Map<string, Money>();
    let seq = 0;
    for (const { datedOn, state } of months) {
      const payroll = payrollOf(slipsOf(staff));
      whole.set(`${id} ${datedOn}`, payroll);
      for (const pay of paysOfFew(payroll)) few.set(pay, `${name}, ${datedOn}`);
      const run = await insertRun(database, id, payroll, { state, datedOn });
      if (state === 'ready') readyTags.push({ company: id, tag: run.tag, fingerprint: run.fingerprint });
      await insertLogEntry(database, {
        companyId: id,
        act: state === 'posted' ? 'post' : 'map',
        tag: run.tag,
        fingerprint: run.fingerprint,
        seq: ++seq,
      });
      const { payslips, gross, net, taxAuthority } = run;
      await database.work((rows) =>
        rows.insert(LogFigures, { companyId: id, seq, tag: run.tag, payslips, gross, net, taxAuthority }),
      );
      // An amendment gave one person more: the two totals differ by that.
      const raise = Money.parse(amount(600_000));
      few.set(Number(raise.toPence()), `${name}, a raise`);
      await insertLogEntry(database, { companyId: id, act: 'amend', tag: run.tag, seq: ++seq });
      await database.work((rows) =>
        rows.insert(LogFigures, {
          companyId: id,
          seq,
          tag: run.tag,
          payslips,
          gross: gross.plus(raise),
          net,
          taxAuthority,
        }),
      );
      payments.push({
        dueOn: `2025-${String(Number(datedOn.slice(5, 7)) + 1).padStart(2, '0')}-22`,
        amountDue: taxAuthority.toString(),
        status: 'unpaid',
      });
      if (state === 'posted')
        for (const line of payroll.lines)
          charged = charged.set(
            line.category,
            (charged.get(line.category) ?? Money.zero).plus(Money.parse(line.debit)),
          );
    }
    const owed = [...charged].filter(([account]) => account >= '800');
    const open = owed.map(([account, debit]) => openAccount(account, debit.negated().toString(), { name: account }));
    await insertReading(database, id, open, { logSeq: seq });
    await database.work(async (rows) => {
      await rows.insert(TaxYearRecord, {
        companyId: id,
        year: 2026,
        adoptedAt: null,
        listedAt: null,
        fullReadAt: null,
        payments,
      } as never);
      const accounts = [...charged].map(([account, debit]) => ({ account, debit }));
      const yearRow = ({ account, debit }: (typeof accounts)[number]) => ({
        ...{
          account,
          name: account,
          payslips: debit.toString(),
          books: debit.toString(),
          difference: '0.00',
          because: [],
        },
      });
      const span = {
        kind: 'tax_year' as const,
        from: '2025-04-06',
        to: '2026-04-05',
        isPart: true,
        payRuns: 2,
        agrees: true,
      };
      await rows.insert(YearInBooks, {
        ...{ companyId: id, year: 2026, readAt: new Date(), logSeq: seq },
        spans: [
          {
            ...span,
            waiting: [],
            costs: accounts.filter((one) => one.account < '800').map(yearRow),
            liabilities: accounts.filter((one) => one.account >= '800').map(yearRow),
          },
        ],
      });
    });
  }

  /** Every GET of the app, for every company and month, with what it needs to show anything. */
  function pages(): readonly string[] {
    const gets = Object.keys(routeTable).flatMap((route) => (route.startsWith('GET ') ? [route.slice(4)] : []));
    return gets
      .filter((path) => !/^\/(assets|sign-in|api\/docs|connect|client\/|health|metrics)|events$/.test(path))
      .flatMap((path) =>
        path.includes(':company') ? Object.keys(companies).map((name) => path.replace(':company', idOf(name))) : [path],
      )
      .flatMap((path) =>
        path.includes(':period') || path.includes(':paidOn')
          ? months.map(({ datedOn }) =>
              path
                .replace(':year', '2026')
                .replace(':period', String(Number(datedOn.slice(5, 7)) - 4))
                .replace(':paidOn', datedOn),
            )
          : [path],
      )
      .flatMap((path) =>
        path.includes(':format') ? ['csv', 'xlsx'].map((format) => path.replace(':format', format)) : [path],
      )
      .flatMap((path) => (/month-files\/[^/]+\/\d/.test(path) ? [`${path}?format=xlsx`] : [path]))
      .flatMap((path) => {
        if (path === '/') return months.map(({ datedOn }) => `/?month=2026-${Number(datedOn.slice(5, 7)) - 3}`);
        if (/^\/(year-end|api\/control-accounts\/year)/.test(path))
          return Object.keys(companies).map((name) => `${path}?company=${idOf(name)}&year=2026`);
        if (path.endsWith('movement')) return [`${path}?account=814&from=2025-10-06`];
        if (/\/(people|tax-year(\.\w+)?)$/.test(path)) return [`${path}?year=2026`];
        if (path.endsWith('/year')) return [`${path}?year=2026`];
        if (path === '/api/control-accounts' || path === '/api/journals.csv')
          return [path, `${path}?company=${idOf('one director, three staff')}`];
        if (/^\/runs\/(ready|sign-off)$/.test(path))
          return months.map(({ datedOn }) => `${path}?year=2026&month=${Number(datedOn.slice(5, 7)) - 3}`);
        return [path];
      })
      .map((path) => path.replaceAll(/:\w+/g, '1'));
  }

  async function seenBy(
    who: Record<string, string>,
  ): Promise<{ figures: ReadonlyMap<number, string>; pages: number; refused: number }> {
    const figures = new Map<number, string>();
    let [shown, refused] = [0, 0];
    const answered = async (path: string, answer: { status: number; body: unknown }) => {
      expect([path, answer.status < 500]).toEqual([path, true]);
      if (answer.status >= 400) refused++;
      else shown++;
      for (const figure of figuresIn(answer.body as Buffer)) if (!figures.has(figure)) figures.set(figure, path);
    };
    for (const path of pages()) await answered(path, await asBytes(door.http.get(path), who));
    const picked = new URLSearchParams({ year: '2026', month: '7' });
    for (const { company, tag, fingerprint } of readyTags)
      picked.append('runs', JSON.stringify([company, tag, fingerprint]));
    await answered(
      'POST /runs/review',
      await asBytes(door.http.post('/runs/review').type('form').send(String(picked)), who),
    );
    return { figures, pages: shown, refused };
  }

  const two = [idOf('one director, three staff'), idOf('three directors, three staff')];
  const principals: readonly { role: Role; by: 'token' | 'browser'; companies: readonly string[] | null }[] = [
    { role: 'viewer', by: 'token', companies: null },
    { role: 'viewer', by: 'browser', companies: two },
    { role: 'reviewer', by: 'browser', companies: null },
    { role: 'admin', by: 'token', companies: null },
  ];

  async function signedIn({
    role,
    by,
    companies: reach,
  }: (typeof principals)[number]): Promise<Record<string, string>> {
    const rights = { role, pay: false, companies: reach };
    if (by === 'token') return { Authorization: `Bearer ${await door.token(rights)}` };
    const { cookie, csrf } = await door.browser(rights);
    return { Cookie: cookie, 'X-CSRF-Token': csrf };
  }

  it.each(principals)('is shown to a $role by $by of $companies, nor by subtraction', async (who) => {
    const { figures, pages: shown } = await seenBy(await signedIn(who));
    const all = [...figures.keys()];
    const found = all.flatMap((one, at) => {
      const alone = few.has(one) ? [`${one} on ${figures.get(one)}: ${few.get(one)}`] : [];
      const pairs = all
        .slice(0, at)
        .flatMap((other) =>
          [Math.abs(one - other), one + other].flatMap((both) =>
            few.has(both)
              ? [`${one} on ${figures.get(one)} and ${other} on ${figures.get(other)}: ${few.get(both)}`]
              : [],
          ),
        );
      return [...alone, ...pairs];
    });
    expect(found).toEqual([]);
    expect(shown).toBeGreaterThan(30);
    // What many stand behind is there to be seen, or the test would prove nothing.
    const totals = whole.get(`${idOf('one director, three staff')} 2025-09-30`) as Payroll;
    for (const total of [totals.gross, totals.net, totals.taxAuthority]) expect(all).toContain(Number(total.toPence()));
    const { slips } = whole.get(`${idOf('three directors, three staff')} 2025-09-30`) as Payroll;
    const salaries = sum(slips.filter(({ role }) => role === 'Director').map(({ basic }) => basic));
    expect(all).toContain(Number(salaries.toPence()));
  });
});
