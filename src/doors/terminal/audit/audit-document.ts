import * as z from 'zod';
import { adjustmentsIn } from '../../../audit/adjustments-in.js';
import { accountsOf } from '../../../audit/accounts-of.js';
import { type AuditAnswer, answerOf } from '../../../audit/answer.js';
import { audit } from '../../../audit/audit.js';
import { type AuditRun, runsOf } from '../../../audit/run.js';
import { type BookedSet, bookedSet } from '../../../audit/set.js';
import { WrongShape } from '../../../books/wrong-shape.js';
import { withoutSuffix } from '../../../journal/nouns/chart.js';
import { isDate, taxYearTyped } from '../../../journal/nouns/dates.js';
import { Money } from '../../../journal/nouns/money.js';
import { type Person, pathOf } from '../../../journal/nouns/pay-run.js';
import { defaultPolicy, givenPolicy, WrongPolicy } from '../../../journal/policy/policy.js';
import { parsePayPeriod, parsePeople, peopleByPath } from '../../../payrolls/service/wire.js';
import { prefix } from '../journal/journal-answer.js';
import { parseGiven } from '../journal/journal-given.js';
import { unreadable } from '../journal/journal-documents.js';

const day = z.string().refine(isDate, 'a date is expected, such as "2025-10-31"');
const money = z
  .string()
  .refine((text) => Money.tryParse(text) !== undefined, 'an amount in pounds and pence is expected, such as "339.81"')
  .transform((text) => Money.parse(text).toPence());
const text = z.string().nullish();

const setShape = z.object({
  url: z.string().min(1),
  dated_on: day,
  description: text,
  tag: text,
  journal_entries: z.array(z.object({ category: z.string().min(1), user: text, debit_value: money })),
});

/** A month and a day that some year has. */
export const yearEnd = z.string().refine((end) => isDate(`2024-${end}`), 'month and day are expected, such as "03-31"');

const documentShape = z.object({
  year: z.union([z.int(), z.string()]).transform((year) => (typeof year === 'number' ? year : taxYearTyped(year))),
  policy: z.unknown().optional(),
  users: z.unknown().optional(),
  periods: z.array(z.unknown()),
  before: z.array(z.unknown()).default([]),
  payments: z.unknown().optional(),
  sets: z.array(setShape),
  movements: z.array(z.object({ from: day, to: day, accounts: z.record(z.string(), money) })).optional(),
  accountingYearEnd: yearEnd.optional(),
});

/** Audits one document; throws a Problem that names what is wrong with it. */
export function auditOf(document: unknown): AuditAnswer {
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw unreadable('It is JSON, but no object with "year", "users", "periods" and "sets".', 'audit');
  try {
    return audited(document);
  } catch (error) {
    if (error instanceof WrongShape || error instanceof WrongPolicy)
      throw unreadable(error.problems.join('; '), 'audit');
    throw error;
  }
}

function audited(document: object): AuditAnswer {
  const read = documentShape.safeParse(document);
  if (!read.success)
    throw new WrongShape(read.error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.')}: ${message}`));
  const given = read.data;
  const { year } = given;
  if (year === undefined) throw new WrongShape(['year: a tax year is expected, such as 2026 or "2025/26"']);
  const policy = given.policy === undefined ? defaultPolicy : givenPolicy(given.policy);
  const persons = parsePeople(given.users ?? []);
  const people = peopleByPath(persons);
  const periodsIn = (periods: readonly unknown[]) => periods.map((period) => parsePayPeriod(period, year));
  const payroll = (periods: readonly unknown[]) => runsOf({ periods: periodsIn(periods), people, policy, prefix });
  const sets = given.sets.map(setOf);
  refuseTwice(given.sets.map(({ url }) => ({ name: 'sets', value: url })));
  refuseTwice(periodsIn(given.periods).map(({ period }) => ({ name: 'periods', value: String(period) })));
  const adjustments =
    given.payments === undefined
      ? []
      : adjustmentsIn(
          { periods: periodsIn(given.periods), people, prefix },
          parseGiven({ payments: given.payments }, policy),
        );
  const answer = audit({
    ...{ year, prefix, sets, movements: given.movements?.map(movementOf) },
    runs: withBefore(payroll(given.periods), payroll(given.before)),
    accountingYearEnd: given.accountingYearEnd,
    adjustments,
    ...accountsOf(policy),
  });
  return answerOf(year, answer, urlsOf(persons, given.sets));
}

/** A page of sets that was read twice is no journal that was posted twice. */
function refuseTwice(all: readonly { readonly name: string; readonly value: string }[]): void {
  const seen = new Set<string>();
  for (const { name, value } of all) {
    if (seen.has(value)) throw new WrongShape([`${name}: ${value} is there twice`]);
    seen.add(value);
  }
}

type SetShape = z.output<typeof setShape>;

const setOf = ({ url, dated_on, description, tag, journal_entries }: SetShape): BookedSet =>
  bookedSet({
    url,
    datedOn: dated_on,
    description: description ?? '',
    ...(tag && { tag }),
    lines: journal_entries.map(({ category, user, debit_value }) => ({
      code: withoutSuffix(category.includes('/') ? (pathOf(category).split('/').at(-1) ?? '') : category),
      ...(user && { user: pathOf(user) }),
      pence: debit_value,
    })),
  });

const movementOf = ({ from, to, accounts }: { from: string; to: string; accounts: Record<string, bigint> }) => ({
  from,
  to,
  accounts: new Map(Object.entries(accounts).map(([code, pence]) => [withoutSuffix(code), pence] as const)),
});

/** Payroll as it was kept before it changed, where it was another. */
function withBefore(runs: readonly AuditRun[], before: readonly AuditRun[]): readonly AuditRun[] {
  const kept = new Map(before.map((run) => [run.tag, run.parts]));
  return runs.map((run) => ({ ...run, ...(kept.has(run.tag) && { before: kept.get(run.tag) }) }));
}

function urlsOf(people: readonly Person[], sets: readonly SetShape[]): (path: string) => string {
  const urls = new Map(people.map(({ path, url }) => [path, url]));
  for (const { journal_entries } of sets)
    for (const { user } of journal_entries) if (user && !urls.has(pathOf(user))) urls.set(pathOf(user), user);
  return (path) => urls.get(path) ?? path;
}
