import { AppModule } from '../../src/app/app.module.js';
import type { Role } from '../../src/access/principal.js';
import type { Database } from '../../src/ground/database.js';
import { Money } from '../../src/journal/nouns/money.js';
import { Decision } from '../../src/record/runs/decision.entity.js';
import { TaxYearRecord } from '../../src/record/runs/pay-period.entity.js';
import { PayrollFile } from '../../src/record/runs/payroll-file.entity.js';
import { Note } from '../../src/record/work-of-persons.entity.js';
import { YearInBooks } from '../../src/record/year-in-books.entity.js';
import { digestAt, digestFor, digestInWords } from '../../src/views/month/digest.js';
import { type Door, openDoor, StillClock } from '../doors/api/door.js';
import { routeTable } from '../doors/api/route-table.js';
import { insertAudit } from '../factories/audit.js';
import { account, insertReading, openAccount } from '../factories/balances.js';
import { insertCompany } from '../factories/companies.js';
import { type TempDatabase, tempDatabase } from '../factories/database.js';
import { insertDryRun } from '../factories/dry-run.js';
import { insertLogEntry } from '../factories/log.js';
import { payrollOf } from '../factories/payroll.js';
import { insertRun, type RunStory } from '../factories/runs.js';
import { insertWrite } from '../factories/writes.js';
import { asBytes } from '../harness/as-bytes.js';
import { figuresIn } from '../harness/figures-in.js';

const staff = ['Amara Okafor', 'Ben Turner', 'Chloe Walsh', 'Dev Patel'];
/** A month of the four; each month has other figures. */
const payrollIn = (month: number) =>
  payrollOf(
    staff.map((name, at) => ({
      ...{ id: at + 1, name, role: at === 0 ? ('Director' as const) : ('Employee' as const) },
      ...{ basic: `${2000 + 111 * at + month}.17`, tax: `${190 + month}.40`, ni: `${76 + at}.16` },
      ...{ employerNi: `${237 + at}.45`, pension: '62.51', employerPension: '37.53' },
    })),
  );
/** Words that a program or a person wrote, with a name and an amount. */
const said = 'Ben Turner is paid £1,517.04.';
const user = 'https://books.example/v2/users/2';
const differences = [{ account: '902', user, before: '-1557.04', after: '-1517.04' }];
const hold = { code: 'ambiguous_field', message: said, field: 'other_deductions', payslip: user, amount: '40.02' };

/** Each state that shows figures of its own, a month each from August. */
const stories: Readonly<Record<string, readonly Omit<RunStory, 'datedOn'>[]>> = {
  ash: [
    { state: 'posted' },
    { state: 'changed', plan: { kind: 'changed', why: 'amount', differences } },
    { state: 'ready', remarks: { warnings: [hold] } },
  ],
  elm: [
    { state: 'drift', plan: { kind: 'drift', what: 'edited', differences, sets: [] } },
    {
      state: 'refused',
      reason: said,
      plan: { kind: 'refused', act: 'post', status: 422, words: said, again: 'on_change' },
    },
    { state: 'held', remarks: { outcome: 'hold', holds: [hold] } },
  ],
};
const days = ['2025-08-29', '2025-09-30', '2025-10-31'];

describe('what someone without the right to see pay is given', () => {
  let temp: TempDatabase;
  let door: Door;
  const ready: string[] = [];

  beforeAll(async () => {
    temp = await tempDatabase(new StillClock());
    for (const [id, runs] of Object.entries(stories)) await fill(temp.database, id, runs);
    door = await openDoor(temp.database, [AppModule]);
  });
  afterAll(async () => {
    await door.close();
    await temp.remove();
  });

  async function fill(database: Database, id: string, runs: (typeof stories)[string]): Promise<void> {
    await insertCompany(database, { id, name: `${id} Ltd` });
    const payments: object[] = [];
    for (const [at, story] of runs.entries()) {
      const datedOn = days[at] as string;
      const payroll = payrollIn(at);
      const run = await insertRun(database, id, payroll, { ...story, datedOn });
      if (story.state === 'ready') ready.push(JSON.stringify([id, run.tag, run.fingerprint]));
      const { tag, fingerprint, taxAuthority } = run;
      const seq = at + 1;
      const ref = `0000000${at}-0000-4000-8000-${id.padEnd(12, '0').replaceAll(/[^0-9a-f]/g, '0')}`;
      await insertLogEntry(database, { companyId: id, act: 'approve', tag, fingerprint, seq, ref });
      await database.work(async (rows) => {
        const of = {
          companyId: id,
          connectionId: null,
          scope: 'run',
          kind: 'treatment',
          tag,
          field: 'other_deductions',
        };
        const as = {
          as: 'deduct',
          split: [
            { account: '049', amount: '1.01' },
            { account: '815', rest: true },
          ],
        };
        const by = { userPath: null, holdCode: null, fingerprint: null, figures: null, onDate: null, actor: 'ann' };
        await rows.insert(Decision, {
          id: ref,
          ...of,
          treatment: as,
          ...by,
          reason: said,
          at: new Date(),
          endedAt: null,
        } as never);
        await rows.insert(Note, { id: `${id} ${at}`, companyId: id, tag, actor: 'ann', words: said, at: new Date() });
      });
      payments.push({
        dueOn: `2025-${String(9 + at).padStart(2, '0')}-22`,
        amountDue: taxAuthority.toString(),
        status: 'unpaid',
      });
    }
    const write = await insertWrite(database, id, { state: 'refused', answer: `422: ${said}` });
    await insertLogEntry(database, {
      companyId: id,
      act: 'post',
      outcome: 'refused',
      answer: '422',
      ref: write.id,
      seq: 4,
    });
    await insertDryRun(database, id, said);
    const owed = payrollIn(0).taxAuthority.toString();
    const ofBen = account('902', { user: '/v2/users/2', name: 'Ben Turner', balance: '-1557.04' });
    const hints = ['907 Ben Turner moved by the same £1,557.04 in this window.'];
    const paye = openAccount('814', owed);
    const mixed = {
      ...{ what: `Wages of 31 October 2025, paid in all £2,733.64: ${said}`, todo: 'Split the payment.' },
      inTotals: 'Wages of 31 October 2025 are paid in all, but not each on its own account',
      accounts: [{ account: '814', name: 'PAYE/NI', amount: '-1733.64' }],
    };
    const open = paye.open.map((part) => ({ ...part, hints, reason: said }));
    await insertReading(database, id, [{ ...paye, open }, ofBen], { causes: [mixed], logSeq: 4 });
    await insertAudit(database, id);
    await database.work(async (rows) => {
      const year = { companyId: id, year: 2026, adoptedAt: null, listedAt: null, fullReadAt: null, payments };
      await rows.insert(TaxYearRecord, year as never);
      const row = { account: '814', name: 'PAYE/NI', payslips: owed, books: owed, difference: '0.00', because: [] };
      const span = { kind: 'tax_year' as const, from: '2025-04-06', to: '2026-04-05', isPart: true, payRuns: 2 };
      const spans = [{ ...span, agrees: true, waiting: [], costs: [row], liabilities: [row] }];
      await rows.insert(YearInBooks, { companyId: id, year: 2026, readAt: new Date(), logSeq: 4, spans });
      const toDate = { recovered: '644.01', compensation: '19.33', cisSuffered: '80.02', levy: '75.03' };
      await rows.insert(PayrollFile, {
        ...{ id: `eps of ${id}`, companyId: id, kind: 'eps', year: 2026, name: 'eps.xml', hash: id, bytes: 9 },
        ...{ taken: [{ toDate, recoveredTo: 6, nobodyPaid: [] }], actor: 'ann', receivedAt: new Date() },
        ...{ withdrawnAt: null, decided: null },
      } as never);
    });
  }

  /** Every GET of the app, for every company and month, with what it needs to show anything. */
  const addresses = (): readonly string[] =>
    Object.keys(routeTable)
      .flatMap((route) => (route.startsWith('GET ') ? [route.slice(4)] : []))
      .filter((path) => !/^\/(assets|sign-in|api\/(docs|openapi)|connect|client\/|health|metrics)|events$/.test(path))
      .map((path) => `${path}${queries[path] ?? ''}`)
      .flatMap((path) =>
        Object.keys(stories).map((id) => path.replace(/:company|COMPANY/, id).replace(':sync', `dry-run-of-${id}`)),
      )
      .flatMap((path) =>
        days.map((day, at) =>
          path
            .replace(':year', '2026')
            .replace(':period', String(at + 4))
            .replace(':paidOn', day)
            .replace('MONTH', String(at + 5)),
        ),
      )
      .flatMap((path) =>
        path.includes(':format') ? ['csv', 'xlsx'].map((one) => path.replace(':format', one)) : [path],
      )
      .map((path) => path.replaceAll(/:\w+/g, '2'));
  const queries: Readonly<Record<string, string>> = {
    '/': '?month=2026-MONTH',
    '/find': '?q=Ben',
    '/runs/ready': '?year=2026&month=MONTH',
    '/runs/review': '?year=2026&month=MONTH',
    '/runs/sign-off': '?year=2026&month=MONTH',
    '/clients/:company/people': '?year=2026',
    '/clients/:company/tax-year': '?year=2026',
    '/clients/:company/tax-year.:format': '?year=2026',
    '/clients/:company/reconciliation/accept': '?account=814&item=paye%20814',
    '/clients/:company/reconciliation/movement': '?account=814&from=2025-10-06',
    '/clients/:company/reconciliation/year': '?year=2026',
    '/api/control-accounts/year': '?company=COMPANY&year=2026',
    '/api/journals.csv': '?company=COMPANY&year=2026',
    '/api/journals.xlsx': '?company=COMPANY&year=2026',
    '/api/month-files/:company/:year/:period': '?format=xlsx',
  };

  interface Given {
    readonly from: string;
    readonly bytes: Buffer;
  }

  /** What every page, answer and file gives, the page of what would be posted, and the message about what waits. */
  async function given(who: Record<string, string>, rights: { pay: boolean }): Promise<readonly Given[]> {
    const all: Given[] = [];
    const add = (from: string, { status, body }: { status: number; body: unknown }) => {
      expect([from, status < 500]).toEqual([from, true]);
      all.push({ from, bytes: body as Buffer });
    };
    for (const path of new Set(addresses())) add(path, await asBytes(door.http.get(path), who));
    const picked = new URLSearchParams({ year: '2026', month: '7' });
    for (const run of ready) picked.append('runs', run);
    const review = door.http.post('/runs/review').type('form').send(String(picked));
    add('POST /runs/review', await asBytes(review, who));
    const digest = await temp.database.read((rows) =>
      digestFor(rows, { ...rights, companies: null }, digestAt(temp.database.clock.now(), '30 5 * * *')),
    );
    all.push({ from: 'the digest', bytes: Buffer.from(digestInWords(digest, 'https://ours')) });
    return all;
  }

  async function signedIn(role: Role, by: 'token' | 'browser', pay: boolean): Promise<Record<string, string>> {
    if (by === 'token') return { Authorization: `Bearer ${await door.token({ role, pay })}` };
    const { cookie, csrf } = await door.browser({ role, pay, companies: null });
    return { Cookie: cookie, 'X-CSRF-Token': csrf };
  }

  /** Amounts of these months all have pence; those that forms give as examples are no one's. */
  const examples = ['71.40', '1693.64'];
  const amountsIn = ({ from, bytes }: Given): readonly string[] => {
    // In a workbook a day is a number, and in a PDF a page has a size.
    const isFile = bytes.subarray(0, 2).toString() === 'PK';
    const isOfFile = (pence: number) => isFile && ((pence > 45_000_00 && pence < 47_000_00) || pageSizes.has(pence));
    return figuresIn(bytes)
      .filter((pence) => pence % 100 !== 0 && !isOfFile(pence))
      .map((pence) => Money.pence(BigInt(pence)).toString())
      .filter((amount) => !examples.includes(amount))
      .map((amount) => `${amount} on ${from}`);
  };
  const pageSizes = new Set([595_28, 841_89, 468_75]);

  it.each([
    ['viewer', 'token'],
    ['viewer', 'browser'],
    ['reviewer', 'browser'],
    ['admin', 'token'],
  ] as const)('has no amount of payroll and no name of who is paid: a %s by %s', async (role, by) => {
    const all = await given(await signedIn(role, by, false), { pay: false });
    const found = all.flatMap((one) => [
      ...amountsIn(one),
      ...(/Amara|Okafor|Ben Turner|Chloe|Dev Patel/.exec(one.bytes.toString()) ?? []).map(
        (name) => `${name} on ${one.from}`,
      ),
      // With few payslips, amounts could be guessed until the fingerprint matches.
      ...(role === 'viewer' && one.from.startsWith('/api/pay-runs') && /[0-9a-f]{64}/.test(one.bytes.toString())
        ? [`a fingerprint on ${one.from}`]
        : []),
    ]);
    expect(found).toEqual([]);
  });

  it('has the state of each run, its days and counts, and the codes of what holds it', async () => {
    const token = await door.token({ role: 'viewer', pay: false });
    const { body } = await door.http.get('/api/pay-runs/elm/2026/6/2025-10-31').set('Authorization', `Bearer ${token}`);
    expect(body).toMatchObject({ state: 'held', payslips: 4, holds: [{ code: 'ambiguous_field' }] });
    expect(body.holds[0]).toEqual({ code: 'ambiguous_field' });
    for (const name of ['totals', 'journal', 'paid', 'decisions']) expect(body).not.toHaveProperty(name);
  });

  it('is far less than who may see pay is given, by the same walk', async () => {
    const all = await given(await signedIn('reviewer', 'token', true), { pay: true });
    const figures = new Set(all.flatMap(({ bytes }) => figuresIn(bytes)));
    const shown = (amount: string) => figures.has(Number(Money.parse(amount).toPence()));
    const told = ['1517.04', '1557.04', '40.02', '1733.64', '644.01', payrollIn(1).gross.toString()];
    expect(told.filter((one) => !shown(one))).toEqual([]);
    expect(figures.size).toBeGreaterThan(100);
  });
});
