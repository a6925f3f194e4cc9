import { policyGiven } from '../../acts/companies/change-policy.js';
import type { Company } from '../../companies/company.js';
import { dateTyped } from '../../journal/dates.js';
import { type FieldTreatment, treatmentNames } from '../../journal/mapping/decision.js';
import { amountTyped } from '../../journal/money.js';
import type { Layout, Policy } from '../../journal/policy.js';
import type { SplitPart } from '../../journal/allocation/split.js';

/** A policy as text in the form's fields, and back. The journal's rules judge it. */
export type PolicyFields = Readonly<Record<string, string>>;

export const accountFields = [
  'salaries',
  'employerNics',
  'staffPensions',
  'directorsSalaries',
  'directorsEmployerNics',
  'directorsPensions',
  'pensionCreditor',
  'payeNi',
  'otherDeductions',
  'netPay',
] as const;

export function fieldsOf(policy: Policy): PolicyFields {
  const { layout } = policy;
  const merged = typeof layout === 'object' ? layout.merged : undefined;
  const fields: Record<string, string> = {
    mode: policy.mode,
    approval: policy.approval,
    postFrom: policy.postFrom ?? '',
    directors: policy.directors,
    studentLoans: policy.studentLoans,
    sacrificedPension: policy.sacrificedPension,
    statuses: policy.statuses.join(', '),
    amendments: policy.amendments,
    guard: policy.guard,
    clientApproval: policy.clientApproval,
    payeReference: policy.controls.payeReference ?? '',
    accountsOffice: policy.controls.accountsOffice ?? '',
    variancePercent: policy.variance?.percent === undefined ? '' : String(policy.variance.percent),
    varianceAmount: policy.variance?.amount ?? '',
    layout: merged === undefined ? String(layout) : 'controlUser' in merged ? 'controlUser' : 'liabilityCategory',
    controlUser: merged !== undefined && 'controlUser' in merged ? merged.controlUser : '',
    mergedInto: merged !== undefined && 'liabilityCategory' in merged ? merged.liabilityCategory : '',
  };
  for (const code of policy.expectedWarnings) fields[`expected.${code}`] = 'yes';
  for (const name of accountFields) fields[`account.${name}`] = policy.accounts[name];
  for (const [index, [field, decision]] of Object.entries(policy.treatments).entries()) {
    fields[`treatment.${index}.field`] = field;
    fields[`treatment.${index}.as`] = typeof decision === 'string' ? decision : decision.as;
    fields[`treatment.${index}.account`] = accountText(decision);
  }
  for (const [index, [user, role]] of Object.entries(policy.roles).entries()) {
    fields[`role.${index}.user`] = user;
    fields[`role.${index}.as`] = role;
  }
  return fields;
}

/**
 * The fields as a policy; throws a Problem that names every wrong field. What the form does not show stays as it was.
 */
export function policyFrom(fields: PolicyFields, company: Pick<Company, 'policy'>): Policy {
  const before = company.policy;
  return policyGiven(company, {
    ...before,
    mode: fields.mode,
    approval: fields.approval,
    postFrom: fields.postFrom ? (dateTyped(fields.postFrom) ?? fields.postFrom) : null,
    directors: fields.directors,
    roles: Object.fromEntries(rowsOf(fields, 'role').map((row) => [row.user, row.as])),
    accounts: Object.fromEntries(accountFields.map((name) => [name, (fields[`account.${name}`] ?? '').trim()])),
    treatments: Object.fromEntries(rowsOf(fields, 'treatment').map((row) => [row.field, decisionOf(row)])),
    studentLoans: fields.studentLoans,
    sacrificedPension: fields.sacrificedPension,
    layout: layoutOf(fields),
    statuses: (fields.statuses ?? '')
      .split(',')
      .map((status) => status.trim())
      .filter(Boolean),
    amendments: fields.amendments,
    guard: fields.guard,
    clientApproval: fields.clientApproval,
    controls: {
      ...before.controls,
      payeReference: referenceTyped(fields.payeReference),
      accountsOffice: referenceTyped(fields.accountsOffice),
    },
    variance: varianceOf(fields),
    expectedWarnings: expectedOf(fields, before.expectedWarnings),
  });
}

/** HMRC prints the reference with spaces. */
const referenceTyped = (text = '') => text.replaceAll(' ', '').toUpperCase() || null;

type Row = Readonly<Record<string, string>>;

/** The filled rows of a list in the form: 'treatment.0.field', 'treatment.0.as', … */
export function rowsOf(fields: PolicyFields, list: 'treatment' | 'role'): readonly Row[] {
  const rows = new Map<string, Record<string, string>>();
  for (const [name, text] of Object.entries(fields)) {
    const [, of, number, key] = /^(\w{1,20})\.(\d{1,3})\.(\w{1,100})$/.exec(name) ?? [];
    if (of !== list || number === undefined || key === undefined) continue;
    rows.set(number, { ...rows.get(number), [key]: text.trim() });
  }
  return [...rows.values()].filter((row) => (list === 'treatment' ? row.field : row.user));
}

function decisionOf({ as = '', account }: Row): FieldTreatment {
  const treatment = treatmentNames.find((name) => name === as) ?? (as as 'hold');
  if (account?.includes(',')) return { as: treatment, split: account.split(',').map(splitPartOf) };
  return account ? { as: treatment, account } : treatment;
}

/** A split is written "049 1.00, 815": fixed amounts, then the account of the rest. */
function accountText(decision: FieldTreatment): string {
  if (typeof decision === 'string') return '';
  if (!('split' in decision)) return decision.account;
  return decision.split.map((one) => ('rest' in one ? one.account : `${one.account} ${one.amount}`)).join(', ');
}

function splitPartOf(text: string): SplitPart {
  const [account = '', amount] = text.trim().split(/\s+/);
  return amount === undefined ? { account, rest: true } : { account, amount };
}

function varianceOf({ variancePercent = '', varianceAmount }: PolicyFields): Policy['variance'] {
  const [percent, amount] = [variancePercent.replace('%', '').trim(), amountTyped(varianceAmount)];
  if (percent === '' && amount === '') return null;
  return { ...(percent !== '' && { percent: Number(percent) }), ...(amount !== '' && { amount }) };
}

/** Keeps the order of known codes, so that ticking the same ones again is not a change. */
function expectedOf(fields: PolicyFields, before: readonly string[]): readonly string[] {
  const ticked = Object.keys(fields).flatMap((name) => /^expected\.(.+)$/.exec(name)?.[1] ?? []);
  return [...before.filter((code) => ticked.includes(code)), ...ticked.filter((code) => !before.includes(code))];
}

function layoutOf({ layout, controlUser = '', mergedInto = '' }: PolicyFields): Layout | undefined {
  if (layout === 'controlUser') return { merged: { controlUser: controlUser.trim() } };
  if (layout === 'liabilityCategory') return { merged: { liabilityCategory: mergedInto.trim() } };
  return layout as Layout | undefined;
}
