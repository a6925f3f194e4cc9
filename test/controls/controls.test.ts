import { bringForward, nameDifference } from '../../src/acts/runs/name-difference.js';
import { Money } from '../../src/journal/money.js';
import { Notification } from '../../src/record/messages/notification.entity.js';
import { Outbox } from '../../src/record/messages/outbox.js';
import { remindOfDue } from '../../src/runner/due-this-week.js';
import { controlRows, readingsOf } from '../../src/controls/show/readings.js';
import { hmrcDue } from '../../src/views/board/hmrc-due.js';
import { describeOnDatabases } from '../harness/databases.js';
import { elm } from '../sync/rig.js';
import { bankAccounts, payHmrcShort, payMonth, rigged, upload } from './rig.js';

const who = { actor: 'Ruth', trigger: 'command', companies: null } as const;

describeOnDatabases('control accounts', (open) => {
  test('a company that paid everything on time needs two requests, the first for whose books these are, and is clear', async () => {
    const books = await rigged(open);
    await books.sync();
    await payMonth(books, '2025-08-29', '2025-09-22');
    await payMonth(books, '2025-09-30', '2025-10-22');
    await payMonth(books, '2025-10-31');
    const before = await books.requests();
    expect(await books.controlLines('2025-11-10')).toEqual([
      '814 PAYE/NI: reconciled 0.00',
      '902 Ann Elm: settled 0.00',
      '902 Ed Employee: settled 0.00',
    ]);
    expect((await books.requests()) - before).toBe(2);
    expect(await books.sync()).toMatchObject({ requests: 1 });
  });

  test('an unpaid wage is found once the bank shows it, and is gone when it is paid', async () => {
    const books = await rigged(open);
    await books.sync();
    await payMonth(books, '2025-08-29', '2025-09-22');
    await payMonth(books, '2025-09-30', '2025-10-22');
    await books.pay('2025-10-31', '1733.64', '902', 2);
    expect((await books.controlLines('2025-11-10'))[1]).toBe(
      '902 Ann Elm: cannot_tell_yet 1000.00 (1000.00 Net pay of 31 October 2025: the bank shows nothing after 31 October 2025)',
    );
    await books.pay('2025-11-07', '5.00', '300');
    expect((await books.controlLines('2025-11-10'))[1]).toBe(
      '902 Ann Elm: not_paid 1000.00 (1000.00 Net pay of 31 October 2025 not paid)',
    );
    await books.pay('2025-11-10', '1000.00', '902', 1);
    expect((await books.controlLines('2025-11-11'))[1]).toBe('902 Ann Elm: settled 0.00');
  });

  test('a payment in the bank that nobody explained is named as such', async () => {
    const books = await rigged(open);
    await books.sync();
    await payMonth(books, '2025-08-29', '2025-09-22');
    await payMonth(books, '2025-09-30', '2025-10-22');
    await books.pay('2025-10-31', '1000.00', '902', 1);
    const [bank] = await bankAccounts(books);
    await upload(books, bank as string, [{ dated_on: '2025-10-31', amount: -1733.64 }]);
    expect((await books.controlLines('2025-11-10'))[2]).toBe(
      '902 Ed Employee: paid_not_yet_explained 1733.64 (1733.64 Net pay of 31 October 2025 paid, not yet explained)',
    );
  });

  test('a payment that nobody explained is found at each later reading, even when other accounts have become clear', async () => {
    const books = await rigged(open);
    await books.sync();
    await payMonth(books, '2025-08-29');
    await payMonth(books, '2025-09-30');
    const [bank] = await bankAccounts(books);
    await upload(books, bank as string, [{ dated_on: '2025-09-12', amount: -578.81 }]);
    const seen = (month: number) => `578.81 PAYE 2025/26 month ${month} paid, not yet explained`;
    // Within the grace of its due day, paid and unpaid agree.
    expect((await books.controlLines('2025-09-23'))[0]).toBe('814 PAYE/NI: reconciled 0.00');
    expect((await books.controlLines('2025-10-02'))[0]).toBe(`814 PAYE/NI: paid_not_yet_explained 578.81 (${seen(5)})`);
    await payMonth(books, '2025-10-31', '2025-10-22');
    expect((await books.controlLines('2025-11-05'))[0]).toBe(`814 PAYE/NI: paid_not_yet_explained 578.81 (${seen(5)})`);
  });

  test('the wages of both on one person', async () => {
    const books = await rigged(open);
    await books.sync();
    await payMonth(books, '2025-08-29', '2025-09-22');
    await payMonth(books, '2025-09-30', '2025-10-22');
    await books.pay('2025-10-31', '2733.64', '902', 1);
    await books.pay('2025-11-07', '5.00', '300');
    expect((await books.controlLines('2025-11-10')).slice(1)).toEqual([
      '902 Ann Elm: coded_elsewhere -1733.64 (-1733.64 Pay of Ed Employee, coded to Ann Elm)',
      '902 Ed Employee: coded_elsewhere 1733.64 (1733.64 Pay of Ed Employee, coded to Ann Elm)',
    ]);
  });

  test('payroll that waits for approval is not taken for a payment', async () => {
    const books = await rigged(open, { mode: 'approve' });
    await books.sync();
    expect((await books.controlLines('2025-10-02'))[2]).toBe(
      '902 Ed Employee: cannot_tell -1733.64 (1733.64 Net pay of 29 August 2025: there is no bank account that would show whether it was paid; -1733.64 Pay run of 29 August 2025 is not in the books yet; -1733.64 Pay run of 30 September 2025 is not in the books yet)',
    );
  });

  test('a refused trial balance is shown with its reason', async () => {
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

  test('a difference that a person has named needs nobody until it changes', async () => {
    const books = await rigged(open);
    await payHmrcShort(books);
    expect((await books.controlLines('2025-11-05'))[0]).toBe(
      '814 PAYE/NI: paid_short 12.34 (12.34 PAYE 2025/26 month 6 paid short)',
    );
    const named = { who, account: '814', userPath: '', reason: 'Set off by HMRC', as: 'refund_or_set_off' as const };
    const amount = Money.parse('12.34');
    await expect(nameDifference(books.tools, books.company, { ...named, as: 'rounding', amount })).rejects.toThrow(
      'Too much to be rounding',
    );
    await expect(
      nameDifference(books.tools, books.company, { ...named, amount: Money.parse('12.35') }),
    ).rejects.toThrow('The difference has changed since you opened it');
    await nameDifference(books.tools, books.company, { ...named, amount });
    const viewer = { companies: null, pay: true };
    const [reading] = await books.db.read((rows) => readingsOf(rows, viewer));
    expect(reading).toMatchObject({ exceptions: 0, asOn: '2025-11-05' });
    expect((await books.controlLines('2025-11-06'))[0]).toBe(
      '814 PAYE/NI: refund_or_set_off 12.34 (12.34 Set off by HMRC)',
    );
    await books.pay('2025-11-06', '12.34', '814');
    expect((await books.controlLines('2025-11-07'))[0]).toBe('814 PAYE/NI: reconciled 0.00');
    await books.rig.control('POST', 'companies/elm/payments', {
      dated_on: '2025-11-07',
      amount: '-12.34',
      category: '814',
    });
    expect((await books.controlLines('2025-11-08'))[0]).toMatch(/^814 PAYE\/NI: (unexplained|paid_short) 12.34/);
  });

  test('a debt from before the first pay run is brought forward, and paid', async () => {
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
    expect((await books.controlLines('2025-11-05'))[0]).toMatch(/^814 PAYE\/NI: unexplained 300.00/);
    const debt = { who, account: '814', userPath: '', reason: 'July, by the old program' };
    await bringForward(books.tools, books.company, { ...debt, amount: Money.parse('300.00'), dueOn: '2025-08-22' });
    const [reading] = await books.db.read((rows) => readingsOf(rows, { companies: null, pay: true }));
    expect(reading?.since).toBe('bring_forward');
    expect((await books.controlLines('2025-11-05'))[0]).toMatch(/^814 PAYE\/NI: not_paid 300.00/);
    await books.pay('2025-11-06', '300.00', '814');
    expect((await books.controlLines('2025-11-07'))[0]).toBe('814 PAYE/NI: reconciled 0.00');
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
    expect(await books.controlLines('2025-11-05')).toEqual([
      '814 PAYE/NI: not_paid 578.81 (578.81 PAYE 2025/26 month 6 not paid)',
      '902 Ann Elm: settled 0.00',
      '902 Ed Employee: settled 0.00',
    ]);
    const august = { who, reason: 'August, from the opening balances' };
    await bringForward(books.tools, books.company, {
      ...{ ...august, account: '814', userPath: '', amount: Money.parse('578.81'), dueOn: '2025-09-22' },
    });
    await books.pay('2025-09-22', '578.81', '814');
    for (const [user, amount] of [
      [1, '1000.00'],
      [2, '1733.64'],
    ] as const) {
      const debt = { ...august, account: '902', userPath: `/v2/users/${user}`, dueOn: '2025-08-29' };
      await bringForward(books.tools, books.company, { ...debt, amount: Money.parse(amount) });
    }
    expect(await books.controlLines('2025-11-05')).toEqual([
      '814 PAYE/NI: reconciled 0.00',
      '902 Ann Elm: settled 0.00',
      '902 Ed Employee: settled 0.00',
    ]);
    // Both books and payslips are compared only from the first day of the books.
    const before = await books.requests();
    const [taxYear] = await books.reader.year(await books.rig.companies.find(books.company.id), 2026);
    expect(await books.requests()).toBe(before + 3);
    expect(taxYear).toMatchObject({ from: '2025-09-01', to: '2025-11-10', isPart: true, payRuns: 2, agrees: true });
  });

  test('statutory pay recovered from HMRC and posted by nobody needs a journal', async () => {
    const mother = {
      user: 2,
      basic_pay: '1000.0',
      statutory_maternity_pay: '811.18',
      tax_deducted: '152.6',
      employee_ni: '61.0',
      employer_ni: '209.0',
    };
    const month = { period: 5, dated_on: '2025-09-30', status: 'filed', payslips: [mother] };
    const books = await rigged(open, {
      scenario: elm({ small_employer: false, payroll: { '2026': { periods: [month] } } }),
    });
    await books.sync();
    await books.pay('2025-09-30', '1597.58', '902', 2);
    // 92 % of the statutory pay was taken off 422.60, so HMRC owes money.
    await books.pay('2025-10-22', '-323.69', '814');
    await books.pay('2025-11-04', '5.00', '300');
    expect((await books.controlLines('2025-11-05'))[0]).toBe(
      '814 PAYE/NI: needs_a_journal 746.29 (746.29 Statutory pay 811.18 at 92 % not posted; confirm the rate)',
    );
  });

  test('somebody who may not see pay sees no person, and no figure for so few people', async () => {
    const books = await rigged(open);
    await books.sync();
    await books.controls('2025-10-01');
    const found = await books.db.read((rows) => controlRows(rows, { companies: null, pay: false }));
    expect(found.map(({ account, userPath, figures }) => [account, userPath, figures])).toEqual([
      ['814', undefined, undefined],
    ]);
    expect(await books.db.read((rows) => controlRows(rows, { companies: [], pay: true }))).toEqual([]);
    expect(await books.db.read((rows) => controlRows(rows, { companies: null, pay: true }))).toHaveLength(3);
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

  test('an unpaid amount is reported once', async () => {
    const books = await rigged(open);
    await books.sync();
    await books.pay('2025-11-07', '5.00', '300');
    await books.controls('2025-11-10');
    await books.controls('2025-11-10');
    const sent = await books.db.read((rows) => rows.find(Notification, {}));
    const kinds = sent.map(({ kind }) => kind).filter((kind) => kind.startsWith('control_'));
    expect(kinds).toHaveLength(3);
    expect(JSON.stringify(sent)).not.toMatch(/1733|Employee/);
  });
});
