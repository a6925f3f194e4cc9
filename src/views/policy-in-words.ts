import { inWords } from '../journal/dates.js';
import type { FieldTreatment } from '../journal/mapping/decision.js';
import type { AllocationRule } from '../journal/allocation/allocation-of-cost.js';
import type { ControlsPolicy } from '../journal/controls/controls-policy.js';
import type { Accounts, Layout, Policy } from '../journal/policy.js';
import { wordsOf } from '../journal/mapping/treatments.js';
import { holdWords } from './words.js';

interface Fact {
  readonly label: string;
  readonly value: string;
}

const modes: Readonly<Record<Policy['mode'], string>> = {
  auto: 'Posted by itself when payroll is filed',
  approve: 'Posted when a person approves it',
  check: 'Never posted: compared with the books',
};

const amendments: Readonly<Record<Policy['amendments'], string>> = {
  ask: 'A person is asked',
  amend: 'The journal is amended',
  reverse: 'The journal is reversed and posted again',
};

const eyes = { one: 'One', two: 'Two: who decides neither posts nor signs off' } as const;
const loans = { payeNi: 'With PAYE and NI', otherDeductions: 'With other deductions' } as const;
const sacrificed = { salary: 'Stays in salaries', staffPensions: 'Shown as staff pension' } as const;
const directors = { role: 'Their role', ni_calc_type: 'Their NI method' } as const;
const clientApproval = { before: 'Needed before posting', after: 'Asked for, if at all, after posting' } as const;
const guard = { on: 'On', off: 'Off' } as const;

const accountWords: Readonly<Record<keyof Accounts, string>> = {
  salaries: 'Salaries',
  employerNics: 'Employer’s NI',
  staffPensions: 'Staff pensions',
  directorsSalaries: 'Directors’ salaries',
  directorsEmployerNics: 'Directors’ employer’s NI',
  directorsPensions: 'Directors’ pensions',
  pensionCreditor: 'Owed to the pension provider',
  payeNi: 'Owed to HMRC',
  otherDeductions: 'Owed to third parties',
  netPay: 'Owed to people',
};

/** A policy in words, for somebody who has never seen a setting. */
export function policyInWords(policy: Policy, shown: { readonly people: boolean }): readonly Fact[] {
  const { mode, postFrom, accounts, treatments, studentLoans, sacrificedPension, layout, statuses } = policy;
  const codes = Object.entries(accountWords).map(([name, words]) => `${words} ${accounts[name as keyof Accounts]}`);
  const coded = Object.entries(treatments).map(([field, as]) => `${wordsOf(field)}: ${treatmentInWords(as)}`);
  return [
    { label: 'Posting', value: modes[mode] },
    { label: 'Pairs of eyes', value: eyes[policy.approval] },
    { label: 'Posted from', value: fromInWords(postFrom) },
    { label: 'Payroll that counts', value: statuses.join(', ') },
    { label: 'Nominal codes', value: codes.join(' · ') },
    { label: 'Pay items', value: coded.join(' · ') || 'As the standard table has them' },
    { label: 'Student loans', value: loans[studentLoans] },
    { label: 'Sacrificed pension', value: sacrificed[sacrificedPension] },
    { label: 'Layout', value: layoutInWords(layout, shown) },
    { label: 'When payroll changes', value: amendments[policy.amendments] },
    { label: 'Directors known by', value: directors[policy.directors] },
    { label: 'Client approval', value: clientApproval[policy.clientApproval] },
    { label: 'Guard against double posting', value: guard[policy.guard] },
    { label: 'Statutory pay recovery', value: recoveryInWords(policy) },
    { label: 'People with split cost', value: String(Object.keys(policy.allocations).length) },
  ];
}

type Words = Readonly<Record<string, string>>;

/** Each setting as labels and words: a setting that is added to the policy does not compile until it has its own. */
const settings: { readonly [Name in keyof Policy]: (value: Policy[Name]) => Words } = {
  mode: (mode) => ({ Posting: modes[mode] }),
  approval: (approval) => ({ 'Pairs of eyes': eyes[approval] }),
  postFrom: (from) => ({ 'Posted from': fromInWords(from) }),
  directors: (by) => ({ 'Directors known by': directors[by] }),
  roles: (roles) => each(roles, (user) => `Role of ${user}`, String),
  accounts: (accounts) => each(accounts, (name) => accountWords[name as keyof Accounts], String),
  treatments: (treatments) => each(treatments, wordsOf, treatmentInWords),
  studentLoans: (on) => ({ 'Student loans': loans[on] }),
  sacrificedPension: (on) => ({ 'Sacrificed pension': sacrificed[on] }),
  layout: (layout) => ({ Layout: layoutInWords(layout, { people: true }) }),
  statuses: (statuses) => ({ 'Payroll that counts': statuses.join(', ') }),
  amendments: (when) => ({ 'When payroll changes': amendments[when] }),
  guard: (is) => ({ 'Guard against double posting': guard[is] }),
  clientApproval: (when) => ({ 'Client approval': clientApproval[when] }),
  allocations: (all) => each(all, (user) => `Cost of ${user}`, rulesInWords),
  recovery: ({ post, from, smallEmployer }) => ({
    'Statutory pay recovery': recoveries[post],
    'Recovered from': fromInWords(from),
    'Small employer': smallEmployer ?? 'Not known',
  }),
  controls: (controls) => each(controls, (name) => controlWords[name as keyof ControlsPolicy], valueInWords),
  variance: (variance) => ({ 'Change of gross pay that is expected': varianceInWords(variance) }),
  expectedWarnings: (codes) => ({
    'Warnings that are expected':
      codes.map((code) => holdWords[code] ?? code.replaceAll('_', ' ')).join(', ') || 'None',
  }),
};

/** What a new version of the policy changed: "Salaries: 401 → 405". */
export function policyChanges(before: Policy, after: Policy): readonly string[] {
  const [old, now] = [wordsOfAll(before), wordsOfAll(after)];
  const labels = [...new Set([...old.keys(), ...now.keys()])];
  return labels
    .filter((label) => old.get(label) !== now.get(label))
    .map((label) => `${label}: ${old.get(label) ?? 'Not set'} → ${now.get(label) ?? 'Not set'}`);
}

function wordsOfAll(policy: Policy): ReadonlyMap<string, string> {
  const words = <Name extends keyof Policy>(name: Name) => Object.entries(settings[name](policy[name]));
  return new Map((Object.keys(settings) as (keyof Policy)[]).flatMap(words));
}

function each<Value>(all: object, label: (name: string) => string, words: (value: Value) => string): Words {
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [label(name), words(value as Value)]));
}

const controlWords: Readonly<Record<keyof ControlsPolicy, string>> = {
  payePeriod: 'PAYE is paid',
  collectionDay: 'Day of HMRC’s direct debit',
  pensionDay: 'Day pensions are paid',
  attachmentsDay: 'Day attachments are paid',
  otherDeductionsDay: 'Day other deductions are paid',
  cisSuffered: 'CIS suffered',
  cisWithheld: 'CIS withheld',
  payeReference: 'PAYE reference',
  accountsOffice: 'Accounts Office reference',
  whenClear: 'A company without exceptions',
};

const valueInWords = (value: string | number | null) => (value === null ? 'None' : String(value));
const fromInWords = (from: string | null) => (from === null ? 'The beginning' : inWords(from));

function rulesInWords(rules: readonly AllocationRule[]): string {
  return rules
    .map(({ from, parts, directors: includes }) => {
      const shares = parts.map(({ percent, accounts }) =>
        [`${percent} %`, ...new Set(Object.values(accounts))].join(' '),
      );
      return `from ${inWords(from)} ${shares.join(', ')}${includes === true ? ', directors too' : ''}`;
    })
    .join('; ');
}

function varianceInWords(variance: Policy['variance']): string {
  if (variance === null) return 'Any';
  const { percent, amount } = variance;
  return [...(percent === undefined ? [] : [`${percent} %`]), ...(amount === undefined ? [] : [`£${amount}`])].join(
    ' and ',
  );
}

function treatmentInWords(decision: FieldTreatment): string {
  const as = typeof decision === 'string' ? decision : decision.as;
  const words = as.replaceAll('_', ' ').replace('tax authority', 'HMRC');
  if (typeof decision === 'string') return words;
  return 'account' in decision
    ? `${words}, on ${decision.account}`
    : `${words}, split over ${decision.split.map(({ account }) => account).join(', ')}`;
}

function layoutInWords(layout: Layout, { people }: { readonly people: boolean }): string {
  if (layout === 'itemised') return 'Every person’s lines apart';
  if (layout === 'summarised') return 'One line an account';
  const { merged } = layout;
  if ('liabilityCategory' in merged) return `Net pay merged on ${merged.liabilityCategory}`;
  return people ? `Net pay merged on ${merged.controlUser}` : 'Net pay merged on one person’s account';
}

const recoveries = { off: 'Not posted', ask: 'A person is asked', auto: 'Posted by itself' } as const;

function recoveryInWords({ recovery }: Policy): string {
  const small =
    recovery.smallEmployer === null ? '' : `, ${recovery.smallEmployer === 'yes' ? '' : 'not '}a small employer`;
  return `${recoveries[recovery.post]}${small}`;
}
