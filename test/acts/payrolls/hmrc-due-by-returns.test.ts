import { everything } from '../../../src/access/viewer.js';
import { expect, it } from '@jest/globals';
import { receiveFile } from '../../../src/acts/payrolls/receive-file.js';
import { saySent } from '../../../src/acts/payrolls/say-sent.js';
import type { Viewer } from '../../../src/access/viewer.js';
import { isAdjustment } from '../../../src/record/runs/adjustment.js';
import { PayRunRecord } from '../../../src/record/runs/pay-run.entity.js';
import { checkInWords } from '../../../src/views/checks/check-words.js';
import { checksOfOne } from '../../../src/views/checks/checks.js';
import { obstaclesNow } from '../../../src/views/month/sign-off.js';
import { paymentsStatement, paymentsTable } from '../../../src/evidence/chapters/reconciliation.js';
import { readPayments } from '../../../src/evidence/month-facts.js';
import { type HmrcDue, hmrcDue } from '../../../src/views/month/hmrc-due.js';
import { creditInParts, noteInWords } from '../../../src/views/month/hmrc-due-words.js';
import { receivedFiles } from '../../../src/views/company/received-files.js';
import { rigged, type Rigged } from '../../controls/rig.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { epsFile } from '../../payrolls/files/eps-files.js';
import { fpsFile } from '../../payrolls/files/fps-files.js';
import { act, elm } from '../../sync/rig.js';
import { actTools } from './files-rig.js';

const who = { actor: 'Ruth', trigger: 'command' as const, companies: null };
const all: Viewer = { pay: true, companies: null } as never;

interface Paid {
  readonly month: number;
  readonly paidOn: string;
  readonly smp?: string;
}

/** Ada is paid 2,600.00 a month, with 260.00 of tax and 327.45 of employer’s NI: 587.45 are owed. */
const paid = ({ month, paidOn, smp }: Paid) =>
  fpsFile([
    {
      ...{ paidOn, period: `<MonthNo>${month}</MonthNo>`, taxable: '2600.00', tax: '260.00' },
      toDate: { taxable: `${2600 * month}.00`, tax: `${260 * month}.00` },
      ni: [
        {
          ...{ earnings: '2600.00', employer: '327.45' },
          ...{ earningsToDate: `${2600 * month}.00`, employerToDate: (327.45 * month).toFixed(2) },
        },
      ],
      ...(smp && { payment: `<SMPYTD>${smp}</SMPYTD>` }),
    },
  ]);

const claims = (month: number, { smp = '0.00', cis = '0.00' }) =>
  epsFile(
    `<RecoverableAmountsYTD><TaxMonth>${month}</TaxMonth><SMPRecovered>${smp}</SMPRecovered><CISDeductionsSuffered>${cis}</CISDeductionsSuffered></RecoverableAmountsYTD>`,
  );

async function booksOfFiles(open: Parameters<typeof rigged>[0], policy: object = {}): Promise<Rigged> {
  const books = await rigged(open, { scenario: elm({ payroll: {} }) });
  await books.policy({ ...base(books), ...policy });
  return books;
}

const base = ({ rig }: Rigged) => ({
  payroll: { from: 'files' },
  employerPensions: { '*': '0.00' },
  controls: { payeReference: '123/AB456', cisSuffered: '405' },
  payrollPeople: { E1: `${rig.baseUrl}/v2/users/2` },
});

let files = 0;
async function receive(books: Rigged, bytes: Uint8Array) {
  const companies = [await books.rig.companies.find(books.company.id)];
  const name = `${++files}.xml`;
  return receiveFile({ database: books.db, log: books.log }, async () => companies, { who, name, bytes });
}

const adjusted = async ({ db }: Rigged) =>
  (await db.read((rows) => rows.find(PayRunRecord, { order: { tag: 'ASC' } })))
    .filter(isAdjustment)
    .map(({ tag, state, holdCodes }) => [tag.replace(/^counterfoil:/, ''), state, ...holdCodes].join(' '));
const dues = async ({ db }: Rigged) =>
  (await db.read((rows) => hmrcDue(rows, all, '2025-04-06', '2026-12-31'))).map(
    ({ dueOn, amount, credit }) =>
      `${dueOn} ${amount}${credit === undefined ? '' : `, credit used ${credit.used}, left ${credit.left}`}`,
  );

/** What control accounts say of PAYE and NI. */
const onPaye = async (books: Rigged, on: string) =>
  (await books.controlLines(on)).filter((line) => line.includes('814'));

describeOnDatabases('what HMRC is due by the returns', (open) => {
  it('carries a month below nil to the next ones, and counts a claim before its journal is posted', async () => {
    const books = await booksOfFiles(open, { recovery: { post: 'off' } });
    await receive(books, paid({ month: 1, paidOn: '2025-04-30', smp: '700.00' }));
    await receive(books, paid({ month: 2, paidOn: '2025-05-30', smp: '700.00' }));
    await receive(books, claims(1, { smp: '644.00' }));
    await books.sync();
    expect(await adjusted(books)).toEqual([]);
    expect(await dues(books)).toEqual([
      '2025-05-22 0.00, credit used 0.00, left 56.55',
      '2025-06-22 530.90, credit used 56.55, left 0.00',
    ]);
    // A journal that is not made is a cause, and what was paid is not short.
    await books.pay('2025-06-20', '530.90', '814');
    expect(await onPaye(books, '2025-07-20')).toEqual([
      expect.stringMatching(/^! Recovery 2025\/26 month 1 is not in the books as it is now: .* 814 .*644\.00$/),
    ]);
  });

  it('lets HMRC be paid net of CIS suffered, taken off once, and holds no recovery for it', async () => {
    const books = await booksOfFiles(open, { recovery: { from: '2025-04-06' } });
    await receive(books, paid({ month: 1, paidOn: '2025-04-30', smp: '200.00' }));
    await receive(books, claims(1, { smp: '184.00', cis: '50.00' }));
    // On pay day, among the days that the guard looks at.
    await books.pay('2025-04-30', '353.45', '814');
    await books.sync();
    expect(await dues(books)).toEqual(['2025-05-22 353.45']);
    expect(await adjusted(books)).toEqual(['2026-00:2025-04-30:recovery posted', '2026-00:cis-1 posted']);
    expect(await onPaye(books, '2025-06-20')).toEqual([]);
  });

  it('posts what a return recovers from the cut-over on, as it does its levy, CIS and allowance', async () => {
    const books = await booksOfFiles(open, { postFrom: '2025-04-06' });
    await receive(books, paid({ month: 1, paidOn: '2025-04-30', smp: '200.00' }));
    await receive(books, claims(1, { smp: '184.00', cis: '50.00' }));
    await books.sync();
    expect(await adjusted(books)).toEqual(['2026-00:2025-04-30:recovery posted', '2026-00:cis-1 posted']);
  });

  it('names a held adjustment as a cause, and calls no payment short', async () => {
    const books = await booksOfFiles(open, { recovery: { from: '2025-04-06' } });
    await receive(books, paid({ month: 1, paidOn: '2025-04-30', smp: '200.00' }));
    await books.sync();
    await receive(books, claims(1, { smp: '184.00' }));
    // Something else moved the accounts that the recovery would move.
    await books.pay('2025-04-29', '300.00', '401');
    await books.pay('2025-05-22', '403.45', '814');
    await books.sync();
    expect(await adjusted(books)).toEqual(['2026-00:2025-04-30:recovery held unexplained_movement']);
    expect(await onPaye(books, '2025-06-20')).toEqual([
      expect.stringMatching(
        /^! Recovery 2025\/26 month 1 is not in the books as it is now: it is held: 814 .*184\.00$/,
      ),
    ]);
    await books.acts.approve({ ...books.ref(0), adjustment: 'recovery' }, { ...act(), hold: 'unexplained_movement' });
    expect(await adjusted(books)).toEqual(['2026-00:2025-04-30:recovery posted']);
    expect(await onPaye(books, '2025-06-20')).toEqual([]);
  });

  it('counts what HMRC repaid against the credit, where a person entered it, and asks until then', async () => {
    const books = await booksOfFiles(open, { recovery: { from: '2025-04-06' } });
    await receive(books, paid({ month: 1, paidOn: '2025-04-30', smp: '700.00' }));
    await receive(books, paid({ month: 2, paidOn: '2025-05-30', smp: '700.00' }));
    await receive(books, claims(1, { smp: '644.00' }));
    await books.sync();
    await books.pay('2025-06-04', '-56.55', '814');
    await books.pay('2025-06-20', '587.45', '814');
    // Money that came in, and that nothing explains.
    expect(await onPaye(books, '2025-06-15')).toEqual([
      expect.stringMatching(/^814 .*: Credited: .*: credited 56\.55 \(If HMRC repaid or advanced it, enter it/),
    ]);
    const hmrcAccount = [{ what: 'paid', year: '2025/26', on: '2025-06-04', amount: '56.55' }];
    await books.policy({ ...base(books), recovery: { from: '2025-04-06' }, hmrcAccount });
    expect(await dues(books)).toEqual(['2025-05-22 0.00, credit used 0.00, left 56.55', '2025-06-22 587.45']);
    expect(await onPaye(books, '2025-07-20')).toEqual([]);
  });

  it('adds what was withheld from subcontractors, and says of the other months that it is not in them', async () => {
    const books = await booksOfFiles(open);
    await receive(books, paid({ month: 1, paidOn: '2025-04-30' }));
    await receive(books, paid({ month: 2, paidOn: '2025-05-30' }));
    await books.sync();
    const hmrcAccount = [{ what: 'cis300', year: '2025/26', month: 1, amount: '100.00' }];
    await books.policy({ ...base(books), hmrcAccount });
    const found = await books.db.read((rows) => hmrcDue(rows, all, '2025-04-06', '2026-12-31'));
    expect(found.map(({ amount, isWithoutCis300 }) => `${amount} ${isWithoutCis300 ?? false}`)).toEqual([
      '687.45 false',
      '587.45 true',
    ]);
  });

  it('sets no CIS off for who is no company, and holds what its return says', async () => {
    const books = await booksOfFiles(open);
    await books.policy({ ...base(books), controls: { ...base(books).controls, setsOffCis: 'no' } });
    await receive(books, paid({ month: 1, paidOn: '2025-04-30' }));
    await receive(books, claims(1, { cis: '50.00' }));
    await books.sync();
    expect(await dues(books)).toEqual(['2025-05-22 587.45']);
    expect(await adjusted(books)).toEqual(['2026-00:cis-1 held cis_not_set_off']);
    await books.policy({ ...base(books), controls: { ...base(books).controls, setsOffCis: 'yes' } });
    await books.sync();
    expect(await dues(books)).toEqual(['2025-05-22 537.45']);
    expect(await adjusted(books)).toEqual(['2026-00:cis-1 posted']);
  });

  it('signs a client of files off on worked-out figures, told apart, and compares a figure of HMRC’s that is typed', async () => {
    const books = await booksOfFiles(open);
    await receive(books, paid({ month: 1, paidOn: '2025-04-30' }));
    await receive(books, paid({ month: 2, paidOn: '2025-05-30' }));
    await books.sync();
    const ofMonth = async (period: number) => {
      const run = await books.run(period);
      return books.db.read(async (rows) => {
        const { paye } = await checksOfOne(rows, run);
        const words = checkInWords('paye', await checksOfOne(rows, run), { money: String, at: String });
        return [words, paye.answer, (await obstaclesNow(rows, run, books.clock.now())).includes('not_agreed')];
      });
    };
    const workedOut = 'PAYE due is worked out from its returns: 587.45; compare it with HMRC’s account';
    expect(await ofMonth(0)).toEqual([workedOut, 'not_known', false]);
    const typed = (amount: string) => [{ what: 'due', year: '2025/26', month: 1, amount }];
    await books.policy({ ...base(books), hmrcAccount: typed('587.45') });
    expect(await ofMonth(0)).toEqual(['Agrees to HMRC’s own figure of 587.45', 'yes', false]);
    await books.policy({ ...base(books), hmrcAccount: typed('600.00') });
    const differs = 'HMRC’s own figure is 600.00, and its returns come to 587.45';
    expect(await ofMonth(0)).toEqual([differs, 'no', true]);
    expect(await ofMonth(1)).toEqual([workedOut, 'not_known', false]);
    expect(await dues(books)).toEqual(['2025-05-22 587.45', '2025-06-22 587.45']);
  });

  it('asks once a batch of files that came after the 19th when they were sent, and goes by the answer', async () => {
    const books = await booksOfFiles(open, { recovery: { from: '2025-04-06' } });
    await receive(books, paid({ month: 1, paidOn: '2025-04-30', smp: '200.00' }));
    await receive(books, paid({ month: 2, paidOn: '2025-05-30', smp: '200.00' }));
    const { file: eps } = await receive(books, claims(1, { smp: '184.00' }));
    await books.sync();
    const asked = async () => {
      const company = await books.rig.companies.find(books.company.id);
      const found = await books.db.read((rows) => receivedFiles(rows, everything, company));
      return { company, asked: found.filter(({ sendingAsked }) => sendingAsked) };
    };
    const say = async (over: object) => {
      const { company, asked: files } = await asked();
      return saySent(actTools(books), company, {
        who,
        until: files[0]?.receivedAt ?? '',
        reason: 'x',
        late: [],
        ...over,
      });
    };
    const inTime = ['2025-05-22 403.45', '2025-06-22 587.45'];
    expect((await asked()).asked).toHaveLength(3);
    expect(await dues(books)).toEqual(inTime);
    await expect(say({ late: [eps.id] })).rejects.toMatchObject({ detail: expect.stringContaining('is a date') });
    await expect(say({ late: [eps.id], on: '2031-05-28' })).rejects.toMatchObject({ kind: 'file-refused' });
    await say({});
    expect((await asked()).asked).toEqual([]);
    expect(await dues(books)).toEqual(inTime);

    // Another batch: what is late takes nothing off the payment whose day had passed.
    const { file: more } = await receive(books, claims(2, { smp: '284.00' }));
    await books.sync();
    expect((await asked()).asked.map(({ id }) => id)).toEqual([more.id]);
    expect(await dues(books)).toEqual(['2025-05-22 403.45', '2025-06-22 487.45']);
    await say({ late: [more.id], on: '2025-06-24' });
    expect((await asked()).asked).toEqual([]);
    expect((await asked()).company.policy.hmrcAccount).toMatchObject([
      { what: 'late_less', year: '2025/26', month: 2, on: '2025-06-24', amount: '100.00' },
      { what: 'sent_said' },
    ]);
    expect(await dues(books)).toEqual(['2025-05-22 403.45', '2025-06-22 587.45']);
    await receive(books, paid({ month: 3, paidOn: '2025-06-30', smp: '200.00' }));
    await books.sync();
    expect(await dues(books)).toEqual([
      ...['2025-05-22 403.45', '2025-06-22 587.45'],
      '2025-07-22 487.45, credit used 100.00, left 0.00',
    ]);
  });

  it('pays by quarter: each month says what it adds, and when, and the last what the quarter comes to', async () => {
    const controls = { payeReference: '123/AB456', cisSuffered: '405', payePeriod: 'quarterly' };
    const books = await booksOfFiles(open, { controls });
    await receive(books, paid({ month: 1, paidOn: '2025-04-30' }));
    await receive(books, paid({ month: 2, paidOn: '2025-05-30', smp: '700.00' }));
    await receive(books, paid({ month: 3, paidOn: '2025-06-30', smp: '700.00' }));
    await receive(books, claims(2, { smp: '644.00' }));
    await books.sync();
    const company = await books.rig.companies.find(books.company.id);
    const toHmrc = async (period: number) => {
      const seen = { ...(await readPayments(books.db, company, { year: 2026, period })), pay: true };
      const rows = paymentsTable(seen).rows.filter(({ to }) => to === 'HMRC');
      const words = paymentsStatement(seen).replace(/^.*? to 1 person[.,] ?/, '');
      return [...rows.map(({ what, by, amount = '' }) => `${what}, ${by} ${amount}`), words];
    };
    const checked = 'I have checked hours, starters and leavers.';
    expect(await toHmrc(0)).toEqual([
      'PAYE, NI and student loans, paid with the quarter, 2025-07-22 ',
      `HMRC is paid for this month with the quarter: £587.45 of the payment by 22 July 2025. ${checked}`,
    ]);
    expect(await toHmrc(1)).toEqual([
      'PAYE, NI and student loans, paid with the quarter, 2025-07-22 ',
      `What HMRC owes for this month, £56.55, is taken off the quarter’s payment by 22 July 2025. ${checked}`,
    ]);
    expect(await toHmrc(2)).toEqual([
      'PAYE, NI and student loans of the quarter, 2025-07-22 1118.35',
      `£1,118.35 to HMRC by 22 July 2025. ${checked}`,
    ]);
    const run = await books.run(0);
    const checks = await books.db.read((rows) => checksOfOne(rows, run));
    expect(checkInWords('paye', checks, { money: String, at: String })).toBe(
      'PAYE due is worked out from its returns: 587.45 with the quarter’s payment',
    );
    expect(await dues(books)).toEqual(['2025-07-22 1118.35']);
  });

  it('says at the year’s end what is left, and what becomes of it', async () => {
    const books = await booksOfFiles(open, { controls: { payeReference: '123/AB456', cisSuffered: '405' } });
    await receive(books, paid({ month: 12, paidOn: '2026-03-31' }));
    await receive(books, claims(11, {}));
    await receive(books, claims(12, { smp: '300.00', cis: '500.00' }));
    await books.advance(150 * 86_400);
    await books.sync();
    const [due] = await books.db.read((rows) => hmrcDue(rows, all, '2026-04-06', '2026-04-30'));
    expect(due?.amount?.toString()).toBe('0.00');
    expect(noteInWords(due as HmrcDue)).toBe(
      '212.55 of CIS suffered is left at the year’s end: claim it from HMRC after the last return; worked out from the files received',
    );
    expect(creditInParts(due as HmrcDue)).toEqual([]);
    const run = await books.run(11);
    const checks = await books.db.read((rows) => checksOfOne(rows, run));
    expect(checkInWords('paye', checks, { money: String, at: String })).toContain(
      'HMRC’s account; 212.55 of CIS suffered',
    );
  });

  it('never changes a payment whose day has passed by what was sent after it', async () => {
    const books = await booksOfFiles(open, { recovery: { from: '2025-04-06' } });
    await receive(books, paid({ month: 1, paidOn: '2025-04-30', smp: '200.00' }));
    await receive(books, paid({ month: 2, paidOn: '2025-05-30', smp: '200.00' }));
    await receive(books, claims(1, { smp: '184.00' }));
    await books.sync();
    const late = { year: '2025/26', month: 1, on: '2025-05-28' };
    const said = async (entry: object) => {
      await books.policy({ ...base(books), recovery: { from: '2025-04-06' }, hmrcAccount: [{ ...late, ...entry }] });
      return dues(books);
    };
    expect(await said({ what: 'late_less', amount: '184.00' })).toEqual([
      '2025-05-22 587.45',
      '2025-06-22 403.45, credit used 184.00, left 0.00',
    ]);
    expect(await said({ what: 'late_more', amount: '30.00' })).toEqual([
      '2025-05-22 373.45',
      '2025-05-28 30.00',
      '2025-06-22 587.45',
    ]);
  });
});
