import { expect, it } from '@jest/globals';
import { receiveFile } from '../../../src/acts/payrolls/receive-file.js';
import type { Viewer } from '../../../src/access/viewer.js';
import { isAdjustment } from '../../../src/record/runs/adjustment.js';
import { PayRunRecord } from '../../../src/record/runs/pay-run.entity.js';
import { hmrcDue } from '../../../src/views/board/hmrc-due.js';
import { rigged, type Rigged } from '../../controls/rig.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { epsFile } from '../../payrolls/files/eps-files.js';
import { fpsFile } from '../../payrolls/files/fps-files.js';
import { act, elm } from '../../sync/rig.js';

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
  await books.policy({
    payroll: { from: 'files' },
    controls: { payeReference: '123/AB456', cisSuffered: '405' },
    payrollPeople: { E1: `${books.rig.baseUrl}/v2/users/2` },
    ...policy,
  });
  return books;
}

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
    await books.pay('2025-05-22', '353.45', '814');
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
});
