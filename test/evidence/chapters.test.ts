import { expect, test } from '@jest/globals';
import type { Chapter } from '../../src/evidence/chapter.js';
import { decisionsChapter } from '../../src/evidence/chapters/decisions.js';
import { journalsChapter } from '../../src/evidence/chapters/journals.js';
import { payrollChapter } from '../../src/evidence/chapters/payroll.js';
import { paymentsStatement, paymentsTable, reconciliationChapter } from '../../src/evidence/chapters/reconciliation.js';
import { recordChapter } from '../../src/evidence/chapters/record.js';
import { summaryChapter } from '../../src/evidence/chapters/summary.js';
import type { Seen } from '../../src/evidence/month-facts.js';
import { openWords } from '../../src/record/control-words.js';
import { Money } from '../../src/journal/nouns/money.js';
import { monthFingerprint } from '../../src/record/runs/month-figures.js';
import { defaultPolicy } from '../../src/journal/policy/policy.js';
import { readKey } from '../../src/views/checks/books-as-read.js';
import { mappingOf, payrollOf } from '../factories/payroll.js';

const slip = (id: number, name: string, basic: string, more: object = {}) => ({
  ...{ id, name, basic, tax: '10.00', ni: '5.00', employerNi: '7.00' },
  ...more,
});
const payroll = payrollOf([
  slip(1, 'Ann', '100.00', { role: 'Director' }),
  slip(2, 'Bob', '200.00', { pension: '4.00' }),
]);
const mapped = {
  ...mappingOf(payroll, { datedOn: '2025-10-31', description: 'October' }),
  holds: [{ code: 'net_differs', message: 'Bob’s net pay differs.' }],
};
const run = (over: object = {}) => ({
  ...{ companyId: 'elm', tag: 'x:2026-06:2025-10-31', year: 2026, period: 6, datedOn: '2025-10-31', state: 'posted' },
  ...{
    payslips: 2,
    gross: payroll.gross,
    net: payroll.net,
    taxAuthority: payroll.taxAuthority,
    pension: payroll.pension,
  },
  ...{ other: Money.zero, mapped, holdCodes: ['net_differs'], warningCodes: [], kind: 'payroll', signedOffAt: null },
  ...over,
});
const seen = (over: object = {}): Seen =>
  ({
    ...{
      year: 2026,
      period: 6,
      runs: [run()],
      before: [],
      adjustments: [],
      postings: [],
      decisions: [],
      approvals: [],
    },
    ...{ log: [], logLeftOut: 0, checks: new Map(), end: { seq: 1, hash: 'h', at: new Date(0) }, pay: true },
    company: { name: 'Elm Ltd', policy: defaultPolicy, approval: 'one', policyVersion: 3 },
    ...over,
  }) as unknown as Seen;

/** Titles, and each row of a table as its cells. */
function linesOf({ blocks }: Chapter): readonly string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'text') return [block.words];
    if (block.kind === 'checks') return block.checks.map(({ is, words }) => `${is}: ${words}`);
    if (block.kind === 'facts') return block.facts.map(({ label, value }) => `${label}: ${value}`);
    if (block.kind !== 'table') return [];
    const { title, columns, rows, totals, empty } = block.table;
    const cells = (row: Readonly<Record<string, string>>) => columns.map(({ id }) => row[id] ?? '-').join(' | ');
    return [
      `# ${title}: ${columns.map((column) => column.title).join(', ')}`,
      ...(rows.length === 0 ? [empty] : rows.map(cells)),
      ...(totals ? [`= ${cells(totals)}`] : []),
    ];
  });
}

const about = (chapter: Chapter, words: RegExp) => linesOf(chapter).filter((line) => words.test(line));

test('payroll by person, with the gross of the month before where one run is compared with it', () => {
  const before = [run({ mapped: mappingOf(payrollOf([slip(1, 'Ann', '90.00')]), { datedOn: '', description: '' }) })];
  expect(linesOf(payrollChapter(seen({ before })))).toEqual([
    '# Paid 31 Oct 2025: Name, Gross, Tax, Employee’s NI, Pension, Other, Net pay, Employer’s NI, Gross against last month',
    'Ann (director) | 100.00 | 10.00 | 5.00 | 0.00 | 0.00 | 85.00 | 7.00 | 10.00',
    'Bob | 200.00 | 10.00 | 5.00 | 4.00 | 0.00 | 181.00 | 7.00 | 200.00',
    '= - | 300.00 | 20.00 | 10.00 | 4.00 | 0.00 | 266.00 | 14.00 | -',
  ]);
  // Someone may be paid in each of two.
  const title = (over: object) => linesOf(payrollChapter(seen(over)))[0];
  expect(title({ before, runs: [run(), run()] })).not.toContain('against last month');
  expect(title({})).not.toContain('against last month');
  expect(linesOf(payrollChapter(seen({ runs: [run({ mapped: null })] })))[1]).toMatch(/^Names and pay were erased/);
  expect(linesOf(payrollChapter(seen({ runs: [run({ mapped: { ...mapped, paid: [] } })] })))[1]).toBe(
    'No one was paid.',
  );
});

test('what payroll no longer has, or pays from another source, counts in no sum and is paid to no one', () => {
  const moved = { state: 'moved', tag: 'x:2026-06:2025-10-29', datedOn: '2025-10-29' };
  const gone = { state: 'changed', gone: true, tag: 'x:2026-06:2025-10-30', datedOn: '2025-10-30' };
  const facts = seen({ runs: [run(moved), run(gone), run()], before: [run(), run(gone)] });
  const alone = seen({ before: [run()] });
  expect(paymentsTable(facts)).toEqual(paymentsTable(alone));
  expect(paymentsStatement(facts)).toBe(paymentsStatement(alone));
  expect(monthFingerprint(facts)).toBe(monthFingerprint(alone));
  const ofRuns = (of: Seen) => linesOf(summaryChapter(of)).filter((line) => /^(?:2025-10|= - \|)/.test(line));
  expect(ofRuns(facts)).toEqual([
    expect.stringMatching(/^2025-10-29 \| .*, not counted \|/),
    expect.stringMatching(/^2025-10-30 \| .*, not counted \|/),
    ...ofRuns(alone),
  ]);
  expect(about(payrollChapter(facts), /^# /)).toEqual([
    expect.stringMatching(/^# Paid 29 Oct 2025, not counted: .*, Gross against last month$/),
    expect.stringMatching(/^# Paid 30 Oct 2025, not counted: /),
    expect.stringMatching(/^# Paid 31 Oct 2025: .*, Gross against last month$/),
  ]);
  expect(linesOf(payrollChapter(facts)).at(-1)).toBe(linesOf(payrollChapter(alone)).at(-1));
  const counts = (of: Seen) => linesOf(payrollChapter({ ...of, pay: false }));
  expect(counts(facts)).toEqual(counts(alone));
});

test('how many were paid, for someone who may not see pay', () => {
  const counts = (over: object) => linesOf(payrollChapter(seen({ pay: false, before: [run()], ...over })));
  expect(counts({})).toEqual(['# Payslips: Month, Payslips', 'This month | 2', 'Month before | 2']);
  expect(counts({ before: [] })).toHaveLength(2);
});

const posting = (over: object = {}) => ({
  ...{ tag: 'x', runTag: 'x', kind: 'post', generation: 1, origin: 'posted', state: 'in_books', datedOn: '2025-10-31' },
  ...{ description: 'October', journalSet: 'set/1', createdAt: new Date(0), policyVersion: 3 },
  lines: [
    { category: '401', debit: '300.00', description: 'Gross pay', from: ['basic_pay', 'bonus'] },
    { category: '902-1', debit: '-300.00', description: 'Net pay' },
  ],
  ...over,
});

test('each journal with its lines and why they are there, debits and credits apart', () => {
  expect(linesOf(journalsChapter(seen({ postings: [posting()] }))).slice(-4)).toEqual([
    '# Lines of October: Account, What, Why, Debit, Credit',
    '401 Salaries | Gross pay | Basic pay, Bonus | 300.00 | ',
    '902 Salary and bonuses | Net pay |  |  | 300.00',
    '= - | - | - | 300.00 | 300.00',
  ]);
  const erased = linesOf(journalsChapter(seen({ postings: [posting({ lines: [], description: '' })] })));
  expect(erased.slice(-3)).toEqual([
    '# Lines of x: Account, What, Why, Debit, Credit',
    'Its lines were erased after the retention period.',
    '= - | - | - | 0.00 | 0.00',
  ]);
});

test.each([
  ['Posted', {}],
  ['Posted, replacement 2', { tag: 'x:2', generation: 2 }],
  ['Reversal of posting 2', { kind: 'reversal', generation: 2 }],
  ['Found in books', { origin: 'adopted' }],
])('a journal is called %s', (kind, over) => {
  expect(about(journalsChapter(seen({ postings: [posting(over)] })), /^Kind: /)).toEqual([`Kind: ${kind}`]);
  const [, row] = linesOf(journalsChapter(seen({ postings: [posting(over)], pay: false })));
  expect(row).toContain(` | ${kind} | In the books`);
});

test('where nothing was posted, whether someone else’s journals were compared', () => {
  const words = (state: string) => linesOf(journalsChapter(seen({ runs: [run({ state })] })))[0];
  for (const state of ['agrees', 'differs']) expect(words(state)).toMatch(/come from elsewhere/);
  expect(words('ready')).toBe('Nothing of this month has been posted.');
});

test('of pay runs that are only checked, what the books have of each, and each account that is out', () => {
  const accounts = [
    { account: '402', amount: '437.50' },
    { account: '814', amount: '-437.50' },
  ];
  const plan = { kind: 'check', verdict: 'wrong', sets: [], causes: [{ cause: 'allowance_missing', accounts }] };
  const differs = run({ state: 'differs', reason: 'employment allowance left out', plan } as never);
  const agrees = run({ state: 'agrees', reason: null, plan: { ...plan, verdict: 'right', causes: [] } } as never);
  expect(linesOf(journalsChapter(seen({ runs: [differs, agrees] }))).slice(1)).toEqual([
    '# Payroll against the books: Paid, The books, Account, Books less payroll',
    '2025-10-31 | employment allowance left out | 402 Employer NICs | 437.50',
    '2025-10-31 | employment allowance left out | 814 PAYE/NI | -437.50',
    '2025-10-31 | Agrees with the books |  | ',
  ]);
  expect(linesOf(journalsChapter(seen({ runs: [differs, agrees], pay: false }))).slice(1)).toEqual([
    '# Payroll against the books: Paid, The books',
    '2025-10-31 | employment allowance left out',
    '2025-10-31 | Agrees with the books',
  ]);
});

test('payments to people, HMRC and the pension provider, each by its day', () => {
  const payments = (over: object) => {
    const { rows, totals } = paymentsTable(seen(over));
    return [...rows.map(({ to, by, amount }) => `${to} ${by} ${amount}`), `= ${totals?.amount}`];
  };
  expect(payments({})).toEqual([
    'Ann 2025-10-31 85.00',
    'Bob 2025-10-31 181.00',
    'HMRC 2025-11-21 44.00',
    'Pension provider 2025-11-21 4.00',
    '= 314.00',
  ]);
  expect(payments({ runs: [run({ mapped: null, other: Money.parse('3.00') })] })).toEqual([
    ...['2 people 2025-10-31 266.00', 'HMRC 2025-11-21 44.00', 'Pension provider 2025-11-21 4.00', 'Others  3.00'],
    '= 317.00',
  ]);
  expect(payments({ pay: false })).toEqual(['= 0.00']);
  expect(payments({ runs: [run({ mapped: null, net: Money.zero })] })[0]).toMatch(/^HMRC/);
  expect(paymentsStatement(seen())).toBe(
    'I approve these payments: £266.00 to 2 people, £44.00 to HMRC by 21 November 2025, £4.00 to the pension provider by 21 November 2025. I have checked hours, starters and leavers.',
  );
  // By the week, and where names were erased.
  const weeks = [run(), run({ datedOn: '2025-10-24' })];
  expect(paymentsStatement(seen({ runs: weeks }))).toContain('£532.00 to 2 people');
  expect(paymentsStatement(seen({ runs: [run({ mapped: null })] }))).toContain('£266.00 to 2 people');
  // What the sentence names comes to the table's total, in every case.
  for (const over of [{}, { runs: [run({ mapped: null, other: Money.parse('3.00') })] }]) {
    const said = paymentsStatement(seen(over)).matchAll(/£([\d,.]+\d)/g);
    expect(Money.sum([...said].map(([, amount = '']) => Money.parse(amount))).toString()).toBe(
      paymentsTable(seen(over)).totals?.amount,
    );
  }
  const alone = mappingOf(payrollOf([slip(1, 'Ann', '100.00')]), { datedOn: '', description: '' });
  expect(paymentsStatement(seen({ runs: [run({ mapped: alone })] }))).toContain('£85.00 to 1 person,');
});

const control = (open: readonly object[], over: object = {}) => ({
  controls: {
    ...{ asOn: '2025-11-20', state: 'open', causes: [] },
    accounts: [{ account: '814', name: 'PAYE/NI', balance: '9.00', notDue: '1.00', known: '0.00', open }],
    ...over,
  },
});
const part = { id: 'paye', item: 'PAYE month 6', due: '2025-10-22', amount: '8.00', state: 'part_paid', hints: [] };

test('control accounts, with what is open of them', () => {
  const shown = (over: object) => linesOf(reconciliationChapter(seen(over))).slice(0, 6);
  expect(shown(control([part]))).toEqual([
    '# Control accounts on 20 Nov 2025: Account, Name, Balance, Not due, Known, Open, State',
    expect.stringMatching(/^814 .* \|  \| 9\.00 \| 1\.00 \| 0\.00 \| 8\.00 \| /),
    '# What is open: What, State, Amount',
    expect.stringMatching(/^814 PAYE\/NI: PAYE month 6 \| .* \| 8\.00$/),
    ...[expect.stringMatching(/^# Payments/), expect.anything()],
  ]);
  expect(shown(control([]))[1]).toMatch(/ \| Clear$/);
  expect(shown(control([]))[3]).toBe('Nothing is open.');
  expect(shown(control([{ ...part, reason: 'Set off' }]))[3]).toMatch(/PAYE month 6, Set off \|/);
  expect(shown({})[0]).toMatch(/have not been read yet/);
  expect(shown({ controlsBefore: '2025-09-20' })[0]).toMatch(/last read on 20 Sept? 2025, before this month began/);
  expect(shown({ ...control([part]), pay: false })[0]).toBe('# Control accounts on 20 Nov 2025: Account, Name, State');
});

test('no amount of a control account is in a copy for someone who may not see pay', () => {
  const chapter = (pay: boolean) => JSON.stringify(reconciliationChapter(seen({ ...control([part]), pay })));
  expect(chapter(false)).not.toMatch(/[89]\.00/);
  expect(chapter(true)).toMatch(/8\.00.*8\.00/);
});

test.each<[object, string]>([
  [{}, 'open: Control accounts: not read yet'],
  [{ controlsBefore: '2025-09-20' }, 'open: Control accounts: last read on 20 Sep 2025'],
  [control([], { state: 'clear' }), 'good: Every control account is clear'],
  [control([], { state: 'cannot_tell' }), 'open: Control accounts: not known yet'],
  [control([part]), 'bad: Control accounts: 1 of 1 with something open'],
  [control([part], { causes: [{}] }), 'bad: Control accounts: 1 cause known, 1 of 1 with something open'],
  [control([part], { causes: [{}, {}] }), 'bad: Control accounts: 2 causes known, 1 of 1 with something open'],
])('the summary of %j', (over, words) => {
  expect(about(summaryChapter(seen(over)), /ontrol account/)).toEqual([words]);
});

const answered = (books: object) => {
  const one = { answer: 'yes', of: 'posted', asAt: new Date(0) };
  return { balanced: one, items: { ...one, open: [] }, books: { ...one, ...books }, paye: one };
};
const levy = { tag: 'x:2026-06:levy-1', kind: 'levy', number: 1, holdCodes: [] as string[] };
const edited = { answer: 'no', finding: 'edited' };
const asPosted = 'good: In the books once and as posted, as at 1 Jan 1970 01:00';
const alteredLevy = 'Apprenticeship levy: altered in the books, as at 1 Jan 1970 01:00';
test.each<[string, object, object, string, object?]>([
  ['all is there', {}, {}, asPosted],
  ['an adjustment was altered', {}, edited, `bad: Not as posted, or not in the books: ${alteredLevy}`],
  [
    'both were',
    edited,
    edited,
    `bad: Not as posted, or not in the books: paid 31 October 2025: altered in the books, as at 1 Jan 1970 01:00; ${alteredLevy}`,
  ],
  // A person took it back: it is not missing.
  ['an adjustment was reversed', {}, { answer: 'no', finding: 'missing' }, asPosted, { holdCodes: ['reversed'] }],
  [
    'others post the run, and differ',
    { answer: 'no', of: 'payroll' },
    {},
    'good: Not as posted, or not in the books: paid 31 October 2025: differs from the books',
  ],
  ['others post the run, and no one compared', { answer: 'not_known', of: 'payroll' }, {}, asPosted],
])('the summary names what is not in the books as posted: %s', (_, ofRun, ofLevy, words, over = {}) => {
  const adjustment = run({ ...levy, ...over });
  const checks = new Map([run(), adjustment].map((one, at) => [readKey(one), answered(at === 0 ? ofRun : ofLevy)]));
  const said = about(summaryChapter(seen({ adjustments: [adjustment], checks })), /books/);
  expect(said).toEqual([words]);
});

test('the summary says who it is for, and who signed off', () => {
  const lines = linesOf(summaryChapter(seen()));
  expect(lines.slice(0, 3)).toEqual([
    'Company: Elm Ltd',
    expect.stringMatching(/^Month: October 2025/),
    'Pay dates: 31 October 2025',
  ]);
  expect(lines).toContain('= - | - | 2 | 300.00 | 266.00 | 44.00 | 4.00 | 0.00');
  expect(about(summaryChapter(seen()), /This copy/)).toEqual([]);
  expect(about(summaryChapter(seen({ pay: false })), /This copy shows no amounts/)).toHaveLength(1);
  const references = {
    ...defaultPolicy,
    controls: { ...defaultPolicy.controls, payeReference: '123/AB', accountsOffice: '123PA' },
  };
  const company = { name: 'Elm Ltd', policy: references, approval: 'one' };
  expect(about(summaryChapter(seen({ company })), /reference: /)).toEqual([
    'PAYE reference: 123/AB',
    'Accounts Office reference: 123PA',
  ]);
  const decision = (over: object) => ({
    id: 'd',
    kind: 'sign_off',
    actor: 'Ann',
    at: new Date(0),
    tag: run().tag,
    endedAt: null,
    ...over,
  });
  const signed = (over: object, runs = [run({ signedOffAt: new Date(0) })], log: object[] = []) =>
    about(summaryChapter(seen({ decisions: [decision(over)], runs, log })), /^1970/)[0];
  expect(signed({})).toBe('1970-01-01T00:00:00.000Z | Ann | Signed off | 2025-10-31');
  expect(signed({ endedAt: new Date(1) })).toContain('Signed off, withdrawn since |');
  expect(signed({}, [run()])).toContain('Signed off, before payroll or the books changed |');
  expect(signed({ kind: 'eyes' })).toBeUndefined();
  expect(signed({ kind: 'post', tag: 'another' })).toBe('1970-01-01T00:00:00.000Z | Ann | Approved for posting | ');
  const own = [{ answer: 'own work, reviewed after a day: no one else may', ref: 'd' }];
  expect(signed({}, undefined, own)).toContain('Signed off, own work, reviewed');
});

test('decisions and exceptions: words for who may see pay, codes for the others', () => {
  const decision = (over: object) => ({
    at: new Date(0),
    actor: 'Ann',
    kind: 'approval',
    holdCode: null,
    field: null,
    reason: 'as agreed',
    ...over,
  });
  const told = (over: object, of: RegExp) => about(decisionsChapter(seen(over)), of);
  expect(told({}, /Held/)).toEqual(['2025-10-31 | Held | Bob’s net pay differs.']);
  expect(told({ pay: false }, /Held/)).toHaveLength(1);
  expect(told({ pay: false }, /Bob/)).toEqual([]);
  expect(told({ runs: [run({ mapped: null })] }, /Held/)[0]).not.toContain('Bob');
  expect(told({ runs: [run({ mapped: null, holdCodes: [], warningCodes: ['x'] })] }, /Warning \|/)).toEqual([
    '2025-10-31 | Warning | X',
  ]);
  const row = (over: object, more: object = {}) => told({ decisions: [decision(over)], ...more }, /^1970/)[0];
  expect(row({ holdCode: 'no_such' })).toBe('1970-01-01T00:00:00.000Z | Ann | Approval: No such | as agreed');
  expect(row({ kind: 'treatment', field: 'other_deductions' })).toContain('| Treatment: other deductions | as agreed');
  expect(row({ holdCode: 'no_such', field: 'bonus' })).toContain('| Approval: No such, bonus |');
  expect(row({})).toContain('| Approval | as agreed');
  expect(row({ kind: 'eyes', field: 'two' })).toContain('| The practice asks for two people |');
  expect(row({ kind: 'eyes', field: 'one' })).toContain('| The practice asks for two people no longer |');
  expect(row({ kind: 'person', field: 'email' })).toContain(
    '| The only administrator changed a person who may review: email | as agreed',
  );
  expect(row({}, { pay: false })).toBe('1970-01-01T00:00:00.000Z | Ann | Approval');
  const line = {
    seq: 4,
    at: new Date(0),
    actor: 'Ann',
    trigger: 'page',
    act: 'policy',
    outcome: 'done',
    changed: ['Mode: auto'],
    reason: 'Bob asked',
  };
  expect(told({ log: [line] }, /^4 \|/)[0]).toContain('Mode: auto: Bob asked');
  expect(told({ log: [line], pay: false }, /^4 \|/)[0]).toMatch(/Mode: auto$/);
  expect(told({ log: [line], logLeftOut: 7 }, /^# The log/)[0]).toContain('the first 1 lines; 7 more');
  expect(told({ log: [line] }, /^# The log/)[0]).toContain('The log of the month: No.');
});

test('what the client was asked and answered, in words for who may see pay', () => {
  const asked = (over: object) => ({
    ...{ askedAt: new Date(0), askedBy: 'Ann', answer: null, answeredBy: null, answeredAt: null, words: null },
    ...{ endedAt: null, fingerprint: monthFingerprint(seen()) },
    ...over,
  });
  const answer = { answer: 'approved', answeredBy: 'Dora', answeredAt: new Date(0), words: 'Fine, Bob' };
  const approvals = [
    asked({}),
    asked({ endedAt: new Date(1) }),
    asked(answer),
    asked({ ...answer, answer: 'query', fingerprint: 'f' }),
  ];
  const table = (over: object) => {
    const lines = linesOf(summaryChapter(seen({ approvals, ...over })));
    return lines.slice(lines.findIndex((line) => line.startsWith('# The client’s answer')));
  };
  const at = '1970-01-01T00:00:00.000Z';
  expect(table({})).toEqual([
    '# The client’s answer: Asked, By, Answer, Client, Answered, Words',
    `${at} | Ann | No answer |  |  | `,
    `${at} | Ann | Ended without an answer |  |  | `,
    `${at} | Ann | Approved | Dora | ${at} | Fine, Bob`,
    `${at} | Ann | Asks; the figures have changed since | Dora | ${at} | Fine, Bob`,
  ]);
  expect(table({ pay: false })[0]).toBe('# The client’s answer: Asked, By, Answer, Client, Answered');
  expect(JSON.stringify(summaryChapter(seen({ approvals, pay: false })))).not.toContain('Bob');
  expect(table({ approvals: [] }).at(-1)).toBe('The client was not asked.');
});

test('control accounts name whose they are, and what is open of each, to who may see it', () => {
  const bob = { account: '902', user: '/v2/users/2', name: 'Bob', balance: '2.00', notDue: '0.00', known: '0.00' };
  const twice = [part, { ...part, id: 'b', item: 'PAYE month 7', state: 'due', amount: '1.00' }];
  const cause = (user?: string) => ({
    ...{ what: 'Wages mixed', todo: 'Split', inTotals: 'Wages mixed in all' },
    accounts: [{ account: '902', name: 'Bob', amount: '-2.00', ...(user && { user }) }],
  });
  const { controls } = control(twice, { causes: [cause('/v2/users/2'), cause()] });
  const facts = { controls: { ...controls, accounts: [...controls.accounts, { ...bob, open: [] }] } };
  const shown = (over: object) => linesOf(reconciliationChapter(seen({ ...facts, ...over }))).slice(0, 8);
  expect(shown({})).toEqual([
    '# Control accounts on 20 Nov 2025: Account, Name, Balance, Not due, Known, Open, State',
    `814 PAYE/NI |  | 9.00 | 1.00 | 0.00 | 9.00 | ${openWords.part_paid}, ${openWords.due}`,
    '902 Salary and bonuses | Bob | 2.00 | 0.00 | 0.00 | 0.00 | Clear',
    '# What is open: What, State, Amount',
    'Wages mixed | Bob | -2.00',
    'Wages mixed | 902 | -2.00',
    `814 PAYE/NI: PAYE month 6 | ${openWords.part_paid} | 8.00`,
    `814 PAYE/NI: PAYE month 7 | ${openWords.due} | 1.00`,
  ]);
  const titles = shown({ pay: false }).filter((line) => line.startsWith('#'));
  expect(titles.slice(0, 2)).toEqual([
    '# Control accounts on 20 Nov 2025: Account, Name, State',
    '# What is open: What, State',
  ]);
});

test('nil pay is no payment, and HMRC is paid on each of its days', () => {
  const paid = mapped.paid.map((one, at) => (at === 0 ? { ...one, net: '0.00' } : one));
  expect(paymentsTable(seen({ runs: [run({ mapped: { ...mapped, paid } })] })).rows.map(({ to }) => to)).toEqual([
    'Bob',
    'HMRC',
    'Pension provider',
  ]);
  const later = {
    ...levy,
    dueOn: '2025-12-22',
    inPayment: false,
    journalSet: 'set/2',
    taxAuthority: Money.parse('5.00'),
  };
  expect(paymentsStatement(seen({ adjustments: [run(later)] }))).toContain(
    '£44.00 to HMRC by 21 November 2025, £5.00 to HMRC by 22 December 2025, £4.00 to the pension provider',
  );
  expect(paymentsTable(seen({ pay: false })).empty).toBe('Amounts are not shown in this copy.');
  expect(paymentsTable(seen({ runs: [] })).empty).toBe('Nothing is to be paid.');
});

test('no reason of a decision is in what someone without the right to see pay is given', () => {
  const decision = {
    at: new Date(0),
    actor: 'Ann',
    kind: 'approval',
    holdCode: null,
    field: null,
    reason: 'Bob asked',
  };
  const chapter = (pay: boolean) => JSON.stringify(decisionsChapter(seen({ decisions: [decision], pay })));
  expect([chapter(true).includes('Bob asked'), chapter(false).includes('Bob asked')]).toEqual([true, false]);
});

const tied = (over: object) => ({
  ...{ period: 6, expected: Money.parse('44.00'), difference: Money.zero, verdict: 'agrees', causes: [], of: 'posted' },
  ...over,
});
const withTie = (tie: object) =>
  new Map([[readKey(run()), { ...answered({}), paye: { answer: 'yes', of: 'posted', tie } }]]);
test.each<[string, object, string, string]>([
  ['its day and amount', {}, 'Agrees to PAYE due £40.00 (due by 19 November 2025)', 'HMRC 2025-11-19 40.00'],
  ['neither in a copy without amounts', { pay: false }, 'Agrees to PAYE due', ''],
])('the summary says of what is due to HMRC %s', (_, over, words, payment) => {
  const facts = seen({ checks: withTie(tied({ due: Money.parse('40.00'), dueOn: '2025-11-19' })), ...over });
  expect(about(summaryChapter(facts), /PAYE due/)).toEqual([`good: ${words}`]);
  const hmrc = paymentsTable(facts).rows.filter(({ to }) => to === 'HMRC');
  expect(hmrc.map(({ to, by, amount }) => `${to} ${by} ${amount}`).join()).toBe(payment);
});

test('HMRC is paid what is due, else what is expected, and what a person entered', () => {
  const hmrc = (over: object) =>
    paymentsTable(seen({ runs: [run({ other: Money.parse('3.00') })], ...over })).rows.flatMap(({ to, amount }) =>
      to === 'HMRC' || to === 'Others' ? [`${to} ${amount}`] : [],
    );
  expect(hmrc({ checks: withTie(tied({ dueOn: '2025-11-22' })) })).toEqual(['HMRC 44.00', 'Others 3.00']);
  const adjustments = [run({ ...levy, inPayment: false, journalSet: 'set/2', taxAuthority: Money.parse('5.00') })];
  expect(hmrc({ adjustments })).toEqual(['HMRC 44.00', 'HMRC 5.00', 'Others 3.00']);
});

test('the record names the log’s end, and fingerprints to who may see pay', () => {
  const facts = {
    runs: [run({ fingerprint: 'f' }), run({ fingerprint: null })],
    postings: [posting({ fingerprint: 'p' })],
  };
  const lines = (over: object = {}) => linesOf(recordChapter(seen({ ...facts, ...over })));
  expect(lines().slice(1)).toEqual([
    ...['Last entry: 1', 'Written: 1970-01-01T00:00:00.000Z', 'Its hash: h', '# Fingerprints: Of, Fingerprint'],
    ...['Payroll, x:2026-06:2025-10-31 | f', 'Journal, x | p'],
  ]);
  expect(lines({ pay: false })).toHaveLength(4);
});

test('of control accounts those are counted that need someone, and own work is what was noted as such', () => {
  const named = { ...part, state: 'rounding' };
  const { controls } = control([part]);
  const [first] = controls.accounts;
  const accounts = [first, { ...first, account: '902', open: [named] }];
  expect(about(summaryChapter(seen({ controls: { ...controls, accounts } })), /ontrol account/)).toEqual([
    'bad: Control accounts: 1 of 2 with something open',
  ]);
  const decision = { id: 'd', kind: 'sign_off', actor: 'Ann', at: new Date(0), tag: run().tag, endedAt: null };
  const log = [{ answer: 'seen', ref: 'd' }];
  const facts = seen({ decisions: [decision], runs: [run({ signedOffAt: new Date(0) })], log });
  expect(about(summaryChapter(facts), /^1970/)[0]).toContain('| Signed off |');
});
