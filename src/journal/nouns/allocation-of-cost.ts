import * as z from 'zod';
import { codeShape, isOfPersons } from './chart.js';
import { isDate } from './dates.js';
import { pathOf } from './pay-run.js';

/** The costs of a person that may go to other accounts. What is owed to anyone never does. */
export const costNames = ['salaries', 'employerNics', 'staffPensions'] as const;
export type CostName = (typeof costNames)[number];

export interface AllocationPart {
  /** Decimal text; the parts of one rule sum to exactly 100. */
  readonly percent: string;
  /** A cost without an account here goes to the policy's. */
  readonly accounts: Readonly<Partial<Record<CostName, string>>>;
}

/** How one person's cost is shared out, from a pay date on. */
export interface AllocationRule {
  readonly from: string;
  readonly parts: readonly AllocationPart[];
  /** Directors' remuneration is disclosed separately, so a rule must include directors expressly. */
  readonly directors?: boolean;
}

/** By user url. */
export type Allocations = Readonly<Record<string, readonly AllocationRule[]>>;

const partsMax = 50;
const percentText = /^\d{1,3}(?:\.\d{1,8})?$/;
/** 1 % as a whole number, with eight decimals. */
const onePercent = 100_000_000n;
const fromTheStart = '0001-01-01';

const percent = z.string().regex(percentText, 'a percentage is expected as text, such as "33.33"');

export const allocationsShape = shapeOfAllocations();

function shapeOfAllocations(): z.ZodType<Allocations> {
  const account = codeShape.refine((text) => !isOfPersons(text), {
    message: 'an account of persons (900 to 910) bears no cost',
  });
  const accounts = z.strictObject({ salaries: account, employerNics: account, staffPensions: account }).partial();
  const parts = z
    .array(z.strictObject({ percent, accounts: accounts.default({}) }))
    .min(1)
    .max(partsMax)
    .superRefine(reported((given) => percentsWrong(given.map((part) => part.percent))));
  const from = z.string().refine(isDate, 'a date is expected, such as "2026-04-06"');
  const rule = z.strictObject({ from, parts, directors: z.boolean().optional() });
  const rules = z
    .array(rule)
    .min(1)
    .superRefine(
      reported((given) =>
        twiceIn(
          given.map((one) => one.from),
          'two allocations begin on',
        ),
      ),
    );
  return z
    .record(z.string().min(1), rules)
    .superRefine(reported((given) => twiceIn(Object.keys(given).map(pathOf), 'two entries are for')));
}

/** Allocations that come with a document need no date, and may be the parts alone: both mean from the start. */
export function datedFromTheStart(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([user, given]) => [user, rulesFrom(given)]));
}

function rulesFrom(given: unknown): unknown {
  const isRule = (one: unknown) => typeof one === 'object' && one !== null && 'parts' in one;
  if (Array.isArray(given)) return given.some(isRule) ? given : [{ from: fromTheStart, parts: given as unknown[] }];
  return isRule(given) ? [{ from: fromTheStart, ...(given as object) }] : given;
}

function reported<Given>(problemWith: (given: Given) => string | undefined) {
  return (given: Given, context: { addIssue(issue: { code: 'custom'; message: string }): void }): void => {
    const message = problemWith(given);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  };
}

function percentsWrong(percents: readonly string[]): string | undefined {
  // A percentage that cannot be read has a message of its own already.
  if (!percents.every((text) => percentText.test(text))) return undefined;
  const weights = percents.map(weightOf);
  if (weights.includes(0n)) return 'a part of 0 per cent bears nothing: leave it out';
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  return sum === 100n * onePercent ? undefined : `the percentages sum to ${inPercent(sum)}, not to exactly 100`;
}

function twiceIn(all: readonly string[], words: string): string | undefined {
  const seen = new Set<string>();
  const twice = all.find((one) => seen.size === seen.add(one).size);
  return twice === undefined ? undefined : `${words} ${twice}`;
}

export type RuleOn = (userPath: string, datedOn: string) => AllocationRule | undefined;

/**
 * The rule in force for a person on a pay date: the latest that has begun. Looked up by path, since a policy may name
 * another host.
 */
export function rulesOf(allocations: Allocations): RuleOn {
  const byPath = new Map(Object.entries(allocations).map(([user, rules]) => [pathOf(user), rules]));
  return (userPath, datedOn) =>
    byPath
      .get(userPath)
      ?.filter((rule) => rule.from <= datedOn)
      .reduce<AllocationRule | undefined>((last, rule) => (last && last.from > rule.from ? last : rule), undefined);
}

/** Every account that some allocation names: these are cost accounts too. */
export function allocatedAccounts(allocations: Allocations): readonly string[] {
  const parts = Object.values(allocations).flatMap((rules) => rules.flatMap((rule) => rule.parts));
  return [...new Set(parts.flatMap(({ accounts }) => Object.values(accounts)))];
}

/** A percentage as a whole number, exact: "33.33" is 3,333,000,000 at eight decimals. */
export function weightOf(text: string): bigint {
  const [whole = '', decimals = ''] = text.split('.');
  return BigInt(whole + decimals.padEnd(8, '0'));
}

export const percentOfBoth = (one: string, other: string): string => inPercent(weightOf(one) + weightOf(other));

function inPercent(weight: bigint): string {
  let decimals = String(weight % onePercent).padStart(8, '0');
  while (decimals.endsWith('0')) decimals = decimals.slice(0, -1);
  return `${weight / onePercent}${decimals === '' ? '' : `.${decimals}`}`;
}
