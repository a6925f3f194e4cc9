import * as z from 'zod';
import { type Allocations, allocationsShape, datedFromTheStart } from '../nouns/allocation-of-cost.js';
import { splitShape, type SplitPart } from '../nouns/split.js';
import { warningCodes } from '../nouns/holds.js';
import { decisionShape, type FieldTreatment, kindOf } from './decision.js';
import { mayBe } from './treatments.js';
import { nearest } from '../nouns/nearest.js';
import { each } from './setting.js';
import { type Policy, settings } from './settings.js';

export type { FieldTreatment } from './decision.js';
export type { Policy } from './settings.js';
export type Layout = Policy['layout'];

export const defaultPolicy = each(settings, ({ usual }) => usual) as unknown as Policy;

const policyShape = z.strictObject(each(settings, ({ schema }) => schema)).partial();

export class WrongPolicy extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The policy is wrong: ${problems.join('; ')}`);
    this.name = 'WrongPolicy';
  }
}

/** Settings left out take their default, in a group and among treatments each by itself; an unknown one is an error that names its path. */
export function parsePolicy(json: unknown): Policy {
  const read = policyShape.safeParse(json);
  if (!read.success) throw new WrongPolicy(read.error.issues.map((issue) => inWords(issue)));
  const given: Record<string, unknown> = read.data;
  const whole = groups.flatMap((name) =>
    given[name] === undefined ? [] : [[name, { ...(settings[name].usual as object), ...(given[name] as object) }]],
  );
  return { ...defaultPolicy, ...read.data, ...Object.fromEntries(whole) } as Policy;
}

const groups = (Object.keys(settings) as (keyof Policy)[]).filter(
  (name) => 'rows' in settings[name] || name === 'treatments',
);

/**
 * A policy that someone gives now. Mode and cut-over stay as they were where it does not say them: they are chosen as a
 * company is connected, and a default could begin to post. A stored policy may name a warning that no longer exists, or
 * treat a field in a way no longer allowed: it is still read, and may keep that when something else changes.
 */
export function givenPolicy(json: unknown, before?: Before): Policy {
  const { mode, postFrom } = before ?? {};
  const chosen = { ...(mode !== undefined && { mode }), ...(postFrom !== undefined && { postFrom }) };
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  const policy = parsePolicy(isObject ? { ...chosen, ...json } : json);
  const known: readonly string[] = [...warningCodes, ...(before?.expectedWarnings ?? [])];
  const unknown = policy.expectedWarnings.filter((code) => !known.includes(code));
  const problems = [...unknown.map(unknownWarning), ...wrongTreatments(policy.treatments, before?.treatments)];
  if (problems.length > 0) throw new WrongPolicy(problems);
  return policy;
}

type Kept = 'mode' | 'postFrom' | 'expectedWarnings' | 'treatments';
type Before = Partial<Pick<Policy, Kept>>;

function wrongTreatments(given: Policy['treatments'], before: Policy['treatments'] = {}): readonly string[] {
  const isKept = (field: string, as: FieldTreatment) =>
    Object.hasOwn(before, field) && JSON.stringify(before[field]) === JSON.stringify(as);
  return Object.entries(given)
    .filter(([field, as]) => !mayBe(field, kindOf(as)) && !isKept(field, as))
    .map(([field, as]) => `policy.treatments.${field}: payroll itself owes this; it cannot be ${kindOf(as)}`);
}

function unknownWarning(code: string): string {
  const meant = nearest(code, warningCodes).map((name) => `"${name}"`);
  const words = meant.length > 0 ? `did you mean ${meant.join(' or ')}?` : `there are ${warningCodes.join(', ')}`;
  return `policy.expectedWarnings: "${code}" is not a warning; ${words}`;
}

/** A person's decision about one field; it can name an account only if it posts a line. */
export function parseDecision(json: unknown): FieldTreatment {
  const read = decisionShape.safeParse(json);
  if (!read.success) throw new WrongPolicy(read.error.issues.map((issue) => issue.message));
  return read.data;
}

/** Allocations given with a document are written as in the policy, but a rule may be without a date. */
export function parseAllocations(json: unknown): Allocations {
  return parsedAs(allocationsShape, datedFromTheStart(json), 'allocations');
}

/** How one field's amount is split over accounts. */
export function parseSplit(json: unknown, at: string): readonly SplitPart[] {
  return parsedAs(splitShape, json, at);
}

function parsedAs<Out>(shape: z.ZodType<Out>, json: unknown, at: string): Out {
  const read = shape.safeParse(json);
  if (!read.success) throw new WrongPolicy(read.error.issues.map((issue) => inWords(issue, at)));
  return read.data;
}

function inWords(issue: z.core.$ZodIssue, root = 'policy'): string {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${[root, ...issue.path, key].join('.')} is not known`).join('; ');
  }
  return `${[root, ...issue.path].join('.')}: ${issue.message}`;
}
