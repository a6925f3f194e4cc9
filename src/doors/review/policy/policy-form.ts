import { policyGiven } from '../../../acts/companies/change-policy.js';
import type { Company } from '../../../companies/company.js';
import { dateTyped, taxYearInWords, taxYearTyped } from '../../../journal/nouns/dates.js';
import { type FieldTreatment, kindOf, treatmentNames } from '../../../journal/policy/decision.js';
import { amountTyped } from '../../../journal/nouns/money.js';
import type { PaidBefore } from '../../../journal/policy/paid-before.js';
import type { Layout, Policy } from '../../../journal/policy/policy.js';
import type { SplitPart } from '../../../journal/nouns/split.js';
import { type OwnSetting, type SettingRow, settingRows, valueAt } from '../../../journal/policy/settings.js';

/** A policy as text in the form's fields, and back. The journal's rules judge it. */
export type PolicyFields = Readonly<Record<string, string>>;

/** The fields that are made from a row of the table are named by its path; an empty one is null. */
export function fieldsOf(policy: Policy): PolicyFields {
  const fields: Record<string, string> = {};
  for (const { field, path } of settingRows) {
    const value = valueAt(policy, path) ?? '';
    if (field !== 'own') fields[path] = Array.isArray(value) ? value.join(', ') : String(value);
  }
  return Object.assign(fields, ...Object.values(own).map(({ shown }) => shown(policy)));
}

/**
 * The fields as a policy; throws a Problem that names every wrong field. Settings that the form does not show stay as
 * they were.
 */
export function policyFrom(fields: PolicyFields, company: Pick<Company, 'policy'>): Policy {
  const given: Record<string, unknown> = { ...company.policy };
  for (const row of settingRows) {
    const text = fields[row.path];
    if (row.field === 'own' || text === undefined) continue;
    const [name = '', key] = row.path.split('.');
    given[name] = key === undefined ? typed(row, text) : { ...(given[name] as object), [key]: typed(row, text) };
  }
  for (const [name, { typed }] of Object.entries(own)) given[name] = typed(fields, company.policy);
  return policyGiven(company, given);
}

function typed({ field, none }: SettingRow, given: string): unknown {
  const text = given.trim();
  if (text === '' && none !== undefined) return null;
  switch (field) {
    case 'date':
      return dateTyped(text) ?? text;
    case 'day':
      return /^\d+$/.test(text) ? Number(text) : text;
    case 'list':
      return text.split(',').map((one) => one.trim()).filter(Boolean); // biome-ignore format: one line
    // HMRC prints a reference with spaces.
    case 'text':
      return text.replaceAll(' ', '').toUpperCase();
    default:
      return text;
  }
}

interface OwnFields {
  shown(policy: Policy): PolicyFields;
  typed(fields: PolicyFields, before: Policy): unknown;
}

/** The settings with a shape of their own; some have a page of their own. */
const own: Readonly<
  Record<Exclude<OwnSetting, 'allocations' | 'payrollColumns' | 'pensionTotals' | 'payrollMoves'>, OwnFields>
> = {
  roles: {
    shown: ({ roles }) => rowsShown('role', Object.entries(roles).map(([user, as]) => ({ user, as }))), // biome-ignore format: one line
    typed: (fields) => Object.fromEntries(rowsOf(fields, 'role').map((row) => [row.user, row.as])),
  },
  treatments: {
    shown: ({ treatments }) =>
      rowsShown(
        'treatment',
        Object.entries(treatments).map(([field, as]) => ({ field, as: kindOf(as), account: accountText(as) })),
      ),
    typed: (fields) => Object.fromEntries(rowsOf(fields, 'treatment').map((row) => [row.field, decisionOf(row)])),
  },
  // One list on the page: a payroll id, who it is, and what the employer pays into a pension.
  payrollPeople: {
    shown: ({ payrollPeople, employerPensions }) =>
      rowsShown(
        'payee',
        [...new Set([...Object.keys(payrollPeople), ...Object.keys(employerPensions)])].map((id) => ({
          ...{ id, user: payrollPeople[id] ?? '', pension: employerPensions[id] ?? '' },
        })),
      ),
    typed: (fields) => payeesOf(fields, 'user'),
  },
  employerPensions: { shown: () => ({}), typed: (fields) => payeesOf(fields, 'pension') },
  paidBeforeFiles: {
    shown: ({ paidBeforeFiles }) => rowsShown('before', paidBeforeRows(paidBeforeFiles)),
    typed: (fields) => paidBeforeOf(rowsOf(fields, 'before')),
  },
  hmrcAccount: {
    shown: ({ hmrcAccount }) =>
      rowsShown(
        'hmrc',
        hmrcAccount.map(({ what, year, month, on = '', amount = '' }) => ({
          what,
          year,
          month: String(month ?? ''),
          on,
          amount,
        })),
      ),
    typed: (fields) => rowsOf(fields, 'hmrc').map(hmrcEntryOf),
  },
  layout: { shown: layoutShown, typed: layoutOf },
  variance: {
    shown: ({ variance }) => ({
      variancePercent: String(variance?.percent ?? ''),
      varianceAmount: variance?.amount ?? '',
    }),
    typed: varianceOf,
  },
  expectedWarnings: {
    shown: ({ expectedWarnings }) => Object.fromEntries(expectedWarnings.map((code) => [`expected.${code}`, 'yes'])),
    typed: (fields, { expectedWarnings }) => expectedOf(fields, expectedWarnings),
  },
};

type Row = Readonly<Record<string, string>>;
type List = 'treatment' | 'role' | 'payee' | 'before' | 'hmrc';

/** What identifies a row that is filled in. */
const keyOfRow: Readonly<Record<List, string>> = {
  treatment: 'field',
  role: 'user',
  payee: 'id',
  before: 'id',
  hmrc: 'year',
};

/** Only what is filled in: the setting says what each entry needs. */
const hmrcEntryOf = ({ what, year, month, on, amount }: Row) => ({
  what,
  year: yearShown(year),
  ...(month && { month: /^\d+$/.test(month) ? Number(month) : month }),
  ...(on && { on: dateTyped(on) ?? on }),
  ...(amount && { amount: amountTyped(amount) }),
});

const payeesOf = (fields: PolicyFields, what: 'user' | 'pension') =>
  Object.fromEntries(rowsOf(fields, 'payee').flatMap((row) => (row[what] ? [[row.id, row[what]]] : [])));

/** One row for each amount, with the tax year that it is of. */
const paidBeforeRows = (all: PaidBefore): readonly Row[] =>
  Object.entries(all).flatMap(([id, years]) =>
    Object.entries(years).flatMap(([year, amounts]) =>
      Object.entries(amounts).map(([field, amount]) => ({ id, year, field, amount })),
    ),
  );

function paidBeforeOf(rows: readonly Row[]): PaidBefore {
  const filled = rows.filter(({ amount }) => amount).map((row) => ({ ...row, year: yearShown(row.year) }));
  return grouped(filled, 'id', (ofPerson) => grouped(ofPerson, 'year', amountsOf));
}

const amountsOf = (rows: readonly Row[]) =>
  Object.fromEntries(rows.map(({ field = '', amount }) => [field, amountTyped(amount)]));

function yearShown(text = ''): string {
  const year = taxYearTyped(text);
  return year === undefined ? text : taxYearInWords(year);
}

function grouped<Made>(rows: readonly Row[], by: string, made: (rows: readonly Row[]) => Made): Record<string, Made> {
  const keys = [...new Set(rows.map((row) => row[by] ?? ''))];
  return Object.fromEntries(keys.map((key) => [key, made(rows.filter((row) => row[by] === key))]));
}

function rowsShown(list: List, rows: readonly Row[]): PolicyFields {
  const named = rows.flatMap((row, index) =>
    Object.entries(row).map(([key, text]) => [`${list}.${index}.${key}`, text]),
  );
  return Object.fromEntries(named);
}

/** The filled rows of a list in the form: 'treatment.0.field', 'treatment.0.as', … */
export function rowsOf(fields: PolicyFields, list: List): readonly Row[] {
  const rows = new Map<string, Record<string, string>>();
  for (const [name, text] of Object.entries(fields)) {
    const [, of, number, key] = /^(\w{1,20})\.(\d{1,3})\.(\w{1,100})$/.exec(name) ?? [];
    if (of !== list || number === undefined || key === undefined) continue;
    rows.set(number, { ...rows.get(number), [key]: text.trim() });
  }
  return [...rows.values()].filter((row) => row[keyOfRow[list]]);
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

function varianceOf({ variancePercent, varianceAmount }: PolicyFields, before: Policy): Policy['variance'] {
  if (variancePercent === undefined && varianceAmount === undefined) return before.variance;
  const [percent, amount] = [(variancePercent ?? '').replace('%', '').trim(), amountTyped(varianceAmount)];
  if (percent === '' && amount === '') return null;
  return { ...(percent !== '' && { percent: Number(percent) }), ...(amount !== '' && { amount }) };
}

/** Keeps the order of known codes, so that ticking the same codes again is not a change. */
function expectedOf(fields: PolicyFields, before: readonly string[]): readonly string[] {
  const ticked = Object.keys(fields).flatMap((name) => /^expected\.(.+)$/.exec(name)?.[1] ?? []);
  return [...before.filter((code) => ticked.includes(code)), ...ticked.filter((code) => !before.includes(code))];
}

function layoutShown({ layout }: Policy): PolicyFields {
  if (typeof layout === 'string') return { layout };
  const { merged } = layout;
  return 'controlUser' in merged
    ? { layout: 'controlUser', controlUser: merged.controlUser }
    : { layout: 'liabilityCategory', mergedInto: merged.liabilityCategory };
}

function layoutOf({ layout, controlUser = '', mergedInto = '' }: PolicyFields, before: Pick<Policy, 'layout'>): Layout {
  if (layout === undefined) return before.layout;
  if (layout === 'controlUser') return { merged: { controlUser: controlUser.trim() } };
  if (layout === 'liabilityCategory') return { merged: { liabilityCategory: mergedInto.trim() } };
  return layout as Layout;
}
