import { inWords } from '../journal/dates.js';
import type { FieldTreatment } from '../journal/mapping/decision.js';
import type { Accounts, Layout, Policy } from '../journal/policy.js';
import { wordsOf } from '../journal/mapping/treatments.js';
import type { Fact } from './chapter.js';

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
    {
      label: 'Pairs of eyes',
      value: policy.approval === 'two' ? 'Two: who decides neither posts nor signs off' : 'One',
    },
    { label: 'Posted from', value: postFrom === null ? 'The beginning' : inWords(postFrom) },
    { label: 'Payroll that counts', value: statuses.join(', ') },
    { label: 'Nominal codes', value: codes.join(' · ') },
    { label: 'Pay items', value: coded.join(' · ') || 'As the standard table has them' },
    { label: 'Student loans', value: studentLoans === 'payeNi' ? 'With PAYE and NI' : 'With other deductions' },
    {
      label: 'Sacrificed pension',
      value: sacrificedPension === 'salary' ? 'Stays in salaries' : 'Shown as staff pension',
    },
    { label: 'Layout', value: layoutInWords(layout, shown) },
    { label: 'When payroll changes', value: amendments[policy.amendments] },
    { label: 'Directors known by', value: policy.directors === 'role' ? 'Their role' : 'Their NI method' },
    {
      label: 'Client approval',
      value: policy.clientApproval === 'before' ? 'Needed before posting' : 'Asked for, if at all, after posting',
    },
    { label: 'Guard against double posting', value: policy.guard === 'on' ? 'On' : 'Off' },
    { label: 'Statutory pay recovery', value: recoveryInWords(policy) },
    { label: 'People with split cost', value: String(Object.keys(policy.allocations).length) },
  ];
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
