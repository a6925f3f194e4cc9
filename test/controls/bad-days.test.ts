import { nameDifference } from '../../src/acts/runs/name-difference.js';
import { CompanyRow } from '../../src/companies/company.entity.js';
import type { Company } from '../../src/companies/company.js';
import { Money } from '../../src/journal/nouns/money.js';
import { ControlReading } from '../../src/record/controls.entity.js';
import { LogEntry } from '../../src/record/log/log-entry.entity.js';
import { Outbox } from '../../src/record/messages/outbox.js';
import { Waits } from '../../src/books/waits.js';
import { Firings } from '../../src/runner/firings.js';
import { MonthClose } from '../../src/runner/month-close.js';
import { Places } from '../../src/runner/places.js';
import { InProcessQueue } from '../../src/runner/queue.js';
import { readingsOf } from '../../src/controls/show/readings.js';
import { describeOnDatabases } from '../harness/databases.js';
import { elm } from '../sync/rig.js';
import { bankAccounts, payHmrcShort, payMonth, type Rigged, rigged, upload } from './rig.js';

const who = { actor: 'Ruth', trigger: 'command', companies: null } as const;
const everything = { companies: null, pay: true };
const trialBalance = '/v2/accounting/trial_balance/summary';
const readings = ({ db }: Rigged) => db.read((rows) => readingsOf(rows, everything));

const unpaid = '902 Ed Employee: Net pay of 31 October 2025: no_payment_posted 1733.64';

/** August to October are in the books; of October's wages Ed's is not paid. */
async function withoutEdsWage(books: Rigged): Promise<void> {
  await books.sync();
  await payMonth(books, '2025-08-29', '2025-09-22');
  await payMonth(books, '2025-09-30', '2025-10-22');
  await books.pay('2025-10-31', '1000.00', '902', 1);
}

describeOnDatabases('days on which the control accounts have no certain answer', (open) => {
  test('a failed trial balance is shown with its reason, and the last answer stays', async () => {
    const books = await rigged(open);
    await withoutEdsWage(books);
    await books.pay('2025-11-07', '5.00', '300');
    await books.controls('2025-11-10');
    await books.rig.control('POST', 'faults', {
      kind: 'status',
      status: 500,
      match: { path: trialBalance },
      count: 99,
    });
    const { problem, answer } = await books.controls('2025-11-11');
    expect([answer.accounts, problem?.detail]).toEqual([[], expect.stringContaining('Elm Ltd')]);
    expect(await readings(books)).toMatchObject([
      { asOn: '2025-11-10', problem: problem?.detail, state: 'open', exceptions: 1 },
    ]);
    await books.rig.control('DELETE', 'faults');
    expect(await books.controlLines('2025-11-11')).toEqual(['open', unpaid]);
    const [after] = await readings(books);
    expect([after?.problem, after?.exceptions]).toEqual([undefined, 1]);
  });

  test('accounts in foreign currency are left out, and without any other there is no certain answer', async () => {
    const books = await rigged(open);
    await withoutEdsWage(books);
    await addBank(books, { name: 'Euros', currency: 'EUR' });
    const [own] = await bankAccounts(books);
    await upload(books, own as string, [{ dated_on: '2025-10-31', amount: -1733.64 }]);
    expect((await books.controlLines('2025-11-10'))[1]).toMatch(/^902 Ed Employee: .* paid_not_yet_explained 1733\.64/);

    const abroad = await rigged(open, { scenario: elm({ fields: { ...fields, currency: 'GBP' } }) });
    await abroad.sync();
    await addBank(abroad, { name: 'Euros', currency: 'EUR' });
    const [, why, first] = await abroad.controlLines('2025-11-10');
    expect(why).toBe('! The bank shows nothing: there is none but in foreign currency: ');
    expect(first).toMatch(/ no_payment_posted 578\.81$/);
  });

  test('a company without a bank', async () => {
    const books = await rigged(open);
    await books.sync();
    const noBank = 'no_payment_posted';
    expect(await books.controlLines('2025-09-10')).toEqual([
      'open',
      '! The bank shows nothing: there is no bank account: ',
      `902 Ann Elm: Net pay of 29 August 2025: ${noBank} 1000.00`,
      `902 Ed Employee: Net pay of 29 August 2025: ${noBank} 1733.64`,
    ]);
  });

  test('a bank that cannot be read proves nothing, not even for part of a debt', async () => {
    const books = await rigged(open);
    await withoutEdsWage(books);
    await books.pay('2025-10-31', '1700.00', '902', 2);
    await books.rig.control('POST', 'faults', {
      kind: 'status',
      status: 403,
      match: { path: '/v2/bank_transactions' },
    });
    expect(await books.controlLines('2025-11-10')).toEqual([
      'open',
      '! The bank shows nothing: the bank could not be read, the accounting service refused access: ',
      '902 Ed Employee: Net pay of 31 October 2025: part_paid 33.64',
    ]);
  });

  test('the first day of the books moves', async () => {
    const books = await rigged(open);
    await withoutEdsWage(books);
    await books.pay('2025-11-07', '5.00', '300');
    await books.db.work((rows) => rows.update(CompanyRow, { id: books.company.id }, { startDate: '2019-01-01' }));
    expect(await books.controlLines('2025-11-10')).toEqual([
      'open',
      '! The bank shows nothing: the first day of the books moved from 1 January 2019 to 1 January 2020: ',
      unpaid,
    ]);
  });

  test('a payment dated in the future is in no balance yet: until that day none is posted', async () => {
    const books = await rigged(open);
    await withoutEdsWage(books);
    await books.pay('2025-11-07', '5.00', '300');
    await books.pay('2025-11-14', '1733.64', '902', 2);
    expect(await books.controlLines('2025-11-10')).toEqual(['open', unpaid]);
    expect(await books.controlLines('2025-11-14')).toEqual(['clear']);
  });

  test('an account that the trial balance lacks has no certain answer, whatever it held', async () => {
    const books = await rigged(open, { around: withoutAccount('814') });
    await books.sync();
    await payMonth(books, '2025-08-29', '2025-09-22');
    // Two months of PAYE are on the account, and the rest does not balance without them.
    const [state, cause, bank, ...rest] = await books.controlLines('2025-11-10');
    expect([state, cause]).toEqual([
      'cannot_tell',
      '! The trial balance does not have 814, although it was posted to: 814  0.00',
    ]);
    // Of the others all is known.
    expect(bank).toMatch(/^! The bank shows no line since 25 September 2025: .*: 902 Ann Elm 1000\.00/);
    expect(rest.every((line) => line.startsWith('902 '))).toBe(true);
  });

  test('an account that the trial balance leaves out because it is nil is read as nil', async () => {
    const books = await rigged(open, { around: withoutAccount('814', 'where it is nil') });
    await books.sync();
    await payMonth(books, '2025-08-29', '2025-09-22');
    await payMonth(books, '2025-09-30', '2025-10-22');
    await payMonth(books, '2025-10-31', '2025-11-21');
    expect(await books.controlLines('2025-11-27')).toEqual(['clear']);
  });

  test('an account that the policy has since replaced keeps its debts', async () => {
    const books = await rigged(open);
    await books.sync();
    await books.rig.control('PUT', 'companies/elm/categories/825', { description: 'HMRC' });
    await books.sync({ full: true });
    await books.policy({ accounts: { ...books.company.policy.accounts, payeNi: '825' } });
    await payMonth(books, '2025-08-29', '2025-09-22');
    await payMonth(books, '2025-09-30', '2025-10-22');
    await payMonth(books, '2025-10-31');
    expect(await books.controlLines('2025-11-10')).toEqual(['clear']);
  });

  test('a company whose books cannot be read does not stop the month close of the others', async () => {
    const oak = { name: 'Oak Ltd', subdomain: 'oak', fields: { ...fields, id: 6 } };
    const companies = [elm(), elm(oak)].flatMap((one) => (one as { companies: never[] }).companies);
    const books = await rigged(open, { scenario: { companies } });
    const [, second] = books.rig.sandbox.credentials().companies;
    const { accessToken = '', refreshToken = '' } = second ?? {};
    const details = { name: 'Oak Ltd', mode: 'auto', postFrom: '2025-04-06' } as const;
    await books.rig.connecting.byTokens(details, { accessToken, refreshToken }, 'test');
    await monthCloseOf(books, { refusedFor: 'Elm Ltd' }).run();
    const shown = (await readings(books)).map(({ company, problem, exceptions }) => [company, problem, exceptions]);
    expect(shown).toEqual([
      ['Elm Ltd', expect.stringContaining('Elm Ltd'), 0],
      ['Oak Ltd', undefined, 9],
    ]);
    const [, oaks] = await readings(books);
    expect(oaks?.accounts.map(({ account, name }) => `${account} ${name}`)).toEqual([
      '814 PAYE/NI',
      '902 Ann Elm',
      '902 Ed Employee',
    ]);
  });

  test('a month whose payroll could not be read is not complete, whatever was posted before', async () => {
    const books = await rigged(open);
    await books.sync();
    const refused = { kind: 'status', status: 403, match: { path: '/v2/payroll/*' }, count: 99 };
    await books.rig.control('POST', 'faults', refused);
    await monthCloseOf(books, { refusedFor: 'no one' }).run();
    await books.rig.control('DELETE', 'faults');
    const ended = await books.db.read((rows) => rows.findBy(LogEntry, { act: 'month_close' }));
    expect(ended).toMatchObject([{ outcome: 'found', answer: expect.stringContaining('its sync failed') }]);
  });

  test('a reading for an earlier day undoes nothing', async () => {
    const books = await rigged(open);
    await payHmrcShort(books);
    await books.controlLines('2025-11-05');
    const named = { who, account: '814', userPath: '', item: 'paye 2026-06', reason: 'Set off by HMRC' };
    const amount = Money.parse('12.34');
    await nameDifference(books.tools, books.company, { ...named, as: 'refund_or_set_off', amount });
    expect(await books.controlLines('2025-09-10')).toEqual(['clear']);
    expect(await readings(books)).toMatchObject([{ asOn: '2025-11-05', exceptions: 0 }]);
    // A month that no one read then has it, but not where the month was read on a later day as well.
    await books.controls('2025-11-04');
    const kept = await books.db.read((rows) => rows.find(ControlReading, { order: { asOn: 'ASC' } }));
    expect(kept.map(({ asOn }) => asOn)).toEqual(['2025-09-10', '2025-11-05']);
    expect(await books.controlLines('2025-11-06')).toEqual([
      'clear',
      '814 PAYE/NI: PAYE 2025/26 month 6: refund_or_set_off 12.34',
    ]);
  });
});

const fields = { id: 5, company_start_date: '2020-01-01', freeagent_start_date: '2020-01-01' };

async function addBank(books: Rigged, account: object): Promise<void> {
  const [first] = books.rig.sandbox.credentials().companies;
  const answer = await fetch(`${books.rig.baseUrl}/v2/bank_accounts`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${first?.accessToken}`,
      'user-agent': 'test',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ bank_account: account }),
  });
  expect(answer.status).toBe(201);
}

type Around = NonNullable<NonNullable<Parameters<typeof rigged>[1]>['around']>;

/** A service whose trial balance leaves out an account. */
function withoutAccount(code: string, when: 'always' | 'where it is nil' = 'always'): Around {
  return (send) => async (request) => {
    const answer = await send(request);
    if (!request.url.includes(trialBalance)) return answer;
    const { trial_balance_summary: lines } = JSON.parse(answer.body) as {
      trial_balance_summary: { display_nominal_code: string; total: string }[];
    };
    const rest = lines.filter(
      ({ display_nominal_code, total }) =>
        display_nominal_code !== code || (when === 'where it is nil' && Number(total) !== 0),
    );
    return { ...answer, body: JSON.stringify({ trial_balance_summary: rest }) };
  };
}

/** The month close as `serve` makes it; one company's trial balance is refused. */
function monthCloseOf({ rig, db, clock, syncs, verify, log, reader }: Rigged, { refusedFor }: { refusedFor: string }) {
  // One company after the other, so that the intended one is refused.
  const places = new Places(1, new Waits());
  const queue = new InProcessQueue(db, clock, syncs, places);
  const read: typeof reader.read = async (company: Company, asked) => {
    if (company.name === refusedFor) {
      const fault = { kind: 'status', status: 403, match: { path: trialBalance } };
      await rig.control('POST', 'faults', fault);
    }
    return reader.read(company, asked);
  };
  const outbox = new Outbox(clock, rig.config);
  return new MonthClose(db, clock, rig.companies, queue, places, new Firings(db, clock), verify, { read }, log, outbox);
}
