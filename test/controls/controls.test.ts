import { bringForward, nameDifference } from '../../src/acts/runs/name-difference.js';
import { Money } from '../../src/journal/nouns/money.js';
import { PayRunRecord } from '../../src/record/runs/pay-run.entity.js';
import { Notification } from '../../src/record/messages/notification.entity.js';
import { Outbox } from '../../src/record/messages/outbox.js';
import { remindOfDue } from '../../src/runner/due-this-week.js';
import { rollForward } from '../../src/controls/show/roll-forward.js';
import { KeptBalances } from '../../src/record/controls.entity.js';
import { readingsOf } from '../../src/controls/show/readings.js';
import { hmrcDue } from '../../src/views/month/hmrc-due.js';
import { describeOnDatabases } from '../harness/databases.js';
import { act, elm } from '../sync/rig.js';
import { bankAccounts, payHmrcShort, payMonth, rigged, upload } from './rig.js';

const who = { actor: 'Ruth', trigger: 'command', companies: null } as const;

describeOnDatabases('control accounts', (open) => {
  test('a pay run whose pay date moved charges nothing, whether it was ever mapped or found after its refusal', async () => {
    const books = await rigged(open);
    await books.sync();
    const october = await books.period(2026, 6);
    const payslips = october.payslips.map((slip) => ({ ...slip, dated_on: '2025-10-30' }));
    await books.setPeriod(2026, 6, { ...october, dated_on: '2025-10-30', payslips });
    await books.sync();
    const on = '2025-11-30';
    const before = await books.controlLines(on);
    const tag = 'counterfoil:2026-06:2025-10-31';
    await books.db.work((rows) => rows.update(PayRunRecord, { tag }, { mapped: null }));
    expect(await books.controlLines(on)).toEqual(before);
  });

  test('a company that paid everything is clear: whose books, the day, and each cut day that is over, once', async () => {
    const books = await rigged(open);
    await books.sync();
    await payMonth(books, '2025-08-29', '2025-09-22');
    await payMonth(books, '2025-09-30', '2025-10-22');
    await payMonth(books, '2025-10-31');
    const asked = async (on: string) => {
      const before = await books.requests();
      const lines = await books.controlLines(on);
      return [(await books.requests()) - before, ...lines];
    };
    // Brought forward, and since then three ends of tax months and two half-ways between pay days.
    expect(await asked('2025-11-10')).toEqual([8, 'clear']);
    expect(await asked('2025-11-11')).toEqual([2, 'clear']);
    expect(await books.sync()).toMatchObject({ requests: 1 });
  });

  test('a wage that no one paid: the bank may not be there yet, then no payment is posted, until one is', async () => {
    const books = await rigged(open);
    await books.sync();
    await payMonth(books, '2025-08-29', '2025-09-22');
    await payMonth(books, '2025-09-30', '2025-10-22');
    await books.pay('2025-10-31', '1733.64', '902', 2);
    expect(await books.controlLines('2025-11-05')).toEqual([
      'clear',
      '902 Ann Elm: Net pay of 31 October 2025: due 1000.00',
    ]);
    expect(await books.controlLines('2025-11-06')).toEqual([
      'cannot_tell',
      '! The bank ends on 31 October 2025: which payments were made cannot be told yet: 902 Ann Elm 1000.00',
    ]);
    await books.pay('2025-11-07', '5.00', '300');
    const unpaid = ['open', '902 Ann Elm: Net pay of 31 October 2025: no_payment_posted 1000.00'];
    for (const day of ['2025-11-07', '2025-11-10', '2025-11-30', '2025-12-24'])
      expect((await books.controlLines(day)).filter((line) => !line.includes('814 '))).toEqual(unpaid);
    await books.pay('2025-11-10', '1000.00', '902', 1);
    expect(await books.controlLines('2025-11-11')).toEqual(['clear']);
  });

  test('a look at a day to come keeps no day that is not over', async () => {
    const books = await rigged(open);
    await books.sync();
    await books.controls('2026-02-01');
    const kept = await books.db.read((rows) => rows.find(KeptBalances, { order: { day: 'ASC' } }));
    expect(kept.map(({ day }) => day).filter((day) => day >= '2025-11-10')).toEqual([]);
    expect(kept.length).toBeGreaterThan(3);
  });

  test('a payment in the bank that no one explained is named as such', async () => {
    const books = await rigged(open);
    await books.sync();
    await payMonth(books, '2025-08-29', '2025-09-22');
    await payMonth(books, '2025-09-30', '2025-10-22');
    await books.pay('2025-10-31', '1000.00', '902', 1);
    const [bank] = await bankAccounts(books);
    await upload(books, bank as string, [{ dated_on: '2025-10-31', amount: -1733.64 }]);
    expect(await books.controlLines('2025-11-10')).toEqual([
      'open',
      '902 Ed Employee: Net pay of 31 October 2025: paid_not_yet_explained 1733.64 (A bank line of £1,733.64 on 31 October 2025 is not explained yet.)',
    ]);
  });

  test('the wages of both on one person are one cause, until a journal splits them', async () => {
    const books = await rigged(open);
    await books.sync();
    await payMonth(books, '2025-08-29', '2025-09-22');
    await payMonth(books, '2025-09-30', '2025-10-22');
    await books.pay('2025-10-31', '2733.64', '902', 1);
    expect(await books.controlLines('2025-11-10')).toEqual([
      'open',
      '! Wages of 31 October 2025, paid in all £2,733.64: one person’s on the account of Ann Elm: 902 Ann Elm -1733.64, 902 Ed Employee 1733.64',
    ]);
    await books.pay('2025-11-12', '-1733.64', '902', 1);
    await books.pay('2025-11-12', '1733.64', '902', 2);
    expect(await books.controlLines('2025-11-13')).toEqual(['clear']);
    // In the next window too.
    await books.pay('2025-11-20', '100.00', '902', 1);
    await books.pay('2025-11-20', '-100.00', '902', 2);
    expect((await books.controlLines('2025-11-20'))[0]).toBe('open');
  });

  test('a pay run that waits is one cause on all its accounts, and who was paid anyway was paid', async () => {
    const books = await rigged(open, { mode: 'approve' });
    await books.sync();
    await payMonth(books, '2025-08-29', '2025-09-22');
    await payMonth(books, '2025-09-30');
    const waits = (day: string) =>
      `! Pay run of ${day} is not in the books: it waits for a person to post it: 814 PAYE/NI -578.81, 902 Ed Employee -1733.64, 902 Ann Elm -1000.00`;
    expect(await books.controlLines('2025-10-02')).toEqual([
      'open',
      waits('29 August 2025'),
      waits('30 September 2025'),
    ]);
  });

  test('a set that was altered in the books is one cause, and no one is paid short by it', async () => {
    const books = await rigged(open);
    await books.sync();
    await payMonth(books, '2025-08-29', '2025-09-22');
    await payMonth(books, '2025-09-30', '2025-10-22');
    await payMonth(books, '2025-10-31');
    const [last] = await books.db.read((rows) => rows.find(PayRunRecord, { order: { datedOn: 'DESC' }, take: 1 }));
    const entry = (code: string, debit_value: string, user?: number) => ({
      ...{ category: `http://x/v2/categories/${code}`, debit_value, description: 'By hand' },
      ...(user && { user: `http://x/v2/users/${user}` }),
    });
    const journal_entries = [entry('401', '120.00'), entry('902', '-120.00', 2)];
    const set = last?.journalSet?.split('/').at(-1);
    await books.rig.control('PUT', `companies/elm/journal_sets/${set}`, { journal_set: { journal_entries } });
    await books.verify.run(books.company, { actor: 'test', trigger: 'command' });
    expect(await books.controlLines('2025-11-10')).toEqual([
      'open',
      '! Pay run of 31 October 2025: its journal was altered in the books: 902 Ed Employee 120.00',
    ]);
  });

  test('a journal that is dated back is seen: the days that were kept are read again', async () => {
    const books = await rigged(open);
    await books.sync();
    await payMonth(books, '2025-08-29', '2025-09-22');
    await payMonth(books, '2025-09-30', '2025-10-22');
    await payMonth(books, '2025-10-31');
    expect(await books.controlLines('2025-11-10')).toEqual(['clear']);
    // September's wage came back, says a payment that is entered in November.
    await books.pay('2025-10-03', '-1000.00', '902', 1);
    expect(await books.controlLines('2025-11-11')).toEqual([
      'open',
      '902 Ann Elm: Net pay of 30 September 2025: no_payment_posted 1000.00',
    ]);
    // It is taken out again, and no trace of it is left in the months.
    await books.pay('2025-10-03', '1000.00', '902', 1);
    expect(await books.controlLines('2025-11-12')).toEqual(['clear']);
    const moved = await books.reader.moved(await books.rig.companies.find(books.company.id));
    const months = moved && rollForward(moved.facts, moved.balances).filter(({ account }) => account === '902');
    expect(months?.map(({ closing }) => closing.toString())).toEqual(['0.00', '0.00', '0.00', '0.00']);
  });

  test('a reading is as good after its runs are signed off: that moves nothing', async () => {
    const books = await rigged(open);
    await books.sync();
    await payMonth(books, '2025-08-29', '2025-09-22');
    const run = await books.run(4);
    await books.controls('2025-11-10');
    await books.acts.signOff(books.ref(4), act());
    expect((await books.run(4)).signedOffBy).toBe('Ruth');
    const since = async () =>
      (await books.db.read((rows) => readingsOf(rows, { companies: null, pay: true }))).map((one) => one.since);
    expect([run.state, await since()]).toEqual(['posted', [undefined]]);
    await books.acts.reverse(books.ref(4), act());
    expect(await since()).toEqual(['reverse']);
  });

  test('a journal that someone gave another date in the books moves no amount', async () => {
    const books = await rigged(open);
    await books.sync();
    const before = await books.controlLines('2025-11-10');
    const differences = [{ account: 'date', before: '2025-10-31', after: '2025-10-30' }];
    const plan = { kind: 'drift', what: 'edited', differences, sets: [] } as const;
    await books.db.work((rows) => rows.update(PayRunRecord, { datedOn: '2025-10-31' }, { state: 'drift', plan }));
    expect(await books.controlLines('2025-11-10')).toEqual(before);
  });

  test('a refused trial balance is told with its reason', async () => {
    const books = await rigged(open);
    await books.sync();
    await books.rig.control('POST', 'faults', {
      kind: 'status',
      status: 403,
      match: { path: '/v2/accounting/trial_balance/summary' },
      count: 1,
    });
    expect(await books.controlLines('2025-11-10')).toEqual(['The accounting service refused access']);
  });

  test('what a person has named needs no one until it changes, and no day between ends it', async () => {
    const books = await rigged(open);
    await payHmrcShort(books);
    const month = 'PAYE 2025/26 month 6';
    expect(await books.controlLines('2025-11-05')).toEqual(['open', `814 PAYE/NI: ${month}: part_paid 12.34`]);
    const amount = Money.parse('12.34');
    const named = { who, account: '814', userPath: '', item: 'paye 2026-06', reason: 'Set off by HMRC', amount };
    const refund = { ...named, as: 'refund_or_set_off' as const };
    await expect(nameDifference(books.tools, books.company, { ...named, as: 'rounding' })).rejects.toThrow(
      'Too much to be rounding',
    );
    await expect(
      nameDifference(books.tools, books.company, { ...refund, amount: Money.parse('12.35') }),
    ).rejects.toThrow('The difference has changed since you opened it');
    await nameDifference(books.tools, books.company, refund);
    const viewer = { companies: null, pay: true };
    const [reading] = await books.db.read((rows) => readingsOf(rows, viewer));
    expect(reading).toMatchObject({ exceptions: 0, state: 'clear', asOn: '2025-11-05' });
    const isNamed = ['clear', `814 PAYE/NI: ${month}: refund_or_set_off 12.34`];
    expect(await books.controlLines('2025-11-06')).toEqual(isNamed);
    expect(await books.controlLines('2025-11-21')).toEqual(isNamed);
    await books.pay('2025-11-21', '12.34', '814');
    expect(await books.controlLines('2025-11-22')).toEqual(['clear', '814 PAYE/NI: PAYE 2025/26 month 7: due 578.81']);
    // It was cleared, so what comes back is another matter.
    await books.pay('2025-11-22', '-12.34', '814');
    expect((await books.controlLines('2025-11-22'))[0]).toBe('open');
  });

  test('a director’s pay that is left on account is due on no day', async () => {
    const books = await rigged(open);
    await books.sync();
    for (const day of ['2025-08-29', '2025-09-30', '2025-10-31']) await books.pay(day, '1733.64', '902', 2);
    await books.pay('2025-09-22', '578.81', '814');
    await books.pay('2025-10-22', '578.81', '814');
    expect(await books.controlLines('2025-11-10')).toHaveLength(4);
    const named = { who, account: '902', userPath: '/v2/users/1', item: 'net 2025-08-29', reason: 'Loan account' };
    const left = { ...named, as: 'left_on_account' as const, amount: Money.parse('1000.00') };
    await nameDifference(books.tools, books.company, left);
    expect(await books.controlLines('2025-11-11')).toEqual(['clear']);
    await books.pay('2025-11-12', '1500.00', '902', 1);
    expect(await books.controlLines('2025-11-13')).toEqual(['clear']);
  });

  test('what was there before is brought forward, as one item or as the debts that a person enters', async () => {
    const books = await rigged(open);
    const category = (code: string) => `http://x/v2/categories/${code}`;
    await books.rig.control('POST', 'companies/elm/journal_sets', {
      journal_set: {
        dated_on: '2025-07-31',
        description: 'Payroll of another program',
        journal_entries: [
          { category: category('401'), debit_value: '300.00', description: 'July' },
          { category: category('814'), debit_value: '-300.00', description: 'July' },
        ],
      },
    });
    await books.sync();
    await payMonth(books, '2025-08-29', '2025-09-22');
    await payMonth(books, '2025-09-30', '2025-10-22');
    await payMonth(books, '2025-10-31');
    await books.pay('2025-11-04', '5.00', '300');
    expect(await books.controlLines('2025-11-05')).toEqual([
      'open',
      '814 PAYE/NI: Brought forward on 6 August 2025: no_payment_posted 300.00',
    ]);
    const debt = { who, account: '814', userPath: '', reason: 'July, by the old program' };
    await bringForward(books.tools, books.company, { ...debt, amount: Money.parse('300.00'), dueOn: '2025-08-22' });
    const [reading] = await books.db.read((rows) => readingsOf(rows, { companies: null, pay: true }));
    expect(reading?.since).toBe('bring_forward');
    expect(await books.controlLines('2025-11-05')).toEqual([
      'open',
      '814 PAYE/NI: Brought forward: July, by the old program: no_payment_posted 300.00',
    ]);
    await books.pay('2025-11-06', '300.00', '814');
    expect(await books.controlLines('2025-11-07')).toEqual(['clear']);
  });

  test('a company that starts with opening balances in the middle of the year', async () => {
    const credit = (category: string, debit_value: string, user?: number) => ({
      ...{ category, debit_value, description: 'Payroll of August' },
      ...(user !== undefined && { user }),
    });
    const opening_balances = {
      description: 'Opening balances',
      journal_entries: [
        ...[credit('814', '-578.81'), credit('902', '-1000.00', 1), credit('902', '-1733.64', 2)],
        credit('999', '3312.45'),
      ],
    };
    const fields = { id: 5, company_start_date: '2020-01-01', freeagent_start_date: '2025-09-01' };
    const books = await rigged(open, { scenario: elm({ fields, opening_balances }), postFrom: '2025-09-06' });
    await books.sync();
    await books.pay('2025-09-01', '1000.00', '902', 1);
    await books.pay('2025-09-01', '1733.64', '902', 2);
    await payMonth(books, '2025-09-30', '2025-10-22');
    await payMonth(books, '2025-10-31');
    // August's pay run was before the first day, so as far as the books show one month's PAYE is unpaid.
    await books.pay('2025-11-04', '5.00', '300');
    expect(await books.controlLines('2025-11-05')).toEqual([
      'open',
      '814 PAYE/NI: Brought forward on 6 September 2025: no_payment_posted 578.81',
    ]);
    await books.pay('2025-09-22', '578.81', '814');
    expect(await books.controlLines('2025-11-05')).toEqual(['clear']);
    // Both books and payslips are compared only from the first day of the books.
    const before = await books.requests();
    const [taxYear] = await books.reader.year(await books.rig.companies.find(books.company.id), 2026);
    expect(await books.requests()).toBe(before + 3);
    expect(taxYear).toMatchObject({ from: '2025-09-01', to: '2025-11-10', isPart: true, payRuns: 2, agrees: true });
  });

  test('someone who may not see pay sees no person, and no figure for so few people', async () => {
    const books = await rigged(open);
    await books.sync();
    await books.controls('2025-10-01');
    const shown = async (viewer: { companies: null | string[]; pay: boolean }) =>
      (await books.db.read((rows) => readingsOf(rows, viewer))).flatMap(({ accounts }) => accounts);
    const found = await shown({ companies: null, pay: false });
    expect(found.map(({ account, user, balance, open }) => [account, user, balance, open])).toEqual([
      [
        '814',
        undefined,
        undefined,
        [
          {
            id: 'paye 2026-05',
            item: 'PAYE 2025/26 month 5',
            due: '2025-09-22',
            state: 'no_payment_posted',
            hints: [],
          },
        ],
      ],
    ]);
    expect(await shown({ companies: [], pay: true })).toEqual([]);
    expect(await shown({ companies: null, pay: true })).toHaveLength(3);
  });

  test('what is due to HMRC, by day and bank day, with one message in its week', async () => {
    const books = await rigged(open);
    await books.sync();
    await books.policy({ controls: { accountsOffice: '123PA00012345' } });
    const viewer = { companies: null, pay: true };
    const dues = await books.db.read((rows) => hmrcDue(rows, viewer, '2025-11-01', '2025-11-30'));
    expect(dues).toEqual([
      {
        companyId: books.company.id,
        company: 'Elm Ltd',
        id: 'paye 2026-07',
        what: 'paye',
        month: { year: 2026, period: 6 },
        dueOn: '2025-11-22',
        payBy: '2025-11-21',
        amount: Money.parse('578.81'),
        reference: '123PA00012345',
        paymentReference: '123PA000123452607',
      },
    ]);
    books.clock.advance(8 * 86_400_000);
    const outbox = new Outbox(books.clock, books.rig.config);
    await remindOfDue(books.db, books.clock, outbox);
    await remindOfDue(books.db, books.clock, outbox);
    const sent = await books.db.read((rows) => rows.findBy(Notification, { kind: 'due_this_week' }));
    expect(sent).toHaveLength(1);
    expect(sent.map(({ payload }) => payload)).toMatchObject([
      { company: 'Elm Ltd', to: 'HMRC', dueOn: '2025-11-22', payBy: '2025-11-21' },
    ]);
  });

  test('a first reading is reported with a count, and later each unpaid amount once', async () => {
    const books = await rigged(open);
    const sent = async () => {
      const all = await books.db.read((rows) => rows.find(Notification, {}));
      expect(JSON.stringify(all)).not.toMatch(/1733|Employee|users/);
      const told = all.filter(({ kind }) => kind.startsWith('control_'));
      return told.map(({ kind, payload }) => ({
        kind,
        ...(payload as Partial<Record<'item' | 'account' | 'open', string>>),
      }));
    };
    await books.sync();
    await books.pay('2025-11-07', '5.00', '300');
    await books.controls('2025-11-10');
    await books.controls('2025-11-10');
    const first = [{ kind: 'control_first_reading', open: 8 }];
    expect(await sent()).toMatchObject(first);
    books.clock.advance(30 * 86_400_000);
    await books.pay('2025-12-05', '5.00', '300');
    await books.controls('2025-12-08');
    await books.controls('2025-12-08');
    const [, ...later] = await sent();
    expect(later.map(({ kind, account, item }) => [kind, account, item].join(' '))).toEqual([
      'control_no_payment_posted 814 paye 2026-07',
    ]);
  });
});
