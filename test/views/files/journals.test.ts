import { expect, it } from '@jest/globals';
import { AppModule } from '../../../src/app/app.module.js';
import { withoutSuffix } from '../../../src/journal/nouns/chart.js';
import { Money, sumByKey } from '../../../src/journal/nouns/money.js';
import { type Door, openDoor } from '../../doors/api/door.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { opened } from '../../harness/spreadsheet.js';
import { act, type Books, booksOn, levy, withMaternityPay } from '../../sync/rig.js';

const [september, october] = [5, 6] as const;

/** A recovery, a levy, a levy that was undone, a run that was amended, and a run that was reversed. */
async function booksWithEveryKind(books: Books): Promise<void> {
  await books.policy({ recovery: { from: '2025-08-06', post: 'auto', smallEmployer: 'no' } });
  await withMaternityPay(books, '748.72');
  await books.sync();
  await books.acts.adjust(books.ref(september), { ...act(), ...levy });
  await books.acts.adjust(books.ref(october), { ...act(), ...levy });
  await books.acts.reverse({ ...books.ref(october), adjustment: 'levy-1' }, act());
  const document = await books.period(2026, september);
  const payslips = document.payslips.map((slip) => ({ ...slip, basic_pay: '2100.0' }));
  await books.setPeriod(2026, september, { ...document, payslips });
  await books.sync();
  await books.acts.amend(books.ref(september), act());
  await books.acts.reverse(books.ref(october), act());
}

describeOnDatabases('the file of what is in the books', (open) => {
  it('sums to the books’ own trial balance, account by account', async () => {
    const books = await booksOn(open);
    await booksWithEveryKind(books);
    const door = await openDoor(books.db, [AppModule]);
    try {
      const expected = await trialBalance(books);
      expect(expected).toMatchObject({ '405': '125.00', '401': '4159.90' });
      expect(await summed(door, `/api/journals.csv?company=${books.company.id}`)).toEqual(expected);
      const months = ['4', '5', '6'].map((period) => summed(door, `/api/journals.csv?year=2026&period=${period}`));
      const byMonth = (await Promise.all(months)).flatMap((month) => pounds(month));
      expect(shown(sumByKey(byMonth))).toEqual(expected);
      expect(await totalOfSheet(door)).toEqual(await totalOfCsv(door));
    } finally {
      await door.close();
    }
  });

  it('has each set and how many payslips, and no amount, in the copy without pay', async () => {
    const books = await booksOn(open);
    await booksWithEveryKind(books);
    const door = await openDoor(books.db, [AppModule]);
    try {
      const rows = await table(door, '/api/journals.csv', { pay: false });
      const sets = rows.filter(({ Period }) => Period === '6').map(({ Kind, Payslips }) => `${Kind} ${Payslips}`);
      expect(sets).toEqual(['post 2', 'reversal 2']);
      expect(JSON.stringify(rows)).not.toMatch(/\d\.\d\d/);
    } finally {
      await door.close();
    }
  });
});

async function trialBalance(books: Books): Promise<Record<string, string>> {
  const [first] = books.rig.sandbox.credentials().companies;
  const headers = { authorization: `Bearer ${first?.accessToken}`, 'user-agent': 'test' };
  const address = `${books.rig.baseUrl}/v2/accounting/trial_balance/summary?from_date=2000-01-01&to_date=2099-12-31`;
  const answer = (await (await fetch(address, { headers })).json()) as {
    trial_balance_summary: { nominal_code: string; total: string }[];
  };
  return shown(
    sumByKey(
      answer.trial_balance_summary.map(({ nominal_code: code, total }) => [withoutSuffix(code), Money.parse(total)]),
    ),
  );
}

async function table(door: Door, path: string, rights = {}): Promise<Record<string, string | undefined>[]> {
  const token = await door.token(rights);
  const { text } = await door.http.get(path).set('Authorization', `Bearer ${token}`).expect(200);
  const [heading = '', ...rows] = text.replace('\uFEFF', '').trim().split('\r\n');
  return rows.map((row) => {
    const cells = row.match(/("[^"]*"|[^,]*)(,|$)/g) ?? [];
    return Object.fromEntries(heading.split(',').map((name, at) => [name, cells[at]?.replace(/,$/, '')]));
  });
}

async function summed(door: Door, path: string): Promise<Record<string, string>> {
  const lines = await table(door, path);
  const amount = ({ Debit, Credit }: (typeof lines)[number]) =>
    Money.parse(Debit || '0').minus(Money.parse(Credit || '0'));
  return shown(sumByKey(lines.map((line) => [withoutSuffix(line['Account'] ?? ''), amount(line)])));
}

const pounds = (sums: Record<string, string>) =>
  Object.entries(sums).map(([code, sum]): [string, Money] => [code, Money.parse(sum)]);

const shown = (sums: ReadonlyMap<string, Money>): Record<string, string> =>
  Object.fromEntries(
    [...sums]
      .filter(([, sum]) => !sum.isZero())
      .map(([code, sum]) => [code, sum.toString()])
      .sort(),
  );

async function totalOfCsv(door: Door): Promise<readonly string[]> {
  const lines = await table(door, '/api/journals.csv');
  const total = (of: 'Debit' | 'Credit') => Money.sum(lines.map((line) => Money.parse(line[of] || '0'))).toString();
  return [total('Debit'), total('Credit')].map((sum) => String(Number(sum)));
}

async function totalOfSheet(door: Door): Promise<readonly string[] | undefined> {
  const token = await door.token();
  const asked = { headers: { Authorization: `Bearer ${token}` } };
  const answer = await fetch(`${await door.app.getUrl()}/api/journals.xlsx`, asked);
  const [sheet] = await opened(new Uint8Array(await answer.arrayBuffer()));
  return sheet?.rows.at(-1)?.slice(9, 11);
}
