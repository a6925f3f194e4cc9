import type { Attempt, SendBy } from '../../src/books/attempt.js';
import { Money } from '../../src/journal/money.js';
import { connectFirst, rigOn } from '../companies/rig.js';
import { describeOnBothDatabases } from '../harness/databases.js';

const inAMinute = (): SendBy => ({ wall: new Date(Date.now() + 60_000), monotonicMs: performance.now() + 60_000 });
const attempt: Attempt = { begin: () => Promise.resolve(inAMinute()) };

const gross = (pounds: string) => [
  { category: '401', debit: Money.parse(pounds), description: 'Gross pay' },
  { category: '814', debit: Money.parse(`-${pounds}`), description: 'PAYE' },
];

describeOnBothDatabases('books', (open) => {
  test('everything that is read comes in our own words', async () => {
    const rig = await rigOn({ database: await open(), scenario: 'demo' });
    const company = await connectFirst(rig);
    const books = await rig.companies.books(company);
    const record = await books.company();
    console.log(company, record);
    const people = await books.users();
    console.log(people);
    const chart = await books.chart();
    console.log(
      chart.has('401'),
      chart.accounts.filter((a) => a.code.startsWith('902')),
    );
    const year = await books.payrollYear(2026);
    console.log(year.periods.slice(0, 2), year.payments.slice(0, 2));
    const period = await books.payPeriod(2026, 0);
    console.log(period.period);
    console.log(await books.finalAccounts(), await books.serverTime());
    const posted = await books.post(
      { datedOn: '2026-10-31', description: 'x', tag: 'counterfoil:2027-06:2026-10-31', entries: gross('12.50') },
      attempt,
    );
    console.log(posted);
    if (posted.kind !== 'done' || !posted.set) throw new Error();
    console.log(await books.journalSets({ from: '2020-01-01', to: '2026-12-01' }));
    console.log(await books.trialBalance({ from: '2026-10-01', to: '2026-12-01' }));
    const [entry] = posted.set.entries;
    console.log(
      await books.amend(
        posted.set.url,
        { description: 'y', entries: [{ url: entry!.url, ...gross('12.50')[0]!, description: 'z' }] },
        attempt,
      ),
    );
    console.log(
      await books.remove(posted.set.url, attempt),
      await books.remove(posted.set.url, attempt),
      await books.journalSet(posted.set.url),
    );
    console.log(books.requests);
  });
});
