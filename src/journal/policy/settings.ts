import * as z from 'zod';
import { type Allocations, allocationsShape } from '../nouns/allocation-of-cost.js';
import { codeShape } from '../nouns/chart.js';
import { type ColumnMap, columnMapShape } from './column-map.js';
import { decisionShape, type FieldTreatment } from './decision.js';
import { movesShape, type PayrollMove } from './moves.js';
import { employerPensionExpects, employerPensionShape } from './employer-pension.js';
import { hmrcAccountShape, hmrcEntries, type HmrcEntry } from './hmrc-account.js';
import { type PaidBefore, paidBeforeShape, taxYearShape } from './paid-before.js';
import { account, choice, date, day, days, group, list, mailAddress, own, reference, type Setting } from './setting.js';

const filled = z.string().min(1);

const role = z.enum(['director', 'employee']);
const roles: z.ZodType<Readonly<Record<string, z.infer<typeof role>>>> = z.record(filled, role);

const treatments: z.ZodType<Readonly<Record<string, FieldTreatment>>> = z.record(filled, decisionShape);

const layouts =
  '"itemised", "summarised", { "merged": { "controlUser": … } } or { "merged": { "liabilityCategory": … } }';
const merged = z.union([z.strictObject({ controlUser: filled }), z.strictObject({ liabilityCategory: codeShape })]);
const layout = z.union([z.enum(['itemised', 'summarised']), z.strictObject({ merged })], `${layouts} is expected`);

/** If both are given, either is enough to be looked at: of a small payroll a share is small, of a large one an amount. */
const variance = z
  .strictObject({
    percent: z.number().positive().max(1000),
    amount: z.string().regex(/^\d{1,9}(\.\d{2})?$/, 'pounds are expected, such as "500" or "500.00"'),
  })
  .partial()
  .refine(({ percent, amount }) => percent !== undefined || amount !== undefined, 'a percent, an amount or both');

const warnings: z.ZodType<readonly string[]> = z.array(
  filled.max(60),
  'a list of codes is expected, such as ["negative_tax"]',
);

/** Or a name, of two parts of up to 35 letters each, with what tells it from another. */
const payrollId = filled.max(120);

const usersByPayrollId: z.ZodType<Readonly<Record<string, string>>> = z.record(payrollId, filled);

const pensionsByPayrollId: z.ZodType<Readonly<Record<string, string>>> = z.record(payrollId, employerPensionShape);

const pensionTotals: z.ZodType<Readonly<Record<string, string>>> = z.record(
  z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'a month such as "2025-10" is expected'),
  z.string().regex(/^\d{1,9}(\.\d{2})?$/, 'pounds are expected, such as "1204.50"'),
);

const recovery = group('Statutory pay recovery', {
  post: choice('Recovery', 'ask', { off: 'Not posted', ask: 'Ask a person', auto: 'Post automatically' }),
  from: {
    ...date(
      'Recovered from',
      '2026-04-06',
      'Tax months that end before this day are left alone. What an EPS says is posted from the cut-over on.',
    ),
    none: 'The tax month of connecting',
  },
  smallEmployer: {
    ...choice('Small employer', null, { yes: 'Yes', no: 'No' }, 'A person is asked for the rate until it is known.'),
    none: 'Not known',
  },
});

/**
 * Every setting of a company's policy, in the order in which all places show them. Made from it: the type `Policy`, its
 * defaults and its schema; `policy --set` and `--help`; the fields of the page; the words of the month file and of the
 * policy's history; docs/policy.md.
 */
export const settings = {
  mode: choice('Mode', 'approve', { auto: 'Post automatically', approve: 'Wait for approval', check: 'Check only' }),
  approval: choice('Pairs of eyes', 'one', {
    one: 'One person may decide, post and sign off',
    two: 'Two: the person who decides does not post or sign off',
  }),
  postFrom: date('Post pay runs paid from', '2025-10-06', 'Earlier ones are before cut-over: shown, never posted.'),
  directors: choice('Who is a director', 'role', {
    role: 'By role among the users',
    ni_calc_type: 'By the NI method of the payslip',
  }),
  roles: own(
    'Directors and employees by name',
    {},
    {
      schema: roles,
      expects: '"director" or "employee" by user url',
      help: 'For people whose role does not decide it, such as owners and partners.',
    },
  ),
  accounts: group('Accounts', {
    salaries: account('Salaries', '401'),
    employerNics: account('Employer NICs', '402'),
    staffPensions: account('Staff pensions', '403'),
    directorsSalaries: account('Directors’ salaries', '407'),
    directorsEmployerNics: account('Directors’ employer NICs', '408'),
    directorsPensions: account('Directors’ pensions', '403'),
    pensionCreditor: account('Pension creditor', '813'),
    payeNi: account('PAYE/NI', '814'),
    otherDeductions: account('Other deductions', '815'),
    netPay: account('Net pay', '902'),
  }),
  treatments: {
    ...own(
      'How pay items are treated',
      { other_deductions: 'hold', deductions_subject_to_nic_but_not_paye: 'hold' },
      {
        schema: treatments,
        expects: 'a treatment by pay item, or { "as": …, "account": … }, { "as": …, "split": [ … ] }',
        help: 'Only what differs from the usual treatment.',
      },
    ),
    by: 'reviewer',
  },
  studentLoans: choice('Student loans', 'payeNi', {
    payeNi: 'With PAYE and NI',
    otherDeductions: 'With other deductions',
  }),
  sacrificedPension: choice('Pension by salary sacrifice', 'salary', {
    salary: 'Stays in salaries',
    staffPensions: 'Moves to staff pensions',
  }),
  layout: own<z.infer<typeof layout>>('Layout', 'itemised', { schema: layout, expects: layouts }),
  statuses: list('Filing statuses that are posted', ['filed']),
  amendments: choice('When payroll changes after posting', 'ask', {
    ask: 'Ask a person',
    amend: 'Amend the journal',
    reverse: 'Reverse, and post again',
  }),
  guard: choice(
    'Double-posting guard',
    'on',
    { on: 'On', off: 'Off' },
    'Looks for payroll that is in the books already.',
  ),
  clientApproval: choice(
    'The client’s approval',
    'after',
    { after: 'Asked for, if at all, after posting', before: 'Needed before anything is posted' },
    'By a link that you send: on the pay run.',
  ),
  clientEmail: mailAddress(
    'Who approves for the client',
    'owner@ash.example',
    'Where the link for the client’s approval is mailed: one address.',
  ),
  clientReminder: {
    ...days(
      'The client is reminded after',
      null,
      13,
      'Days after it was asked, once, if it has not answered: by a new link, which ends the one before.',
    ),
    none: 'Not by itself',
  },
  allocations: own<Allocations>(
    'People with split cost',
    {},
    {
      schema: allocationsShape,
      expects: 'dated shares of cost by user url',
    },
  ),
  recovery: {
    ...recovery,
    schema: recovery.schema.refine(({ post, smallEmployer }) => post !== 'auto' || (smallEmployer ?? null) !== null, {
      message: '"auto" needs smallEmployer: "yes" or "no"',
    }),
  },
  controls: group('Control accounts', {
    payePeriod: choice('PAYE is paid', 'monthly', {
      monthly: 'Every month',
      quarterly: 'Every quarter: three tax months are one payment',
    }),
    collectionDay: day('Day of HMRC’s direct debit', null, 'A day of the month; without one, the 22nd.'),
    pensionDay: day('Day pensions are paid', 22, 'Of the calendar month after the deduction.'),
    attachmentsDay: day('Day attachments are paid', 19, 'Of the calendar month after the deduction.'),
    otherDeductionsDay: day(
      'Day other deductions are paid',
      null,
      'Salary sacrifice and others; without one, a journal clears them.',
    ),
    cisSuffered: account('CIS suffered', '814', 'The account that sales receipts debit.'),
    setsOffCis: {
      ...choice(
        'CIS suffered is set off against PAYE',
        null,
        { yes: 'Yes', no: 'No: it is claimed with the owner’s own tax' },
        'Only companies set it off.',
      ),
      none: 'If the books are a limited company’s',
    },
    cisWithheld: account('CIS withheld', null, 'What was withheld from subcontractors and is paid with PAYE.'),
    payeReference: reference(
      'PAYE reference',
      /^\d{3}\/[A-Z\d]{1,10}$/,
      '123/AB456',
      'Printed in the month file; a payroll file names its client by it.',
    ),
    accountsOffice: reference(
      'Accounts Office reference',
      /^\d{3}P[A-Z]\d{7}[\dX]$/,
      '123PA00012345',
      'Shown in HMRC due, printed in the month file.',
    ),
    whenClear: choice('A company without exceptions', 'hide', { show: 'Shown in Month', hide: 'Not shown' }),
  }),
  payroll: group('Payroll', {
    from: choice(
      'Payroll comes from',
      'service',
      { service: 'The accounting service', files: 'Files that are received: HMRC’s FPS, or reports' },
      'If it is run elsewhere, you give each FPS as it was sent to HMRC, or a payslip report of each pay date.',
    ),
    reliefInDeductions: {
      ...choice(
        'Pension by relief at source is among the deductions from net pay',
        null,
        { yes: 'Yes', no: 'No' },
        'Of the program that makes the files: net pay depends on it.',
      ),
      none: 'Not known: asked',
    },
    bothShares: choice(
      'NI in the files',
      'no',
      {
        no: 'Each share by itself',
        yes: 'The employer’s has the employee’s share in it',
        employee: 'The employee’s has the employer’s share in it',
      },
      'Some programs send both shares as one.',
    ),
    niTables: choice(
      'The program takes NI from HMRC’s tables',
      'no',
      { no: 'No, it works it out exactly', yes: 'Yes' },
      'They differ a little from exact NI each period, and that is then no warning.',
    ),
    withoutNi: list('Payroll ids without NI', [], 'Of people who owe none at any pay: under 16, or insured abroad.'),
    levyAccount: account('Apprenticeship levy', null, 'The account that bears the levy in an EPS.'),
    pensionsConfirmed: {
      ...reference(
        'Employer’s pensions are confirmed up to tax year',
        /./,
        '2026/27',
        'What was said about them is confirmed once each April.',
      ),
      schema: taxYearShape.nullable(),
      expects: 'a tax year',
      none: 'Not yet',
    },
  }),
  payrollMoves: own<readonly PayrollMove[]>('Moves of payroll', [], {
    schema: movesShape,
    expects: '[{ "on": "2025-10-06", "from": "service", "to": "files", "madeAt": … }]',
    help: 'From which pay date on payroll came from elsewhere. `payroll move` adds one.',
  }),
  payrollPeople: own(
    'People by payroll id',
    {},
    {
      schema: usersByPayrollId,
      expects: 'a user url by payroll id',
      help: 'For payroll that comes as files: net pay is owed to a person of the books.',
    },
  ),
  employerPensions: own(
    'Employer’s pensions by payroll id',
    {},
    {
      schema: pensionsByPayrollId,
      expects: employerPensionExpects,
      help: 'For payroll that comes as files: no FPS has them, and nothing is posted for someone without an answer.',
    },
  ),
  pensionTotals: own(
    'The pension provider’s totals',
    {},
    {
      schema: pensionTotals,
      expects: 'an amount by tax month, "2025-10" for the one that begins on 6 October 2025',
      help: 'For payroll that comes as files: what the provider takes for a month, of employees and employer together. A pay run is held if its month comes to something else.',
    },
  ),
  paidBeforeFiles: own<PaidBefore>(
    'Statutory pay of before the first file',
    {},
    {
      schema: paidBeforeShape,
      expects: '{ "2025/26": { "statutory_maternity_pay": "500.00" } } by payroll id',
      help: 'For payroll that comes as files: they have it as year to date, so of a year that had begun it is asked. “0.00” says that there was none.',
    },
  ),
  hmrcAccount: own<readonly HmrcEntry[]>('What HMRC’s account shows', [], {
    schema: hmrcAccountShape,
    expects: `a list of { "what": ${Object.keys(hmrcEntries).join(', ')}; "year": "2026/27"; "month" or "on"; "amount" }`,
    help: 'For payroll that comes as files: what HMRC advanced or repaid, with its day; CIS withheld and HMRC’s own figure, by tax month; once a year, whether another company uses the employment allowance.',
  }),
  payrollColumns: own<ColumnMap | null>('Columns of a payslip report', null, {
    schema: columnMapShape.nullable(),
    expects: '{ "person": …, "name": …, "fields": { heading: payslip field or "information" }, "net": …, "totals": … }',
    help: 'For payroll that comes as reports, CSV or Excel: what each column is. `payroll columns` guesses it.',
  }),
  variance: own<z.infer<typeof variance> | null>(
    'Gross may differ from the month before by',
    { percent: 10, amount: '500.00' },
    {
      schema: variance.nullable(),
      expects: '{ "percent": 10 }, { "amount": "500.00" } or both; null: any',
      help: 'Per cent, pounds, or both. A pay run beyond either is not clean, and is looked at first when it is signed off.',
    },
  ),
  expectedWarnings: own('Warnings that need no closer look', [], {
    schema: warnings,
    expects: 'a list of codes',
    help: 'A pay run with no other warning counts as clean.',
  }),
} as const satisfies Readonly<Record<string, Setting | ReturnType<typeof group>>>;

/** How one company's payroll is posted. */
export type Policy = { readonly [Name in keyof typeof settings]: (typeof settings)[Name]['usual'] };

/** The settings whose fields and words are written by hand: each has to be in every such table. */
export type OwnSetting = {
  [Name in keyof typeof settings]: (typeof settings)[Name] extends { readonly field: 'own' } ? Name : never;
}[keyof typeof settings];

/** One setting where it stands in a policy. */
export interface SettingRow extends Setting {
  /** 'mode', 'accounts.payeNi' */
  readonly path: string;
  readonly group?: string;
}

/** Every setting, those of a group one by one. */
export const settingRows: readonly SettingRow[] = Object.entries(settings).flatMap(([name, one]): SettingRow[] => {
  if (!('rows' in one)) return [{ ...one, path: name }];
  return Object.entries(one.rows).map(([key, row]) => ({ ...row, path: `${name}.${key}`, group: one.label }));
});

/** What a policy has at a setting's path. */
export function valueAt(policy: Policy, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], policy);
}
