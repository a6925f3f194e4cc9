import type { AllocationRule } from '../../journal/nouns/allocation-of-cost.js';
import { inWords } from '../../journal/nouns/dates.js';
import type { Money } from '../../journal/nouns/money.js';
import { asInformation, type ColumnMap } from '../../journal/policy/column-map.js';
import { treatmentInWords } from '../../journal/policy/decision-in-words.js';
import type { PayrollMove } from '../../journal/policy/moves.js';
import { type PensionRule, pensionAnswers, paysIn, paysNothing } from '../../journal/policy/employer-pension.js';
import { entryInWords, hmrcEntries, type HmrcEntry } from '../../journal/policy/hmrc-account.js';
import { type PaidBefore, paidBeforeWords } from '../../journal/policy/paid-before.js';
import { wordsOf } from '../../journal/policy/treatments.js';
import type { Policy } from '../../journal/policy/policy.js';
import { type OwnSetting, type SettingRow, settingRows, settings, valueAt } from '../../journal/policy/settings.js';
import { warningWords } from './words.js';

type Words = Readonly<Record<string, string>>;

/** A policy in words, for a reader who has never seen a setting. Settings of one group share a line. */
export function policyInWords(
  policy: Policy,
  shown: { readonly people: boolean },
): readonly { label: string; value: string }[] {
  const facts = new Map<string, string[]>();
  for (const row of settingRows) {
    const { path, group, label } = row;
    const words = isOwn(path) ? onOneLine(path, policy, shown) : valueInWords(row, valueAt(policy, path));
    const line = group ?? label;
    facts.set(line, [...(facts.get(line) ?? []), group === undefined ? words : `${label}: ${words}`]);
  }
  return [...facts].map(([label, words]) => ({ label, value: words.join(' · ') }));
}

/** The person a user's address belongs to, as the reader may see it. */
export type NameOf = (user: string) => string;
const byAddress: NameOf = (user) => user;

/** What a new version of the policy changed: "Accounts, Salaries: 401 → 405", "Cost of Employee One: …". */
export function policyChanges(before: Policy, after: Policy, nameOf = byAddress): readonly string[] {
  return settingRows.flatMap((row) => {
    // Compared by address: two people may have one name.
    const [old, now] = [partsOf(row, before), partsOf(row, after)];
    const [oldShown, nowShown] = [partsOf(row, before, nameOf), partsOf(row, after, nameOf)];
    return [...new Set([...Object.keys(old), ...Object.keys(now)])]
      .filter((key) => old[key] !== now[key])
      .map((key) => `${labelOf(row, key, nameOf)}: ${oldShown[key] ?? 'Not set'} → ${nowShown[key] ?? 'Not set'}`);
  });
}

/** Settings that are kept by user. */
const ofUsers: Readonly<Record<string, string>> = { roles: 'Role', allocations: 'Cost' };

function labelOf({ path }: SettingRow, key: string, nameOf: NameOf): string {
  const what = ofUsers[path];
  return what === undefined ? key : `${what} of ${nameOf(key)}`;
}

function partsOf(row: SettingRow, policy: Policy, nameOf = byAddress): Words {
  const { path, group, label } = row;
  if (isOwn(path)) return ownParts(path, policy, nameOf);
  return { [group === undefined ? label : `${group}, ${label}`]: valueInWords(row, valueAt(policy, path)) };
}

/** The words for a setting's value, if it has some. */
function valueInWords({ field, words, none }: SettingRow, value: unknown): string {
  if (value === null) return none ?? '';
  if (Array.isArray(value)) return value.join(', ');
  const text = String(value);
  return field === 'date' ? inWords(text) : (words?.[text] ?? text);
}

interface NamesShown {
  readonly nameOf: NameOf;
  readonly accountName: (code: string) => string;
  /** The reader may see pay, and who is paid. */
  readonly people: boolean;
}

const partsShownMax = 3;

/** One setting, on the page of settings: an account with its name, people by theirs. */
export function settingInWords(row: SettingRow, policy: Policy, { nameOf, accountName, people }: NamesShown): string {
  const { path, field } = row;
  const value = valueAt(policy, path);
  if (field === 'account' && typeof value === 'string') return `${value} ${accountName(value)}`.trim();
  if (!isOwn(path)) return valueInWords(row, value) || 'None';
  const all = Object.entries(ownParts(path, policy, nameOf));
  if (!people && ofPersons.includes(path)) return String(all.length);
  const shown = all.slice(0, partsShownMax).map(([label, words]) => {
    if (label === settings[path].label) return words;
    return `${Object.hasOwn(ofUsers, path) ? nameOf(label) : label}: ${words}`;
  });
  const more = all.length > shown.length ? [`and ${all.length - shown.length} more`] : [];
  return [...shown, ...more].join('; ') || 'None';
}

/** Each setting of a shape of its own, as parts with labels. */
const own: { readonly [Name in OwnSetting]: (value: Policy[Name], label: string, nameOf: NameOf) => Words } = {
  roles: (roles) => parts(roles, byAddress, String),
  treatments: (treatments) => parts(treatments, wordsOf, treatmentInWords),
  layout: (layout, label, nameOf) => ({ [label]: layoutInWords(layout, nameOf) }),
  allocations: (all) => parts(all, byAddress, rulesInWords),
  payrollMoves: (moves, label) => ({ [label]: moves.map(moveInWords).join('; ') || 'None' }),
  payrollPeople: (people, _, nameOf) => parts(people, (id) => `Payroll id ${id}`, nameOf),
  employerPensions: (pensions) =>
    parts(pensions, (id) => `Employer’s pension of ${pensionsFor[id] ?? id}`, pensionInWords),
  pensionTotals: (totals) =>
    parts(
      totals,
      (month) => `The pension provider’s total of ${month}`,
      (amount) => `£${amount}`,
    ),
  paidBeforeFiles: (all) => parts(all, (id) => `Of ${id} before the first file`, paidBeforeInWords),
  hmrcAccount: (all) => Object.fromEntries(entriesInWords(all)),
  payrollColumns: (map, label) => (map === null ? { [label]: 'None' } : columnsInWords(map)),
  variance: (variance, label) => ({ [label]: varianceInWords(variance) }),
  expectedWarnings: (codes, label) => ({ [label]: codes.map(warningInWords).join(', ') || 'None' }),
};

const isOwn = (path: string): path is OwnSetting => Object.hasOwn(own, path);

function ownParts<Name extends OwnSetting>(name: Name, policy: Policy, nameOf = byAddress): Words {
  return own[name](policy[name], settings[name].label, nameOf);
}

/** Not everyone who reads them may see whose they are. */
export const ofPersons: readonly OwnSetting[] = [
  ...(['roles', 'allocations', 'payrollPeople', 'employerPensions', 'pensionTotals', 'paidBeforeFiles'] as const),
];

function onOneLine(name: OwnSetting, policy: Policy, { people }: { readonly people: boolean }): string {
  const words = Object.entries(ownParts(name, policy));
  if (ofPersons.includes(name)) return String(words.length);
  if (name === 'treatments')
    return words.map((part) => part.join(': ')).join(' · ') || 'As the standard table has them';
  if (name === 'hmrcAccount') return words.map((part) => part.join(': ')).join(' · ') || 'Nothing';
  if (name === 'payrollColumns' && policy.payrollColumns !== null)
    return words.map((part) => part.join(': ')).join(' · ');
  const { layout } = policy;
  if (name === 'layout' && !people && typeof layout === 'object' && 'controlUser' in layout.merged)
    return 'Merged: all net pay on one person’s account';
  return words.map(([, value]) => value).join();
}

function parts<Value>(
  all: Readonly<Record<string, Value>>,
  label: (name: string) => string,
  words: (value: Value) => string,
) {
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [label(name), words(value)]));
}

/** Each heading with what it is. */
function columnsInWords({ person, name, fields, net, totals }: ColumnMap): Words {
  const columns = Object.entries(fields).map(([heading, field]) => [
    heading,
    field === asInformation ? 'Information' : wordsOf(field),
  ]);
  return parts(
    Object.fromEntries([
      [person, 'Payroll id'],
      ...(name === undefined ? [] : [[name, 'Name']]),
      ...columns,
      ...(net === undefined ? [] : [[net, 'Net pay']]),
      ...(totals === undefined ? [] : [[totals, 'The total row']]),
    ]),
    (heading) => `Column “${heading}”`,
    String,
  );
}

const pensionsFor: Readonly<Record<string, string>> = {
  [paysNothing]: 'everyone who is not named and pays nothing in',
  [paysIn]: 'everyone who is not named and pays in',
};

/** "£71.40 a payment; from 6 April 2026 3 % of qualifying earnings" */
const pensionInWords = (given: string): string =>
  (pensionAnswers(given) ?? [])
    .map(({ from, pays }) => `${from === undefined ? '' : `from ${inWords(from)} `}${pensionRuleInWords(pays)}`)
    .join('; ');

function pensionRuleInWords(rule: PensionRule): string {
  if (rule.kind === 'amount') return rule.amount.isZero() ? 'nothing' : `${rule.amount.inPounds()} a payment`;
  const { percent, of, beforeSacrifice, sacrificed } = rule;
  const share = `${percentInWords(percent)} of ${of === 'gross' ? 'gross pay' : 'qualifying earnings'}`;
  const before = beforeSacrifice ? ' before salary sacrifice' : '';
  if (sacrificed === undefined) return share;
  const added = sacrificed.kind === 'amount' ? sacrificed.amount.inPounds() : percentInWords(sacrificed.percent);
  return `${share}${before}, and ${added} that is sacrificed`;
}

const percentInWords = (percent: Money): string => `${Number(percent.toString())} %`;

/** By what they are. */
const entriesInWords = (all: readonly HmrcEntry[]): readonly (readonly [string, string])[] =>
  [...new Set(all.map(({ what }) => what))].map((what) => [
    hmrcEntries[what],
    all
      .filter((one) => one.what === what)
      .map(entryInWords)
      .join('; '),
  ]);

const paidBeforeInWords = (years: PaidBefore[string]) =>
  Object.entries(years)
    .flatMap(([year, amounts]) =>
      Object.entries(amounts).map(([field, amount]) => `${year} ${paidBeforeWords(field)} £${amount}`),
    )
    .join(', ');

/** "From the accounting service to files, from 6 October 2025" */
export const moveInWords = ({ from, to, on }: PayrollMove): string =>
  `From ${payrollInWords(from)} to ${payrollInWords(to)}, from ${inWords(on)}`;

export const payrollInWords = (source: string): string =>
  source === 'service' ? 'the accounting service' : source === 'files' ? 'files' : `${source} files`;

const warningInWords = (code: string) => warningWords[code] ?? code.replaceAll('_', ' ');

function rulesInWords(rules: readonly AllocationRule[]): string {
  return rules
    .map(({ from, parts, directors: includes }) => {
      const shares = parts.map(
        ({ percent, accounts }) =>
          `${percent} % to ${[...new Set(Object.values(accounts))].join(', ') || 'the usual accounts'}`,
      );
      return `from ${inWords(from)} ${shares.join(', ')}${includes === true ? ', directors too' : ''}`;
    })
    .join('; ');
}

function varianceInWords(variance: Policy['variance']): string {
  const { percent, amount } = variance ?? {};
  return [percent && `${percent} %`, amount && `£${amount}`].filter(Boolean).join(' or ') || 'Any';
}

function layoutInWords(layout: Policy['layout'], nameOf: NameOf): string {
  if (typeof layout === 'string') return layoutWords[layout];
  const [[kind, on] = []] = Object.entries(layout.merged);
  return `${layoutWords[kind as 'controlUser']}, ${kind === 'controlUser' ? nameOf(String(on)) : on}`;
}

/** As the page's choice has them. */
export const layoutWords = {
  itemised: 'Itemised: each payslip’s own lines',
  summarised: 'Summarised: one line per account',
  controlUser: 'Merged: all net pay on one control user',
  liabilityCategory: 'Merged: all net pay on one liability account',
} as const;
